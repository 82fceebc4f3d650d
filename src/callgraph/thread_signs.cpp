#include "callgraph/thread_signs.h"

#include <algorithm>

#include "classfile/descriptor.h"
#include "classfile/instruction.h"
#include "program/annotations.h"

namespace snag {

bool promises_thread_safety(Program& program, ClassId type) {
  const std::vector<ClassId> above = program.supertypes(type);
  return std::any_of(above.begin(), above.end(), [&](ClassId id) {
    return program[id].origin != Origin::kJdk && program.annotations(id).has(AnnotationKind::kThreadSafe);
  });
}

bool ThreadSigns::thinks_of_threads(ClassId id) const {
  {
    std::lock_guard lock(mutex_);
    auto known = thoughts_.find(id);
    if (known != thoughts_.end()) return known->second;
  }
  const bool found = find_thoughts(id);
  std::lock_guard lock(mutex_);
  return thoughts_[id] = found;
}

bool ThreadSigns::find_thoughts(ClassId id) const {
  const Class& type = program_[id];
  const ClassAnnotations& annotations = program_.annotations(id);
  if (annotations.has(AnnotationKind::kThreadSafe) || annotations.mentions(AnnotationKind::kGuardedBy)) return true;
  return std::any_of(type.methods.begin(), type.methods.end(),
                     [&](const Method& method) { return locks(type, method); }) ||
         std::any_of(type.fields.begin(), type.fields.end(), [&](const Field& field) {
           return policy_.concurrent.matches(classfile::class_of_descriptor(program_.text(field.descriptor)));
         });
}

bool ThreadSigns::locks(const Class& type, const Method& method) const {
  if (method.is_synchronized()) return true;
  if (!method.has_code) return false;
  Result<std::optional<classfile::Code>> code = classfile::read_code(type.file, program_.member(method));
  if (!code || !code->has_value()) return false;
  const Bytes bytes = (*code)->code;
  classfile::Instruction instruction;
  for (std::uint32_t pc = 0; pc < bytes.size(); pc = instruction.next()) {
    if (classfile::decode_instruction(bytes, pc, instruction) != nullptr) return false;  // broken code
    if (instruction.opcode == classfile::Opcode::kMonitorenter) return true;
  }
  return false;
}

bool ThreadSigns::may_be_shared(ClassId id) const {
  for (const std::string& task : policy_.tasks.patterns()) {
    const ClassId type = program_.find_class(task);
    if (type.valid() && program_.is_subtype(id, type)) return true;
  }
  if (promises_thread_safety(program_, id)) return true;
  for (; id.valid() && program_[id].origin == Origin::kApplication; id = program_.superclass(id)) {
    const std::vector<Field>& fields = program_[id].fields;
    if (std::any_of(fields.begin(), fields.end(), [](const Field& field) { return field.is_volatile(); })) return true;
    if (thinks_of_threads(id)) return true;
  }
  return false;
}

}  // namespace snag
