// The first part of ir/verify.h: tables, blocks and edges. Of interest to the verifier alone.
#pragma once

#include <optional>
#include <string>

#include "ir/method_ir.h"

namespace snag::ir {

// Indices are in range; blocks cover the instructions in order and end in their only terminator; phis come first, with
// one operand for each predecessor; catch is where it belongs; predecessors and successors agree; blocks are reachable
// and in an order that reverse post-order allows.
std::optional<std::string> verify_shape(const MethodIr& ir);

}  // namespace snag::ir
