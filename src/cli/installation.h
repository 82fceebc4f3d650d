// Files that come with the program, found from where the program itself is: the build tree and any installation prefix
// work without configuration.
#pragma once

#include <filesystem>
#include <optional>

namespace snag {

// Where the program itself is; empty if the system does not say.
std::filesystem::path program_folder();

// examples/bank.jar beside the program (build tree), or ../share/snag/examples/bank.jar (installed).
std::optional<std::filesystem::path> find_bundled_example(const std::filesystem::path& folder = program_folder());

// libsnag-agent.so beside the program (build tree), or ../lib/snag/libsnag-agent.so (installed).
std::optional<std::filesystem::path> find_agent(const std::filesystem::path& folder = program_folder());

}  // namespace snag
