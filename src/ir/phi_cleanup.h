// The last step of SSA construction: removes phis that choose between one value and themselves, gives the others their
// types, and closes the gaps in the tables.
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
  void type_phis(MethodIr& method, Names& names);

  std::vector<ValueId> replacement_;
  struct Use {
    std::uint32_t phi, next;
  };
  std::vector<Use> uses_;
  std::vector<std::uint32_t> first_use_, last_use_;
  std::vector<std::uint32_t> work_;
  std::vector<std::uint32_t> number_;
};

}  // namespace snag::ir
