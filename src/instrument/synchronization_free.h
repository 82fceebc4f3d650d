// Methods of a class that do not synchronize: after a call of such a method the thread holds the same locks and has the
// same clock as before. Most of them are getters and small computations.
//
//     double dot(Vector other) { return x * other.getX() + y * other.getY(); }
//
// `x` and `y` can share one check, because getX() does not synchronize and cannot be overridden, if Vector is final.
// Only the small methods of the class itself are analysed.
//
// A method that calls another one of the class may synchronize in it. So all methods that do not synchronize by
// themselves are assumed to be free, and callers of other methods are removed until nothing changes. This terminates,
// because the set only shrinks.
#pragma once

#include <string_view>
#include <vector>

#include <absl/container/flat_hash_set.h>

#include "classfile/class_file.h"
#include "classfile/instruction.h"

namespace snag::instrument {

// Whether this is a library class whose methods neither lock nor order threads.
bool only_computes(std::string_view owner);

class SynchronizationFreeMethods {
 public:
  explicit SynchronizationFreeMethods(const classfile::ClassFile& file);

  // Whether the call runs a synchronization-free method of this class.
  bool is_call_of(const classfile::Instruction& call) const;

 private:
  bool may_be_free(const classfile::Member& method) const;
  // These consider only the method's own instructions, and add the methods of this class that it calls to `callees`.
  bool is_free(const classfile::Member& method, std::vector<classfile::MemberKey>& callees) const;
  bool is_free(const classfile::Instruction& instruction, std::vector<classfile::MemberKey>& callees) const;

  const classfile::ClassFile& file_;
  absl::flat_hash_set<classfile::MemberKey> plain_fields_;  // of this class: those that are not volatile
  absl::flat_hash_set<classfile::MemberKey> methods_;       // synchronization-free, and cannot be overridden
};

}  // namespace snag::instrument
