// Loops whose number of rounds is known: `for (int i = 0; i < n; i++)`.
//
//   for (int i = 0; i < n; i++) new Worker(done).start();      at most n threads are started
//
// How it is known: a variable that is 0 when the loop is entered, grows in every round, and is tested against a number
// that does not change before what is asked about is done. Such a loop is entered once in one execution of its method,
// unless it is inside of another one: then nothing is known.
#pragma once

#include <optional>

#include "execution/multiplicity.h"

namespace snag {

// Whether every way from a block to another, of one step or more, leads through a third.
bool leads_through(const ir::MethodIr& ir, ir::BlockId from, ir::BlockId to, ir::BlockId through);

// Whether two values of a method are one number: one value, equal constants, or the length of one array.
bool same_number(const ir::MethodIr& ir, ir::ValueId a, ir::ValueId b);

// The number that limits how often an instruction inside of a loop is executed, for each execution of the method.
std::optional<ir::ValueId> limit_of_rounds(const ir::MethodIr& ir, const MethodLoops& loops, ir::ValueId instruction);

}  // namespace snag
