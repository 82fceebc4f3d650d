// Parses the command line, runs the command, maps errors to exit codes.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <variant>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/options.h"

namespace {

int run(const snag::Options& options) {
  switch (options.command) {
    case snag::Command::kCheck:
      return snag::run_check(options);
    case snag::Command::kDump:
      return snag::run_dump(options);
    case snag::Command::kDemo:
      return snag::run_demo(options);
  }
  return snag::kExitUsage;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const auto parsed = snag::parse_options(argc, argv);
    if (const auto* exit = std::get_if<snag::EarlyExit>(&parsed)) {
      fmt::print(exit->code == snag::kExitNoFindings ? stdout : stderr, "{}", exit->text);
      return exit->code;
    }
    return run(std::get<snag::Options>(parsed));
  } catch (const snag::UsageError& error) {
    fmt::print(stderr, "snag: {}\n", error.what());
    return snag::kExitUsage;
  } catch (const std::exception& error) {
    // InputError, and whatever the system refused: memory, files, threads.
    fmt::print(stderr, "snag: {}\n", error.what());
    return snag::kExitNotAnalysable;
  }
}
