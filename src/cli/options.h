// What the user wants, as a plain struct: the command line's words, then those of the configuration file, then
// defaults. The one place that names the options is option_table.cpp.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "callgraph/build.h"
#include "catalog/catalog.h"
#include "findings/suppression.h"
#include "wire/agent_configuration.h"

namespace snag {

enum class Command { kCheck, kRun, kDump, kDemo, kExplain, kDiff, kConfig, kCompletion };
// In the order of the words in the table of commands.
enum class Shell { kBash, kZsh, kFish, kManual };  // kManual: the manual page, which is made the same way
enum class DumpKind { kClasses, kIr, kCallgraph, kThreads, kHeap, kEvents, kLocks };
enum class OutputFormat { kText, kJson, kSarif, kHtml, kDot };
enum class ColorMode { kAuto, kAlways, kNever };
using WatchedArrays = wire::Arrays;

// One report that is written.
struct ReportTarget {
  OutputFormat format = OutputFormat::kText;
  std::optional<std::filesystem::path> file;  // none: standard output

  friend bool operator==(const ReportTarget&, const ReportTarget&) = default;
};

inline constexpr std::uint64_t kDefaultMaxMemory = 512 << 20;

struct Options {
  Command command = Command::kCheck;
  std::string called_as = "snag";  // the command line's first word, for commands that are to be copied

  // What is analysed, and with what.
  std::vector<std::filesystem::path> paths;
  std::vector<std::string> class_path;       // an element may end in "/*"
  std::optional<std::filesystem::path> jdk;  // none: JAVA_HOME, then java on PATH
  std::vector<std::string> entries;          // CLASS or CLASS.method
  std::vector<std::filesystem::path> models;
  std::optional<CallGraphAlgorithm> call_graph;  // none: the best that is affordable
  std::optional<unsigned> jobs;                  // worker threads; none: one for each processor
  bool threads = true;                           // follow the objects and threads of the whole program

  // The checks, of the command: `snag check` and `snag run` have different ones.
  std::vector<std::string> checks;  // ids; empty: all
  CheckOptions check_options;       // those that belong to one check
  // `snag check` only.
  Profile profile = Profile::kReview;

  // What is left out of it.
  std::optional<std::filesystem::path> baseline;
  std::optional<std::filesystem::path> write_baseline;
  std::vector<SuppressionRule> suppressions;  // of the configuration file

  // What is printed, and where. The n-th format belongs to the n-th output (`reports` has them together).
  std::vector<OutputFormat> formats;
  std::vector<std::filesystem::path> outputs;
  bool brief = false;
  std::vector<std::string> source_path;
  std::optional<std::filesystem::path> source_root;  // none: the working folder
  bool stats = false;
  ColorMode color = ColorMode::kAuto;

  // `snag run` only.
  std::vector<std::string> watched_command;  // what stands behind --
  std::optional<unsigned> pid;               // or a JVM that runs already
  bool stop = false;                         // only end the watching that a Snag which was killed has left in it
  WatchedArrays arrays = WatchedArrays::kOff;
  std::vector<std::string> include, exclude;  // patterns of class names
  std::optional<std::uint64_t> max_memory;    // bytes; none: kDefaultMaxMemory
  std::optional<std::filesystem::path> guide;
  bool no_escape_filter = false;
  std::optional<std::filesystem::path> keep_trace;  // a folder
  std::optional<std::chrono::seconds> timeout;      // then the program is ended, or with --pid the watching
  bool ignore_program_exit_code = false;            // end by the findings alone

  // `snag dump` only.
  DumpKind dump_kind = DumpKind::kClasses;
  std::optional<std::string> method_pattern;
  std::optional<std::string> class_name;

  // `snag explain` only: the id of a check, or check/kind; none: the list of checks.
  std::optional<std::string> explained_check;

  // `snag diff` only.
  std::filesystem::path old_findings, new_findings;

  // `snag completion` only.
  Shell shell = Shell::kBash;

  // The configuration file that was read, and of each option that is not at its default where its value stands:
  // `snag.toml:3`, `command line`.
  std::optional<std::filesystem::path> config;
  bool no_config = false;
  std::map<std::string, std::string> origins;

  // Which reports are to be written; made by parse_options, never empty.
  std::vector<ReportTarget> reports;
  const ReportTarget& report() const { return reports.front(); }
  // Whether something is written to standard output.
  bool uses_standard_output() const;
};

// The command line asked for no work: help or the version (code 0, for standard output), or it was wrong (code 2, for
// standard error).
struct EarlyExit {
  int code = 0;
  std::string text;
};

// The checks with their titles, one in a line, for help texts: those of the command, if it has any of its own.
std::string list_of_checks(Command command);

// `folder` is where the configuration file is looked for, and in its parents.
std::variant<Options, EarlyExit> parse_options(int argc, const char* const* argv, const std::filesystem::path& folder);

}  // namespace snag
