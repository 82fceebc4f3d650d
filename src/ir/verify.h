// Checks that the IR of a method is what ir/method_ir.h describes: every use is dominated by its definition, phis have
// one operand for each predecessor, edges agree, operands have the types that their operations take. It is used by
// tests: on every method of the JDK and of real jars, and by the fuzzer on whatever the builder accepts.
//
//     try { x = f(); use(x); } catch (E e) { use(x); }       // x is not there when f() throws
//
// An exception leaves a block before its values exist. So each block has two nodes, its start (parameters, phis) and
// its end (all other values): exception edges leave from the start, the others from the end, and the dominators of that
// graph decide. The operand of a phi must be available where its edge leaves.
//
// What it cannot see: whether the IR means what the bytecode means, and whether static types of references are right.
#pragma once

#include <optional>
#include <string>

#include "base/names.h"
#include "ir/method_ir.h"
#include "ir/references.h"

namespace snag::ir {

// Returns the first problem, or nothing. It is safe for any MethodIr, whatever its tables contain, and takes linear
// time except for the dominators (ir/dominators.h). Names and references are not looked up.
std::optional<std::string> verify(const MethodIr& ir);

// The same, and parameters, field accesses, calls and returns must agree with their descriptors. All names and
// references must be from these tables.
std::optional<std::string> verify(const MethodIr& ir, const Names& names, const References& references);

}  // namespace snag::ir
