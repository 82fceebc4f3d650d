// What is known about the fields that the code of a class accesses. Each field is looked up once.
#pragma once

#include <cstdint>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "instrument/class_edit.h"

namespace snag::instrument {

struct FieldKnowledge {
  bool looked_up = false;
  bool usable = false;             // a field of a class, and not one that javac generates
  bool is_final = false;           // known to be final, or effectively final
  bool is_volatile = false;        // known to be volatile
  bool declared_by_owner = false;  // known to be declared by the class that the access names
  bool own = false;                // declared by the class that is being rewritten
  bool of_library = false;         // the access names a class of the platform that is not watched
  classfile::MemberReference reference;
};

class FieldLookup {
 public:
  explicit FieldLookup(const ClassEdit& edit);
  const FieldKnowledge& find(classfile::ConstantIndex field_reference);

  // Returns the private instance fields of this class that are neither final nor volatile.
  absl::flat_hash_set<classfile::MemberKey> private_fields() const;
  // Declares that only constructors set these fields, before the object escapes.
  void set_effectively_final(absl::flat_hash_set<classfile::MemberKey> fields);

 private:
  absl::flat_hash_set<classfile::MemberKey> effectively_final_;
  const ClassEdit& edit_;
  absl::flat_hash_map<classfile::MemberKey, std::uint16_t> own_;  // the fields of this class, with their access flags
  std::vector<FieldKnowledge> known_;                             // by constant
};

}  // namespace snag::instrument
