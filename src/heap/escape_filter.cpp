#include "heap/escape_filter.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "classfile/class_file.h"
#include "classfile/descriptor.h"
#include "classfile/language_names.h"
#include "classfile/signature.h"

namespace snag {

namespace {

using classfile::TypeIndex;
using classfile::TypeKind;
using classfile::TypeNode;

class Filter {
 public:
  Filter(Program& program, const library::Policy& policy, std::span<const ClassId> classes)
      : program_(program), policy_(policy), classes_(classes) {
    for (ClassId id : classes) own_.insert(id);
  }

  EscapeFilter run() {
    for (ClassId id : classes_) {
      collect_supertypes(id);
      if (!everything_.empty()) break;
    }
    for (ClassId id : classes_) {
      if (!everything_.empty()) break;
      add_roots(id);
      follow();
    }
    return result();
  }

 private:
  void give_up(std::string why) {
    if (everything_.empty()) everything_ = std::move(why);
  }

  // ---- the hierarchy ----
  void collect_supertypes(ClassId id) {
    absl::flat_hash_set<ClassId> seen = {id};
    std::vector<ClassId> queue = {id};
    for (std::size_t n = 0; n < queue.size(); ++n) {
      const ClassId at = queue[n];
      const auto add = [&](ClassId super) {
        if (!super.valid() || !seen.insert(super).second) return;
        queue.push_back(super);
        subtypes_[program_.name(super)].push_back(id);
      };
      add(program_.superclass(at));
      for (ClassId interface : program_.interfaces(at)) add(interface);
      if (own_.contains(at)) note_missing_supertypes(at);
    }
    for (ClassId super : seen) {
      const std::string_view name = program_.name(super);
      if (name == classfile::kClassLoaderClass) give_up(fmt::format("{} is a class loader", program_.describe(id)));
      if (!own_.contains(super) && !policy_.harmless_supertypes.matches(name)) run_by_others_.insert(id);
    }
  }

  // A supertype that cannot be found may be a task.
  void note_missing_supertypes(ClassId id) {
    const Class& type = program_[id];
    const auto missing = [&](Name name) { return name.valid() && !program_.find_class(name).valid(); };
    if (missing(type.super_name) || std::any_of(type.interface_names.begin(), type.interface_names.end(), missing)) {
      run_by_others_.insert(id);
    }
  }

  // ---- where reachability begins ----
  void add_roots(ClassId id) {
    const classfile::ClassFile& file = program_[id].file;
    for (const Field& field : program_.fields(id)) {
      if (field.is_static()) reach_field(id, field);
    }
    if (run_by_others_.contains(id)) {
      reach_class(id);
      for (const Method& method : program_.methods(id)) {
        if (method.is_public() && (method.access & classfile::kAccSynthetic) == 0) reach_parameters(id, method);
      }
    }
    add_lambdas(file);
  }

  void add_lambdas(const classfile::ClassFile& file) {
    const classfile::ConstantPool& constants = file.constants();
    std::vector<classfile::BootstrapMethod> bootstraps;
    for (std::uint32_t n = 1; n < constants.size(); ++n) {
      const classfile::ConstantTag tag = constants.tag(n);
      if (tag == classfile::ConstantTag::kClass) {
        if (policy_.makes_classes.matches(constants.class_name(n))) {
          return give_up(fmt::format("{} uses {}", classfile::to_source_class(file.name()),
                                     classfile::to_source_class(constants.class_name(n))));
        }
      }
      if (tag != classfile::ConstantTag::kInvokeDynamic) continue;
      if (bootstraps.empty()) bootstraps = classfile::bootstrap_methods(file);
      const classfile::DynamicReference call = constants.dynamic(n);
      if (call.bootstrap >= bootstraps.size()) continue;
      const classfile::BootstrapMethod& bootstrap = bootstraps[call.bootstrap];
      const std::string_view maker = constants.member(constants.method_handle(bootstrap.handle).reference).owner;
      const auto made = classfile::parse_method_descriptor(call.descriptor);
      if (!made || maker == classfile::kConcatBootstrap || maker == classfile::kRecordBootstrap ||
          maker == classfile::kSwitchBootstrap ||
          policy_.comparators.matches(classfile::class_of_descriptor(made->result))) {
        continue;
      }
      for (std::string_view captured : made->parameters) reach_descriptor(captured);
      if (bootstrap.arguments.size() < 3) continue;
      const auto type = classfile::parse_method_descriptor(constants.method_type(bootstrap.arguments[2]));
      if (!type) continue;
      for (std::string_view parameter : type->parameters) reach_descriptor(parameter);
      reach_descriptor(type->result);
    }
  }

  // ---- what is reachable from there ----
  void reach_field(ClassId owner, const Field& field) {
    const classfile::ClassFile& file = program_[owner].file;
    const std::string_view generic = classfile::signature(file, file.attributes(program_.member(field)));
    if (!generic.empty()) {
      if (const auto signature = classfile::parse_field_signature(generic)) {
        return reach_type(signature->nodes, signature->type);
      }
    }
    reach_descriptor(program_.text(field.descriptor));
  }

