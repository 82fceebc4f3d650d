// The commands. Each runs one pipeline and returns the exit code of the program; errors that the user can correct are
// thrown (exit_codes.h).
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "cli/options.h"
#include "findings/known_findings.h"

namespace snag {

int run_check(const Options& options);
int run_watched(const Options& options);  // `snag run`
int run_dump(const Options& options);
int run_demo(const Options& options);
int run_explain(const Options& options);
int run_diff(const Options& options);
int run_config(const Options& options);
int run_completion(const Options& options);

// For commands that compare with an earlier run. Throws UsageError, naming the file; `option` named it.
std::vector<KnownFinding> read_known_findings(const std::filesystem::path& file, std::string_view option);

}  // namespace snag
