// The second part of ir/verify.h: what each operation takes and gives. Of interest to the verifier alone.
#pragma once

#include <optional>
#include <string>

#include "base/names.h"
#include "ir/method_ir.h"
#include "ir/references.h"

namespace snag::ir {

// Numbers and types of operands, result types, kinds and payloads in range. The shape must be right.
std::optional<std::string> verify_types(const MethodIr& ir);

// Parameters, members, calls and returns against their descriptors. The types must be right.
std::optional<std::string> verify_descriptors(const MethodIr& ir, const Names& names, const References& references);

}  // namespace snag::ir
