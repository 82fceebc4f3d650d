#include "library/run_time_operations.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "classfile/descriptor.h"

namespace snag::library {

namespace {

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
      RunTimeOperation line;
      line.mode = to_text(effect.mode);
      if (effect.only_if_true) line.when = "if-true";
      add(effect.action == LockAction::kAcquire ? "acquire" : "release", effect.lock, line);
    }
    for (const Callback& callback : model.starts) add("start", callback.object);
    for (const Operand& operand : model.joins) add("join", operand);
    for (const Operand& operand : model.signals) add("signal", operand);
    for (const Operand& operand : model.waits) add("wait", operand);
    for (const Operand& operand : model.notifies) add("notify", operand);
    for (const OrderEffect& effect : model.orders) {
      if (kind == Kind::kPlain ? effect.kind <= OrderKind::kUpdate
                               : kind == Kind::kSafe && effect.kind == OrderKind::kContentsRead) {
        continue;
      }
      add(kOrderKinds[static_cast<std::size_t>(effect.kind)], effect.object);
    }
    // A method that a thread-safe collection inherits without a model of its own is thread-safe, too.
    if (model.atomic != AtomicKind::kNone || (model.contents != AtomicKind::kNone && kind == Kind::kSafe)) {
      if (model.orders.empty()) add(kAtomicKinds[static_cast<std::size_t>(model.action())], Operand());
    } else if (model.contents != AtomicKind::kNone && !changes_element_only(model)) {
      add(model.contents == AtomicKind::kRead ? "contents-read" : "contents-write", Operand());
    }
    std::sort(lines_.begin(), lines_.end());
    lines_.erase(std::unique(lines_.begin(), lines_.end()), lines_.end());
  }

  std::vector<RunTimeOperation> take() { return std::move(lines_); }

 private:
  void add(std::string_view action, const Operand& operand, RunTimeOperation line = {}) {
    line.action = action;
    for (std::string& object : operands(operand)) {
      line.operand = std::move(object);
      lines_.push_back(line);
    }
  }

  // Empty if the operand is not an object of the call. A collection stands for its elements.
  std::vector<std::string> operands(const Operand& operand) const {
    using Base = Operand::Base;
    if (operand.part == Operand::Part::kField || operand.inner.valid() || operand.base == Base::kNew) return {};
    if (operand.base == Base::kThis && is_static_) return {};
    if (operand.base == Base::kThis) return {"this"};
    if (operand.base == Base::kResult) {
      const bool object = parameters_ == nullptr || !classfile::class_of_descriptor(parameters_->result).empty();
      return object ? std::vector<std::string>{"result"} : std::vector<std::string>();
    }
    if (parameters_ == nullptr) {
      if (operand.base == Base::kArgument) return {fmt::format("arg{}", operand.index)};
      if (operand.base == Base::kArgumentOfType) return {fmt::format("arg:{}", names_.text(operand.type))};
      return {};
    }
    std::vector<std::string> result;
    for (std::size_t n = 0; n < parameters_->parameters.size(); ++n) {
      const std::string_view type = classfile::class_of_descriptor(parameters_->parameters[n]);
      const bool meant = operand.base == Base::kArgument ? n == operand.index && !type.empty()
                         : operand.base == Base::kArgumentOfType
                             ? result.empty() && type == names_.text(operand.type)
                             : policy_.functions.matches(type) || policy_.tasks.matches(type);
      if (meant) result.push_back(fmt::format("arg{}", n));
    }
    return result;
  }

  const Policy& policy_;
  const Names& names_;
  const classfile::MethodDescriptor* parameters_;
  bool is_static_;
  std::vector<RunTimeOperation> lines_;
};

using MethodsByName = std::map<std::string_view, std::vector<const Method*>>;

// The methods that a call can name with this class: its own, then those of its supertypes. Of one name and parameters
// the one nearest to the class.
MethodsByName visible_methods(Program& program, ClassId id) {
  MethodsByName methods;
  absl::flat_hash_set<ClassId> seen;
  absl::flat_hash_set<std::string> known;
  const std::function<void(ClassId)> visit = [&](ClassId type) {
    if (!type.valid() || !seen.insert(type).second) return;
    for (const Method& method : program.methods(type)) {
      if (method.is_private() || (method.access & classfile::kAccSynthetic) != 0) continue;
      const std::string_view name = program.text(method.name), descriptor = program.text(method.descriptor);
      const bool is_new = known.insert(fmt::format("{}{}", name, descriptor.substr(0, descriptor.rfind(')')))).second;
      if (is_new) methods[name].push_back(&method);
    }
    // Compilers name Object itself in calls of its methods.
    if (const ClassId super = program.superclass(type); super != program.object_class()) visit(super);
    for (ClassId interface : program.interfaces(type)) visit(interface);
  };
  visit(id);
  return methods;
}

Kind kind_of(const Policy& policy, const Program& program, ClassId id) {
  const std::string_view name = program.name(id);
  if (policy.concurrent.matches(name) || policy.synchronized_classes.matches(name)) return Kind::kSafe;
  return policy.collections.matches(name) && !program[id].is_interface() ? Kind::kPlain : Kind::kUnknown;
}

std::vector<RunTimeOperation> effects_of(const Models& models, Program& program, ClassId owner, const Method& method,
                                         Kind kind) {
  const MethodModel* model = models.find(program, {.resolved = method.id, .static_type = owner});
  if (model == nullptr) return {};
  const auto descriptor = classfile::parse_method_descriptor(program.text(method.descriptor));
  if (!descriptor) return {};
  return Effects(models.policy(), program.names(), *model, &*descriptor, method.is_static(), kind).take();
}

}  // namespace

std::vector<RunTimeOperation> run_time_operations(const Models& models, Program& program, const ClassPath& class_path) {
  const Policy& policy = models.policy();
  std::vector<RunTimeOperation> result;
  const auto add = [&](std::string_view class_name, std::string_view method, std::string_view parameters,
                       std::vector<RunTimeOperation> lines) {
    for (RunTimeOperation& line : lines) {
      line.class_name = class_name;
      line.method = method;
      line.parameters = parameters;
      result.push_back(std::move(line));
    }
  };
  std::set<std::string_view> names;
  for (ClassLocation location : class_path.classes(Origin::kJdk)) {
    if (policy.expanded_classes.matches(class_path.name(location))) names.insert(class_path.name(location));
  }
  const bool has_library = !names.empty();
  for (const auto& [name, model] : models.entries()) {
    if (!policy.expanded_models.matches(name.class_pattern) || !has_library) {
      Effects effects(policy, program.names(), model, nullptr, /*is_static=*/false, Kind::kUnknown);
      add(name.class_pattern, name.method_pattern, name.parameters.empty() ? "*" : name.parameters, effects.take());
    } else if (!has_star(name.class_pattern)) {
      names.insert(name.class_pattern);
    }
  }
  for (std::string_view name : names) {
    const ClassId id = program.find_class(name);
    if (!id.valid() || (program[id].access & classfile::kAccPublic) == 0) continue;
    const Kind kind = kind_of(policy, program, id);
    for (const auto& [method_name, overloads] : visible_methods(program, id)) {
      std::vector<std::pair<std::string_view, std::vector<RunTimeOperation>>> effects;
      for (const Method* method : overloads) {
        const std::string_view descriptor = program.text(method->descriptor);
        effects.emplace_back(descriptor.substr(0, descriptor.rfind(')') + 1),
                             effects_of(models, program, id, *method, kind));
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
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace snag::library
