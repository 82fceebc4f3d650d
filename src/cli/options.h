// The command line as a plain struct. The one place that names the options is options.cpp.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "callgraph/options.h"
#include "checks/descriptor.h"

namespace snag {

enum class Command { kCheck, kDump, kDemo, kExplain };
enum class DumpKind { kClasses, kIr, kCallgraph, kThreads, kLocks };
enum class OutputFormat { kText, kJson, kHtml, kDot };
enum class ColorMode { kAuto, kAlways, kNever };

struct Options {
  Command command = Command::kCheck;

  // What is analysed, and with what.
  std::vector<std::filesystem::path> paths;
  std::vector<std::string> class_path;       // split at ':'; an element may end in "/*"
  std::optional<std::filesystem::path> jdk;  // none: JAVA_HOME, then java on PATH
  std::vector<std::string> entries;          // CLASS or CLASS.method
  std::vector<std::filesystem::path> models;
  std::optional<CallGraphAlgorithm> call_graph;  // none: the best that pays for a program of this size

  // What is looked for: `snag check` only.
  std::vector<std::string> checks;  // ids; empty: all
  Profile profile = Profile::kReview;
  std::optional<AssumeUnknown> assume_unknown;  // none: as the profile has it
  bool relaxed = false;                         // reacquired-lock: two different locks as well
  std::optional<unsigned> lock_depth;           // reacquired-lock; none: kMaximumLockDepth

  // What is printed, and where.
  OutputFormat format = OutputFormat::kText;
  std::optional<std::filesystem::path> output;  // none: standard output
  std::vector<std::string> source_path;         // `snag check` only; split at ':'
  bool stats = false;
  ColorMode color = ColorMode::kAuto;

  // Worker threads; none: one for each processor.
  std::optional<unsigned> jobs;

  // `snag dump` only.
  DumpKind dump_kind = DumpKind::kClasses;
  std::optional<std::string> method_pattern;
  std::optional<std::string> class_name;

  // `snag explain` only; none: the list of checks.
  std::optional<std::string> explained_check;
};

// The command line asked for no work: help or the version (code 0, for standard output), or it was wrong (code 2, for
// standard error).
struct EarlyExit {
  int code = 0;
  std::string text;
};

// The checks with their titles, one in a line, for help texts.
std::string list_of_checks();

std::variant<Options, EarlyExit> parse_options(int argc, const char* const* argv);

}  // namespace snag
