// The last step of SSA construction: removes phis that choose between one value and themselves, closes the gaps in the
// tables, and finds the types of references that depend on phis. Both searches have a budget, which real code does not
// come near. If it is exhausted, needless phis stay and types are java/lang/Object, which is correct but less precise.
#pragma once

#include <vector>

#include "base/union_find.h"
#include "ir/method_ir.h"

namespace snag::ir {

class PhiCleanup {
 public:
  // `method` must have all its tables, and may have needless phis; afterwards it is as method_ir.h describes.
  void run(MethodIr& method, Names& names);

 private:
  void remove_trivial_phis(MethodIr& method);
  void compact(MethodIr& method);
  void type_references(MethodIr& method, Names& names);
  Name element_type(Name array, Names& names);

  UnionFind replacement_;  // the representative of a removed phi is the value that replaces it
  struct Use {
    std::uint32_t phi, next;
  };
  std::vector<Use> uses_;
  std::vector<std::uint32_t> first_use_, last_use_;
  std::vector<std::uint32_t> work_;
  std::vector<std::uint32_t> number_;
  Name last_array_, last_element_;  // what element_type returned last
};

}  // namespace snag::ir
