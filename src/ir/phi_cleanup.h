// The last step of SSA construction: removes phis that choose between one value and themselves, closes the gaps in the
// tables, and finds the types of references that depend on phis.
#pragma once

#include <vector>

#include "ir/method_ir.h"

namespace snag::ir {

class PhiCleanup {
 public:
  // `method` has all tables, with phis of any use; afterwards it is as method_ir.h says.
  void run(MethodIr& method, Names& names);

 private:
  ValueId find(ValueId v);
  void remove_trivial_phis(MethodIr& method);
  void compact(MethodIr& method);
  void type_references(MethodIr& method, Names& names);
  Name element_type(Name array, Names& names);

  std::vector<ValueId> replacement_;
  struct Use {
    std::uint32_t phi, next;
  };
  std::vector<Use> uses_;
  std::vector<std::uint32_t> first_use_, last_use_;
  std::vector<std::uint32_t> work_;
  std::vector<std::uint32_t> number_;
  Name last_array_, last_element_;  // what element_type answered last
};

}  // namespace snag::ir
