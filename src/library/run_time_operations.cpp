#include "library/run_time_operations.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "classfile/descriptor.h"

namespace snag::library {

namespace {

std::string_view word(AtomicKind kind) {
  return kind == AtomicKind::kRead ? "read" : kind == AtomicKind::kWrite ? "write" : "update";
}

std::string_view word(OrderKind kind) {
  static constexpr std::string_view kWords[] = {"read", "write", "update", "start", "join", "contents-read"};
  return kWords[static_cast<int>(kind)];
}

bool is_of_memory(OrderKind kind) {
  return kind == OrderKind::kRead || kind == OrderKind::kWrite || kind == OrderKind::kUpdate;
}

bool changes_element_only(const MethodModel& model) {
  return std::any_of(model.orders.begin(), model.orders.end(),
                     [](const OrderEffect& effect) { return effect.kind == OrderKind::kContentsRead; });
}

// What the class that a call names says about the object: it orders threads, it is a collection that never does, or it
// may be either, as with interfaces.
enum class Kind : std::uint8_t { kSafe, kPlain, kUnknown };

// What one method does, in the form of the lines; class, method and parameters are left for the caller.
class Effects {
 public:
  // `parameters` is null if they are not known; then only operands count that do not depend on them.
  Effects(const Policy& policy, const Names& names, const MethodModel& model,
          const classfile::MethodDescriptor* parameters, bool is_static, Kind kind)
      : policy_(policy), names_(names), parameters_(parameters), is_static_(is_static) {
    for (const LockEffect& effect : model.locks) {
      for (const std::string& operand : operands(effect.lock)) {
        add(effect.action == LockAction::kAcquire ? "acquire" : "release", operand);
        lines_.back().mode = to_text(effect.mode);
        if (effect.only_if_true) lines_.back().when = "if-true";
      }
    }
    for (const Callback& callback : model.starts) add_all("start", callback.object);
    for (const Operand& operand : model.joins) add_all("join", operand);
    for (const Operand& operand : model.signals) add_all("signal", operand);
    for (const Operand& operand : model.waits) add_all("wait", operand);
    for (const Operand& operand : model.notifies) add_all("notify", operand);
    for (const OrderEffect& effect : model.orders) {
      if (kind == Kind::kPlain ? is_of_memory(effect.kind)
                               : kind == Kind::kSafe && effect.kind == OrderKind::kContentsRead) {
        continue;
      }
      add_all(word(effect.kind), effect.object);
    }
    // A method that a thread-safe collection inherits without a model of its own is thread-safe, too.
    if (model.atomic != AtomicKind::kNone || (model.contents != AtomicKind::kNone && kind == Kind::kSafe)) {
      if (model.orders.empty()) add_all(word(model.action()), Operand());
    } else if (model.contents != AtomicKind::kNone && !changes_element_only(model)) {
      add_all(model.contents == AtomicKind::kRead ? "contents-read" : "contents-write", Operand());
    }
    std::sort(lines_.begin(), lines_.end());
    lines_.erase(std::unique(lines_.begin(), lines_.end()), lines_.end());
  }

  std::vector<RunTimeOperation> take() { return std::move(lines_); }

 private:
  void add(std::string_view action, std::string operand) {
    RunTimeOperation& line = lines_.emplace_back();
    line.action = action;
    line.operand = std::move(operand);
  }
  void add_all(std::string_view action, const Operand& operand) {
    for (std::string& one : operands(operand)) add(action, std::move(one));
  }

  // Empty if the operand is not an object of the call. A collection stands for its elements.
  std::vector<std::string> operands(const Operand& operand) const {
    if (operand.part == Operand::Part::kField) return {};
    switch (operand.base) {
      case Operand::Base::kThis:
        return is_static_ ? std::vector<std::string>() : std::vector<std::string>{"this"};
      case Operand::Base::kArgument:
        if (parameters_ != nullptr &&
            (operand.index >= parameters_->parameters.size() || !is_reference(operand.index))) {
          return {};
        }
        return {fmt::format("arg{}", operand.index)};
      case Operand::Base::kArgumentOfType:
        if (parameters_ == nullptr) return {fmt::format("arg:{}", names_.text(operand.type))};
        for (std::size_t n = 0; n < parameters_->parameters.size(); ++n) {
          if (classfile::class_of_descriptor(parameters_->parameters[n]) == names_.text(operand.type)) {
            return {fmt::format("arg{}", n)};
          }
        }
        return {};
      case Operand::Base::kFunctions: {
        std::vector<std::string> result;
        if (parameters_ == nullptr) return result;
        for (std::size_t n = 0; n < parameters_->parameters.size(); ++n) {
          if (is_function(parameters_->parameters[n])) result.push_back(fmt::format("arg{}", n));
        }
        return result;
      }
      case Operand::Base::kResult:
        if (parameters_ != nullptr && parameters_->result.find_first_of("L[") != 0) return {};
        return {"result"};
      case Operand::Base::kNew:
        break;
    }
    return {};
  }
  bool is_reference(std::size_t index) const { return parameters_->parameters[index].find_first_of("L[") == 0; }
  bool is_function(std::string_view descriptor) const {
    const std::string_view type = classfile::class_of_descriptor(descriptor);
    return policy_.functions.matches(type) || policy_.tasks.matches(type);
  }

