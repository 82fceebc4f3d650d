// Where a command's result goes: standard output, or a file that appears only when it is complete.
#pragma once

#include <string_view>

#include "cli/options.h"

namespace snag {

// Throws UsageError, saying why, when the text cannot be written whole; no part of the file is left behind then.
void write_output(const Options& options, std::string_view text);

}  // namespace snag
