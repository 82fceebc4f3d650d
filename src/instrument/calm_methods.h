// Methods of a class after which a thread's locks and clock are what they were: getters, small computations.
//
//     double dot(Vector other) { return x * other.getX() + y * other.getY(); }
//
// `x` and `y` can share one check, because getX() is calm and, Vector being final, there is no other. Only what the
// class itself tells counts, and only small methods are looked at.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_set.h>

#include "classfile/class_file.h"
#include "classfile/instruction.h"

namespace snag::instrument {

// Calls of the library's that do no more than compute.
bool only_computes(std::string_view owner);

class CalmMethods {
 public:
  explicit CalmMethods(const classfile::ClassFile& file);

  // Whether the call is one of a calm method of this class.
  bool is_call_of(const classfile::Instruction& call) const;

 private:
  bool may_be_calm(const classfile::Member& method) const;
  // As far as it does itself; calls of its own class are added to `callees`.
  bool is_calm(const classfile::Member& method, std::vector<std::string>& callees) const;
  bool is_calm(const classfile::Instruction& instruction, std::vector<std::string>& callees) const;

  const classfile::ClassFile& file_;
  absl::flat_hash_set<std::string> plain_fields_;  // of this class, by name and descriptor
  absl::flat_hash_set<std::string> calm_;          // methods that cannot be overridden, by name and descriptor
};

}  // namespace snag::instrument
