#include "instrument/field_lookup.h"

namespace snag::instrument {

using namespace classfile;

absl::flat_hash_set<MemberKey> FieldLookup::private_fields() const {
  absl::flat_hash_set<MemberKey> fields;
  for (const auto& [key, access] : own_) {
    constexpr std::uint16_t kOthers = kAccStatic | kAccFinal | kAccVolatile;
    if ((access & kAccPrivate) != 0 && (access & kOthers) == 0) fields.insert(key);
  }
  return fields;
}

void FieldLookup::set_effectively_final(absl::flat_hash_set<MemberKey> fields) {
  effectively_final_ = std::move(fields);
  for (FieldKnowledge& known : known_) known.looked_up = false;
}

FieldLookup::FieldLookup(const ClassEdit& edit) : edit_(edit), known_(edit.file.constants().size()) {
  for (const Member& field : edit.file.fields()) {
    own_.emplace(MemberKey(edit.file.name(field), edit.file.descriptor(field)), field.access);
  }
}

const FieldKnowledge& FieldLookup::find(ConstantIndex index) {
  static const FieldKnowledge kUnusable;
  if (index >= known_.size() || edit_.file.constants().tag(index) != ConstantTag::kFieldref) return kUnusable;
  FieldKnowledge& known = known_[index];
  if (known.looked_up) return known;
  known.looked_up = true;
  known.reference = edit_.file.constants().member(index);
  const MemberReference& field = known.reference;
  bool synthetic = field.name.starts_with("$SwitchMap$") || field.name == "$VALUES";  // javac generates them as final
  known.usable = !field.owner.empty() && field.owner[0] != '[' && !field.descriptor.empty() && !synthetic;
  if (!known.usable) return known;
  known.of_library = is_platform_class(field.owner) && !edit_.carries_state(field.owner);
  std::uint16_t access = 0;
  auto own = field.owner == edit_.file.name() ? own_.find(MemberKey(field.name, field.descriptor)) : own_.end();
  if (own != own_.end()) {
    access = own->second;
    known.own = known.declared_by_owner = true;
    if (effectively_final_.contains(own->first)) access |= kAccFinal;
  } else if (auto resolved = edit_.sites.resolve(field.owner, field.name, field.descriptor)) {
    access = resolved->access;
    known.declared_by_owner = resolved->owner == field.owner;
  }
  known.is_final = (access & kAccFinal) != 0;
  known.is_volatile = (access & kAccVolatile) != 0;
  return known;
}

}  // namespace snag::instrument
