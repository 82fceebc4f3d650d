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

// In the order of snag::Command.
constexpr int (*kCommands[])(const snag::Options&) = {snag::run_check,  snag::run_watched,   snag::run_dump,
                                                      snag::run_demo,   snag::run_explain,   snag::run_diff,
                                                      snag::run_config, snag::run_completion};

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
    const auto& options = std::get<snag::Options>(parsed);
    return kCommands[static_cast<int>(options.command)](options);
  } catch (const snag::UsageError& error) {
    snag::print_message(fmt::format("snag: {}", error.what()));
    return snag::kExitUsage;
  } catch (const std::exception& error) {
    // InputError, and whatever the system refused: memory, files, threads.
    snag::print_message(fmt::format("snag: {}", error.what()));
    return snag::kExitNotAnalysable;
  }
}
