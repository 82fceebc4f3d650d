#include "program/enclosing.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/inlined_vector.h>

#include "classfile/instruction.h"

namespace snag {

using classfile::AttributeKind;
using classfile::BootstrapMethod;
using classfile::ConstantPool;

Enclosing enclosing(Program& program, ClassId id) {
  const Class& data = program[id];
  if (data.synthetic) return {};
  const classfile::ClassFile& file = data.file;
  const ConstantPool& constants = file.constants();
  if (const auto* attribute = classfile::find_attribute(file.attributes(), AttributeKind::kEnclosingMethod)) {
    Cursor cursor = file.cursor(*attribute);
    Enclosing result{.type = program.find_class(constants.class_name(cursor.u2())), .method = {}};
    classfile::NameAndType method = constants.name_and_type(cursor.u2());
    if (result.type.valid() && !method.name.empty()) {
      result.method = program.declared_method(result.type, program.names().intern(method.name),
                                              program.names().intern(method.descriptor));
    }
    return result;
  }
  for (const classfile::InnerClass& inner : classfile::inner_classes(file)) {
    if (inner.outer == 0 || constants.class_name(inner.inner) != file.name()) continue;
    return {.type = program.find_class(constants.class_name(inner.outer)), .method = {}};
  }
  return {};
}

MethodId PlacesAround::maker_of_lambda(MethodId body) {
  const Method& method = program_[body];
  const Class& owner = program_[method.owner];
  if (owner.synthetic || (method.access & classfile::kAccSynthetic) == 0) return {};
  auto [makers, is_new] = makers_.try_emplace(owner.id);
  if (is_new) makers->second = find_makers(owner);
  auto maker = makers->second.find(body);
  return maker == makers->second.end() ? MethodId() : maker->second;
}

PlacesAround::Makers PlacesAround::find_makers(const Class& owner) const {
  const ConstantPool& constants = owner.file.constants();
  absl::flat_hash_map<std::pair<std::string_view, std::string_view>, MethodId> own;
  for (const Method& method : owner.methods)
    own[{program_.text(method.name), program_.text(method.descriptor)}] = method.id;
  // The methods of this class that are passed to LambdaMetafactory, by bootstrap method.
  std::vector<absl::InlinedVector<MethodId, 1>> bodies;
  for (const BootstrapMethod& bootstrap : classfile::bootstrap_methods(owner.file)) {
    bodies.emplace_back();
    for (classfile::ConstantIndex argument : bootstrap.arguments) {
      if (constants.tag(argument) != classfile::ConstantTag::kMethodHandle) continue;
      classfile::MemberReference member = constants.member(constants.method_handle(argument).reference);
      auto found = own.find({member.name, member.descriptor});
      if (member.owner == owner.file.name() && found != own.end()) bodies.back().push_back(found->second);
    }
  }
  Makers makers;
  if (bodies.empty()) return makers;
  for (const Method& method : owner.methods) {
    Result<std::optional<classfile::Code>> code = classfile::read_code(owner.file, program_.member(method));
    if (!code || !code->has_value()) continue;
    classfile::Instruction instruction;
    for (std::uint32_t pc = 0; pc < (*code)->code.size(); pc = instruction.next()) {
      if (classfile::decode_instruction((*code)->code, pc, instruction) != nullptr) break;
      if (instruction.opcode != classfile::Opcode::kInvokedynamic) continue;
      std::uint16_t bootstrap = constants.dynamic(instruction.index).bootstrap;
      if (bootstrap >= bodies.size()) continue;
      for (MethodId body : bodies[bootstrap]) makers.try_emplace(body, method.id);
      bodies[bootstrap].clear();  // the first one counts
    }
  }
  return makers;
}

void PlacesAround::visit(ClassId type, MethodId method, const std::function<bool(ClassId, MethodId)>& visit) {
  constexpr int kMaximumPlaces = 64;  // deeper nesting does not occur in real programs
  for (int place = 0; place < kMaximumPlaces && type.valid(); ++place) {
    if (!visit(type, method)) return;
    if (method.valid()) {
      method = maker_of_lambda(method);
    } else {
      Enclosing around = enclosing(program_, type);
      type = around.type;
      method = around.method;
    }
  }
}

}  // namespace snag
