// Methods of a class that do not synchronize: after a call of one the thread holds the same locks and has the same
// clock as before. Most are getters and small computations.
//
//     double dot(Vector other) { return x * other.getX() + y * other.getY(); }
//
// `x` and `y` can share one check, because getX() does not synchronize and, Vector being final, cannot be overridden.
// Only the class itself is analysed, and in it only small methods.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_set.h>

#include "classfile/class_file.h"
#include "classfile/instruction.h"

namespace snag::instrument {

// Whether the methods of this library class neither lock nor order threads.
bool only_computes(std::string_view owner);

class SynchronizationFreeMethods {
 public:
  explicit SynchronizationFreeMethods(const classfile::ClassFile& file);

  // Whether the call runs such a method of this class.
  bool is_call_of(const classfile::Instruction& call) const;

 private:
  bool may_be_free(const classfile::Member& method) const;
  // Judged by its own instructions; the methods of this class that it calls are added to `callees`.
  bool is_free(const classfile::Member& method, std::vector<std::string>& callees) const;
  bool is_free(const classfile::Instruction& instruction, std::vector<std::string>& callees) const;

  const classfile::ClassFile& file_;
  absl::flat_hash_set<std::string> plain_fields_;  // of this class, by name and descriptor
  absl::flat_hash_set<std::string> methods_;       // which cannot be overridden, by name and descriptor
};

}  // namespace snag::instrument
