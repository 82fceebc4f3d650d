// The first two steps of ir/verify.h, which only the verifier needs. Each returns the first problem, or nothing.
#pragma once

#include <optional>
#include <string>

#include "ir/method_ir.h"

namespace snag::ir {

// Indices are in range; blocks cover the instructions in order and end in their only terminator; phis come first, with
// one operand for each predecessor; catch is where it belongs; predecessors and successors agree; blocks are reachable
// and in an order that reverse post-order allows.
std::optional<std::string> verify_shape(const MethodIr& ir);

// Numbers and types of operands, result types, kinds and payloads in range. The shape must be right.
std::optional<std::string> verify_types(const MethodIr& ir);

}  // namespace snag::ir
