#include "heap/sharing.h"

#include "program/annotations.h"

namespace snag {

Sharing::Sharing(Program& program, const library::Policy& policy)
    : program_(program), policy_(policy), signs_(program, policy), immutable_(program.class_count()) {}

bool Sharing::is_immutable(ClassId id) const {
  constexpr std::uint8_t kAsked = 2;
  std::uint8_t known = id.value < immutable_.size() ? immutable_[id.value].load(std::memory_order_relaxed) : 0;
  if (known == 0) {
    const bool immutable = program_.annotations(id).has(AnnotationKind::kImmutable) ||
                           policy_.immutable.matches(program_.name(id));  // compares with all patterns
    known = static_cast<std::uint8_t>(kAsked | (immutable ? 1 : 0));
    if (id.value < immutable_.size()) immutable_[id.value].store(known, std::memory_order_relaxed);
  }
  return (known & 1) != 0;
}

bool Sharing::is_value(Name type) const {
  if (policy_.immutable.matches(program_.text(type))) return true;
  const ClassId id = program_.loaded_class(type);
  if (!id.valid()) return false;
  if (is_immutable(id)) return true;
  const Name super = program_[id].super_name;
  return super.valid() && policy_.immutable.matches(program_.text(super));  // enums and records
}

}  // namespace snag