  void reach_parameters(ClassId owner, const Method& method) {
    const classfile::ClassFile& file = program_[owner].file;
    const std::string_view generic = classfile::signature(file, file.attributes(program_.member(method)));
    if (!generic.empty()) {
      if (const auto signature = classfile::parse_method_signature(generic)) {
        for (TypeIndex parameter : signature->parameters) reach_type(signature->nodes, parameter);
        return reach_type(signature->nodes, signature->result);
      }
    }
    if (const auto descriptor = classfile::parse_method_descriptor(program_.text(method.descriptor))) {
      for (std::string_view parameter : descriptor->parameters) reach_descriptor(parameter);
      reach_descriptor(descriptor->result);
    }
  }

  void reach_descriptor(std::string_view descriptor) {
    while (descriptor.starts_with('[')) descriptor.remove_prefix(1);
    if (descriptor.starts_with('L')) reach_name(classfile::class_of_descriptor(descriptor), /*has_arguments=*/false);
  }

  void reach_type(const std::vector<TypeNode>& nodes, TypeIndex index) {
    if (index == classfile::kNoType || !everything_.empty()) return;
    const TypeNode& node = nodes[index];
    if (node.kind == TypeKind::kPrimitive) return;
    if (node.kind != TypeKind::kClass || node.wildcard == classfile::Wildcard::kSuper ||
        node.inner != classfile::kNoType) {
      return give_up("a field or a task has a type that may be anything");
    }
    reach_name(node.text, node.argument != classfile::kNoType);
    if (policy_.holds_nothing.matches(node.text)) return;  // Class<?>
    for (TypeIndex argument = node.argument; argument != classfile::kNoType; argument = nodes[argument].next) {
      reach_type(nodes, argument);
    }
  }

  void reach_name(std::string_view name, bool has_arguments) {
    if (!everything_.empty()) return;
    const ClassId id = program_.find_class(name);
    if (!id.valid()) return give_up(fmt::format("{} cannot be found", classfile::to_source_class(name)));
    if (own_.contains(id)) return reach_class(id);
    if (!reached_library_.insert({name, has_arguments}).second) return;
    if (!policy_.holds_nothing.matches(name) && !(has_arguments && policy_.platform.matches(name))) {
      return give_up(fmt::format("a {} may hold anything", classfile::to_source_class(name)));
    }
    if (const auto below = subtypes_.find(name); below != subtypes_.end()) {
      for (ClassId subtype : below->second) reach_class(subtype);
    }
  }

  void reach_class(ClassId id) {
    if (!with_subtypes_.insert(id).second) return;
    queue_.push_back(id);
    if (const auto below = subtypes_.find(program_.name(id)); below != subtypes_.end()) {
      for (ClassId subtype : below->second) {
        if (with_subtypes_.insert(subtype).second) queue_.push_back(subtype);
      }
    }
  }

  // Reaches the types of the fields, also of the inherited ones.
  void follow() {
    while (!queue_.empty() && everything_.empty()) {
      const ClassId first = queue_.back();
      queue_.pop_back();
      for (ClassId at = first; at.valid() && own_.contains(at); at = program_.superclass(at)) {
        if (!with_fields_.insert(at).second) break;
        for (const Field& field : program_.fields(at)) {
          if (!field.is_static()) reach_field(at, field);
        }
      }
    }
  }

  EscapeFilter result() const {
    EscapeFilter found;
    found.everything = everything_;
    found.reachable = everything_.empty() ? with_fields_.size() : classes_.size();
    if (!everything_.empty()) return found;
    for (ClassId id : classes_) {
      if (with_fields_.contains(id) || program_[id].is_interface()) continue;
      const std::span<const Field> fields = program_.fields(id);
      const bool has_static = std::any_of(fields.begin(), fields.end(),
                                          [](const Field& field) { return field.is_static() && !field.is_final(); });
      if (!has_static) {
        found.skipped_classes.emplace_back(program_.name(id));
        continue;
      }
      for (const Field& field : fields) {
        if (field.is_static() || field.is_final()) continue;
        found.skipped_fields.push_back(fmt::format("{}.{}", program_.name(id), program_.text(field.name)));
      }
    }
    std::sort(found.skipped_classes.begin(), found.skipped_classes.end());
    std::sort(found.skipped_fields.begin(), found.skipped_fields.end());
    return found;
  }

  Program& program_;
  const library::Policy& policy_;
  std::span<const ClassId> classes_;
  absl::flat_hash_set<ClassId> own_;
  absl::flat_hash_map<std::string_view, std::vector<ClassId>> subtypes_;  // own ones, of any type
  absl::flat_hash_set<ClassId> run_by_others_;  // tasks, listeners: the library may call them from any thread
  absl::flat_hash_set<ClassId> with_subtypes_;  // reached as a type
  absl::flat_hash_set<ClassId> with_fields_;    // whose fields another thread may reach
  absl::flat_hash_set<std::pair<std::string_view, bool>> reached_library_;
  std::vector<ClassId> queue_;
  std::string everything_;
};

}  // namespace

EscapeFilter filter_by_escape(Program& program, const library::Policy& policy, std::span<const ClassId> classes) {
  return Filter(program, policy, classes).run();
}

}  // namespace snag
