// The commands. Each runs one pipeline and answers with the exit code of the program; errors the user can put right are
// thrown (exit_codes.h).
#pragma once

#include "cli/options.h"

namespace snag {

int run_check(const Options& options);
int run_dump(const Options& options);
int run_demo(const Options& options);
int run_explain(const Options& options);

}  // namespace snag
