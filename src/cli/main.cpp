// Parses the command line, runs the command, maps errors to exit codes.
#include <fmt/format.h>

#include <csignal>
#include <exception>
#include <filesystem>
#include <variant>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/options.h"
#include "cli/output.h"

namespace {

int run(const snag::Options& options) {
  switch (options.command) {
    case snag::Command::kCheck:
      return snag::run_check(options);
    case snag::Command::kRun:
      return snag::run_watched(options);
    case snag::Command::kDump:
      return snag::run_dump(options);
    case snag::Command::kDemo:
      return snag::run_demo(options);
    case snag::Command::kExplain:
      return snag::run_explain(options);
    case snag::Command::kDiff:
      return snag::run_diff(options);
    case snag::Command::kConfig:
      return snag::run_config(options);
    case snag::Command::kCompletion:
      return snag::run_completion(options);
  }
  return snag::kExitUsage;
}

}  // namespace

int main(int argc, char** argv) {
  // A reader that goes away makes a write fail, instead of ending the program before it has said what was wrong.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    const auto parsed = snag::parse_options(argc, argv, std::filesystem::current_path());
    if (const auto* exit = std::get_if<snag::EarlyExit>(&parsed)) {
      (exit->code == snag::kExitNoFindings ? snag::write_standard_output : snag::print_messages)(exit->text);
      return exit->code;
    }
    return run(std::get<snag::Options>(parsed));
  } catch (const snag::UsageError& error) {
    snag::print_message(fmt::format("snag: {}", error.what()));
    return snag::kExitUsage;
  } catch (const std::exception& error) {
    // InputError, and whatever the system refused: memory, files, threads.
    snag::print_message(fmt::format("snag: {}", error.what()));
    return snag::kExitNotAnalysable;
  }
}
