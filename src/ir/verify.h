// Proves that a method's IR is what ir/method_ir.h says it is: every use is dominated by its definition, phis have one
// operand for each predecessor, edges agree, operands have the types that their operations take. The corpus test runs
// it over every method of the JDK and of real jars; the fuzzer over whatever the builder accepts.
//
//     try { x = f(); use(x); } catch (E e) { use(x); }       // x is not there when f() throws
//
// Dominance has to know that an exception leaves a block before its values exist. So each block is two nodes, its start
// (parameters, phis) and its end (all other values): exception edges leave from the start, the others from the end, and
// the dominators of that graph decide. A phi's operand must be available where its edge leaves.
//
// What it cannot see: whether the IR means what the bytecode means, and whether static types of references are right.
#pragma once

#include <optional>
#include <string>

#include "base/names.h"
#include "ir/method_ir.h"
#include "ir/references.h"

namespace snag::ir {

// The first thing that is wrong, or nothing. Safe on any MethodIr, whatever its tables hold; linear in its size but for
// the dominators (ir/dominators.h). Names and references are not looked up.
std::optional<std::string> verify(const MethodIr& ir);

// The same, and that parameters, field accesses, calls and returns agree with their descriptors. All names and
// references must come from these tables.
std::optional<std::string> verify(const MethodIr& ir, const Names& names, const References& references);

}  // namespace snag::ir
