// The last step of SSA construction: removes phis that choose between one value and themselves, closes the gaps in the
// tables, and finds the types of references that depend on phis. Both searches have a budget that real code stays far
// below: then a needless phi stays, and a type is java/lang/Object; right, but less precise.
#pragma once

#include <vector>

#include "base/union_find.h"
#include "ir/method_ir.h"

namespace snag::ir {

class PhiCleanup {
 public:
  // `method` has all tables, with phis of any use; afterwards it is as method_ir.h says.
  void run(MethodIr& method, Names& names);

 private:
  void remove_trivial_phis(MethodIr& method);
  void compact(MethodIr& method);
  void type_references(MethodIr& method, Names& names);
  Name element_type(Name array, Names& names);

  UnionFind replacement_;  // a removed phi is led by the value it stood for
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
