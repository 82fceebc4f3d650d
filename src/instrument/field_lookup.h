// What is known about the fields that a class names, each looked up once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "instrument/class_edit.h"

namespace snag::instrument {

struct FieldKnowledge {
  bool looked_up = false;
  bool usable = false;    // a field of a class, not one that is left out on purpose
  bool is_final = false;  // known to be
  bool is_volatile = false;
  bool declared_by_owner = false;  // known to be declared by the very class that the access names
  bool own = false;                // ... which is the one that is being rewritten
  bool of_library = false;         // named as a field of a class that is not watched
  classfile::MemberReference reference;
};

class FieldLookup {
 public:
  explicit FieldLookup(const ClassEdit& edit);
  const FieldKnowledge& find(classfile::ConstantIndex field_reference);

  // Private fields of objects of this class that are neither final nor volatile, by name and descriptor.
  absl::flat_hash_set<std::string> private_fields() const;
  // These are effectively final: only constructors set them, before the object escapes.
  void set_effectively_final(absl::flat_hash_set<std::string> fields);
  static std::string key_of(std::string_view name, std::string_view descriptor);

 private:
  absl::flat_hash_set<std::string> effectively_final_;
  const ClassEdit& edit_;
  absl::flat_hash_map<std::string, std::uint16_t> own_;  // name and descriptor to flags
  std::vector<FieldKnowledge> known_;                    // by constant
};

}  // namespace snag::instrument
