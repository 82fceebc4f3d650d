#include "program/enclosing.h"

#include <algorithm>
#include <vector>

#include "classfile/instruction.h"

namespace snag {

namespace {

using classfile::AttributeKind;
using classfile::BootstrapMethod;
using classfile::ConstantPool;

// Whether a bootstrap method is handed this method: LambdaMetafactory's argument.
bool is_about(const ConstantPool& constants, const BootstrapMethod& bootstrap, std::string_view owner,
              std::string_view name, std::string_view descriptor) {
  return std::any_of(bootstrap.arguments.begin(), bootstrap.arguments.end(), [&](classfile::ConstantIndex argument) {
    if (constants.tag(argument) != classfile::ConstantTag::kMethodHandle) return false;
    classfile::MemberReference member = constants.member(constants.method_handle(argument).reference);
    return member.owner == owner && member.name == name && member.descriptor == descriptor;
  });
}

}  // namespace

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

MethodId maker_of_lambda(const Program& program, MethodId body) {
  const Method& wanted = program[body];
  const Class& owner = program[wanted.owner];
  if (owner.synthetic || (wanted.access & classfile::kAccSynthetic) == 0) return {};
  const ConstantPool& constants = owner.file.constants();
  std::vector<bool> makes;  // by bootstrap method
  for (const BootstrapMethod& bootstrap : classfile::bootstrap_methods(owner.file)) {
    makes.push_back(
        is_about(constants, bootstrap, owner.file.name(), program.text(wanted.name), program.text(wanted.descriptor)));
  }
  if (std::find(makes.begin(), makes.end(), true) == makes.end()) return {};
  for (const Method& method : owner.methods) {
    if (!method.has_code || method.id == body) continue;
    Result<std::optional<classfile::Code>> code = classfile::read_code(owner.file, program.member(method));
    if (!code || !code->has_value()) continue;
    classfile::Instruction instruction;
    for (std::uint32_t pc = 0; pc < (*code)->code.size(); pc = instruction.next()) {
      if (classfile::decode_instruction((*code)->code, pc, instruction) != nullptr) break;
      if (instruction.opcode != classfile::Opcode::kInvokedynamic) continue;
      std::uint16_t bootstrap = constants.dynamic(instruction.index).bootstrap;
      if (bootstrap < makes.size() && makes[bootstrap]) return method.id;
    }
  }
  return {};
}

void for_each_place_around(Program& program, ClassId type, MethodId method,
                           const std::function<bool(ClassId, MethodId)>& visit) {
  constexpr int kMaximumPlaces = 64;  // who nests deeper does not mean it
  for (int place = 0; place < kMaximumPlaces && type.valid(); ++place) {
    if (!visit(type, method)) return;
    if (method.valid()) {
      method = maker_of_lambda(program, method);
    } else {
      Enclosing around = enclosing(program, type);
      type = around.type;
      method = around.method;
    }
  }
}

}  // namespace snag