  const Policy& policy_;
  const Names& names_;
  const classfile::MethodDescriptor* parameters_;
  bool is_static_;
  std::vector<RunTimeOperation> lines_;
};

// The methods that a call can name with this class: its own, then those of its supertypes.
class VisibleMethods {
 public:
  VisibleMethods(Program& program, ClassId id) : program_(program) { visit(id); }

  // By name; of one name and parameters the one nearest to the class.
  const std::map<std::string_view, std::vector<const Method*>>& by_name() const { return methods_; }

 private:
  void visit(ClassId id) {
    if (!id.valid() || !seen_.insert(id).second) return;
    for (const Method& method : program_.methods(id)) {
      if (method.is_private() || (method.access & classfile::kAccSynthetic) != 0) continue;
      const std::string_view name = program_.text(method.name), descriptor = program_.text(method.descriptor);
      if (!known_.insert(fmt::format("{}{}", name, descriptor.substr(0, descriptor.rfind(')')))).second) continue;
      methods_[name].push_back(&method);
    }
    // Compilers name Object itself in calls of its methods.
    if (const ClassId super = program_.superclass(id); super != program_.object_class()) visit(super);
    for (ClassId interface : program_.interfaces(id)) visit(interface);
  }

  Program& program_;
  absl::flat_hash_set<ClassId> seen_;
  absl::flat_hash_set<std::string> known_;
  std::map<std::string_view, std::vector<const Method*>> methods_;
};

class Flattening {
 public:
  Flattening(const Models& models, Program& program) : models_(models), program_(program) {}

  void add_class(ClassId id) {
    const std::string_view name = program_.name(id);
    const Kind kind = kind_of(id);
    const VisibleMethods visible(program_, id);
    for (const auto& [method_name, overloads] : visible.by_name()) {
      std::vector<std::pair<std::string, std::vector<RunTimeOperation>>> effects;
      for (const Method* method : overloads) {
        const std::string_view descriptor = program_.text(method->descriptor);
        effects.emplace_back(descriptor.substr(0, descriptor.rfind(')') + 1), effects_of(id, *method, kind));
      }
      // One line for all overloads that do the same.
      const bool alike = std::all_of(effects.begin(), effects.end(),
                                     [&](const auto& other) { return other.second == effects.front().second; });
      if (alike) {
        effects.resize(1);
        effects.front().first = "*";
      }
      for (const auto& [parameters, lines] : effects) add(name, method_name, parameters, lines);
    }
  }

  void add_as_written(const Models::Entry& entry) {
    Effects effects(models_.policy(), program_.names(), entry.model, nullptr, /*is_static=*/false, Kind::kUnknown);
    add(entry.name.class_pattern, entry.name.method_pattern,
        entry.name.parameters.empty() ? std::string_view("*") : entry.name.parameters, effects.take());
  }

  std::vector<RunTimeOperation> take() {
    std::sort(lines_.begin(), lines_.end());
    lines_.erase(std::unique(lines_.begin(), lines_.end()), lines_.end());
    return std::move(lines_);
  }

 private:
  Kind kind_of(ClassId id) const {
    const std::string_view name = program_.name(id);
    const Policy& policy = models_.policy();
    if (policy.concurrent.matches(name) || policy.synchronized_classes.matches(name)) return Kind::kSafe;
    return policy.collections.matches(name) && !program_[id].is_interface() ? Kind::kPlain : Kind::kUnknown;
  }

  std::vector<RunTimeOperation> effects_of(ClassId owner, const Method& method, Kind kind) {
    const MethodModel* model = models_.find(program_, {.resolved = method.id, .static_type = owner});
    if (model == nullptr) return {};
    const auto descriptor = classfile::parse_method_descriptor(program_.text(method.descriptor));
    if (!descriptor) return {};
    return Effects(models_.policy(), program_.names(), *model, &*descriptor, method.is_static(), kind).take();
  }

  void add(std::string_view class_name, std::string_view method, std::string_view parameters,
           std::vector<RunTimeOperation> lines) {
    for (RunTimeOperation& line : lines) {
      line.class_name = class_name;
      line.method = method;
      line.parameters = parameters;
      lines_.push_back(std::move(line));
    }
  }

  const Models& models_;
  Program& program_;
  std::vector<RunTimeOperation> lines_;
};

}  // namespace

std::vector<RunTimeOperation> run_time_operations(const Models& models, Program& program, const ClassPath& class_path) {
  Flattening flattening(models, program);
  std::vector<std::string_view> names;
  for (ClassLocation location : class_path.classes(Origin::kJdk)) {
    const std::string_view name = class_path.name(location);
    if (models.policy().expanded_classes.matches(name)) names.push_back(name);
  }
  const bool has_library = !names.empty();
  for (const std::unique_ptr<const Models::Entry>& entry : models.entries()) {
    const std::string& pattern = entry->name.class_pattern;
    if (!models.policy().expanded_models.matches(pattern) || !has_library) {
      flattening.add_as_written(*entry);
    } else if (pattern.find('*') == std::string::npos) {
      names.push_back(pattern);
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  for (std::string_view name : names) {
    const ClassId id = program.find_class(name);
    if (!id.valid() || (program[id].access & classfile::kAccPublic) == 0) continue;
    flattening.add_class(id);
  }
  return flattening.take();
}

}  // namespace snag::library
