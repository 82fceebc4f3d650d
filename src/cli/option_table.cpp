#include "cli/option_table.h"

#include <absl/strings/ascii.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

#include "base/nearest.h"
#include "base/text.h"
#include "catalog/catalog.h"
#include "cli/config_file.h"

namespace snag {

namespace {

using Shape = OptionSpec::Shape;
using Words = std::vector<std::string>;

// What stands for the ids of checks in the help.
constexpr std::string_view kChecks = "ID,...";
constexpr std::string_view kCheckOrKind = "ID[/KIND]";

const std::vector<Command> kCheckOnly = {Command::kCheck, Command::kConfig};
const std::vector<Command> kReadsProgram = {Command::kCheck, Command::kDump, Command::kConfig};
const std::vector<Command> kReadsConfig = {Command::kCheck, Command::kRun, Command::kDump, Command::kConfig};
const std::vector<Command> kReports = {Command::kCheck, Command::kRun, Command::kConfig};
const std::vector<Command> kRunOnly = {Command::kRun, Command::kConfig};
const std::vector<Command> kEverything = {Command::kCheck, Command::kRun,  Command::kDump,
                                          Command::kDemo,  Command::kDiff, Command::kConfig};

// ---- words of a fixed list ------------------------------------------------------------------------------------------

template <class Value>
using Choices = std::vector<std::pair<std::string, Value>>;

std::size_t index_of(const std::string& word, const Words& words) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  throw BadValue(
      fmt::format("cannot be '{}': it is one of {}{}", word, fmt::join(words, ", "), did_you_mean(word, words)));
}

template <class Value>
Words words_of(const Choices<Value>& choices) {
  Words words;
  for (const auto& [word, value] : choices) words.push_back(word);
  return words;
}

const Choices<CallGraphAlgorithm> kCallGraphs = {{"cha", CallGraphAlgorithm::kCha},
                                                 {"rta", CallGraphAlgorithm::kRta},
                                                 {"vta", CallGraphAlgorithm::kVta},
                                                 {"objects", CallGraphAlgorithm::kObjects}};
const Choices<bool> kOnOff = {{"on", true}, {"off", false}};
const Choices<Profile> kProfiles = {{"review", Profile::kReview}, {"audit", Profile::kAudit}};
const Choices<WatchedArrays> kArrays = {
    {"off", WatchedArrays::kOff}, {"whole", WatchedArrays::kWhole}, {"ranges", WatchedArrays::kRanges}};
const Choices<ColorMode> kColors = {
    {"auto", ColorMode::kAuto}, {"always", ColorMode::kAlways}, {"never", ColorMode::kNever}};
const Choices<OutputFormat> kReportFormats = {{"text", OutputFormat::kText},
                                              {"json", OutputFormat::kJson},
                                              {"sarif", OutputFormat::kSarif},
                                              {"html", OutputFormat::kHtml}};
const Choices<OutputFormat> kDumpFormats = {{"text", OutputFormat::kText}, {"dot", OutputFormat::kDot}};
const Choices<OutputFormat> kDiffFormats = {{"text", OutputFormat::kText}, {"json", OutputFormat::kJson}};

// ---- how the members of Options are read and written ----------------------------------------------------------------

template <class Member>
constexpr bool kIsList = false;
template <class Element>
constexpr bool kIsList<std::vector<Element>> = true;

// Connects an option with a member of Options, which is a value, an optional value or a list of values. `read` makes a
// value of a word and throws BadValue; `show` makes a word of a value.
template <class Member, class Read, class Show>
OptionSpec connected(OptionSpec spec, Member Options::*member, Read read, Show show) {
  if (kIsList<Member>) spec.shape = Shape::kList;
  spec.set = [=](Options& options, const Words& words) {
    if constexpr (kIsList<Member>) {
      (options.*member).clear();
      for (const std::string& word : words) (options.*member).push_back(read(word));
    } else {
      options.*member = read(words.front());
    }
  };
  spec.get = [=](const Options& options) -> Words {
    const Member& value = options.*member;
    Words words;
    if constexpr (kIsList<Member>) {
      for (const auto& element : value) words.push_back(show(element));
    } else if constexpr (requires { value.has_value(); }) {
      if (value) words.push_back(show(*value));
    } else {
      words.push_back(show(value));
    }
    return words;
  };
  return spec;
}

OptionSpec with_flag(OptionSpec spec, bool Options::*member) {
  spec.shape = Shape::kFlag;
  return connected(
      std::move(spec), member, [](const std::string& word) { return word == "true"; },
      [](bool flag) { return flag ? "true" : "false"; });
}

// For members that are texts or paths.
auto unless_empty(const char* complaint) {
  return [complaint](const std::string& word) {
    if (word.empty()) throw BadValue(complaint);
    return word;
  };
}
std::string native_text(const std::filesystem::path& value) { return value.native(); }

template <class Member>
OptionSpec with_list(OptionSpec spec, Member member) {
  return connected(std::move(spec), member, unless_empty("has an empty value"), native_text);
}

template <class Member>
OptionSpec with_file(OptionSpec spec, Member member) {
  spec.names_files = true;
  return connected(std::move(spec), member, unless_empty("needs the name of a file or folder"), native_text);
}

template <class Member>
OptionSpec with_text(OptionSpec spec, Member member) {
  return connected(std::move(spec), member, std::identity(), std::identity());
}

unsigned number_of(const std::string& text, unsigned lowest, unsigned highest) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (!whole || number < lowest || number > highest) {
    throw BadValue(fmt::format("must be a number from {} to {}, not '{}'", lowest, highest, text));
  }
  return number;
}

template <class Member>
OptionSpec with_number(OptionSpec spec, Member member, unsigned lowest, unsigned highest) {
  spec.shape = Shape::kNumber;
  return connected(
      std::move(spec), member, [=](const std::string& word) { return number_of(word, lowest, highest); },
      [](unsigned number) { return std::to_string(number); });
}

// The member may be a list, whose elements are then separated by commas.
template <class Value, class Member>
OptionSpec with_choice(OptionSpec spec, const Choices<Value>& choices, Member Options::*member) {
  if (kIsList<Member>) spec.separator = ',';
  spec.value = fmt::format("{}", fmt::join(words_of(choices), "|"));
  return connected(
      std::move(spec), member,
      [&choices](const std::string& word) { return choices[index_of(word, words_of(choices))].second; },
      [&choices](Value value) {
        return std::find_if(choices.begin(), choices.end(), [&](const auto& choice) { return choice.second == value; })
            ->first;
      });
}

// A number with a unit behind it: `256M`, `30s`.
struct Unit {
  char letter;
  std::int64_t size;
};
constexpr Unit kUnitsOfSize[] = {{'G', 1 << 30}, {'M', 1 << 20}, {'K', 1 << 10}, {'\0', 1}};
constexpr Unit kUnitsOfTime[] = {{'h', 3600}, {'m', 60}, {'s', 1}, {'\0', 1}};

// In the largest unit of which it is a multiple.
std::string text_of(std::int64_t number, std::span<const Unit> units) {
  const Unit& unit = *std::find_if(units.begin(), units.end(), [&](const Unit& of) { return number % of.size == 0; });
  return std::to_string(number / unit.size) + std::string(unit.letter == '\0' ? 0 : 1, unit.letter);
}

// None if it is not such a number, or not in the range.
std::optional<std::int64_t> number_with_unit(const std::string& text, std::span<const Unit> units, std::int64_t lowest,
                                             std::int64_t highest) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view letter(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const auto unit = std::find_if(units.begin(), units.end(), [&](const Unit& known) {
    return letter == std::string_view(&known.letter, known.letter == '\0' ? 0 : 1);
  });
  if (error != std::errc() || unit == units.end() || number < 0 || number > highest / unit->size) return std::nullopt;
  return number * unit->size < lowest ? std::nullopt : std::optional(number * unit->size);
}

std::string size_text(std::uint64_t bytes) { return text_of(static_cast<std::int64_t>(bytes), kUnitsOfSize); }

// `256M`: bytes, with K, M or G for 1024 times as many, and so on.
template <class Member>
OptionSpec with_size(OptionSpec spec, Member member) {
  const auto read = [](const std::string& text) {
    const auto bytes = number_with_unit(absl::AsciiStrToUpper(text), kUnitsOfSize, 1 << 20, std::int64_t{1} << 40);
    if (!bytes) throw BadValue(fmt::format("must be a size from 1M to 1024G, as in 256M, not '{}'", text));
    return static_cast<std::uint64_t>(*bytes);
  };
  return connected(std::move(spec), member, read, size_text);
}

// `30s`, `10m`, `2h`; a bare number is of seconds.
template <class Member>
OptionSpec with_duration(OptionSpec spec, Member member) {
  const auto read = [](const std::string& text) {
    const auto seconds = number_with_unit(text, kUnitsOfTime, 1, 1000 * 3600);
    if (!seconds) throw BadValue(fmt::format("must be a duration from 1s to 1000h, as in 30s or 10m, not '{}'", text));
    return std::chrono::seconds(*seconds);
  };
  return connected(std::move(spec), member, read,
                   [](std::chrono::seconds duration) { return text_of(duration.count(), kUnitsOfTime); });
}

// Those that can be chosen for the command; all of them for a command that does not run checks.
Words checks_of(Command command) {
  if (command != Command::kCheck && command != Command::kRun) return check_names(/*with_kinds=*/false);
  const std::vector<std::string_view> ids = checks_that_run(
      command == Command::kCheck ? &CheckDescriptor::Runs::on_code : &CheckDescriptor::Runs::on_program);
  return {ids.begin(), ids.end()};
}

OptionSpec with_checks(OptionSpec spec) {
  spec.shape = Shape::kList;
  spec.separator = ',';
  spec.set = [](Options& options, const Words& words) {
    options.checks.clear();
    for (const std::string& id : words) {
      if (id.empty()) continue;  // `a,,b`
      refuse_unknown_check(id, /*kind_allowed=*/false, options.command);
      options.checks.push_back(id);
    }
    if (options.checks.empty()) {
      throw BadValue(fmt::format("needs the id of a check: {}", fmt::join(checks_of(options.command), ", ")));
    }
  };
  spec.get = [](const Options& options) { return options.checks; };
  return spec;
}

// An option of one check, as the check's descriptor declares it.
OptionSpec with_check_option(const CheckOption& option, const std::vector<Command>& commands) {
  using CheckShape = CheckOption::Shape;
  const Words known(option.words.begin(), option.words.end());
  const bool flag = option.shape == CheckShape::kFlag, number = option.shape == CheckShape::kNumber;
  OptionSpec spec{.name = option.name,
                  .shape = static_cast<Shape>(option.shape),  // which begins with the shapes of these
                  .commands = commands,
                  .value = number ? "N" : fmt::format("{}", fmt::join(known, "|")),
                  .help = std::string(option.help),
                  .unset = std::string(option.unset),
                  .details = std::string(option.details)};
  spec.set = [&option, known](Options& options, const Words& words) {
    std::string value = words.front();
    if (option.shape == CheckShape::kNumber) value = std::to_string(number_of(value, option.lowest, option.highest));
    if (option.shape == CheckShape::kWord) index_of(value, known);
    options.check_options.set(option, std::move(value));
  };
  // A default that is one of the words is a value; others, such as those that depend on another option, are not.
  const std::string otherwise(flag ? "false" : option.unset);
  const bool has_default = flag || std::find(known.begin(), known.end(), option.unset) != known.end();
  spec.get = [&option, otherwise, has_default](const Options& options) -> Words {
    const std::optional<std::string> value = options.check_options.value(option);
    if (!value && !has_default) return {};
    return {value.value_or(otherwise)};
  };
  return spec;
}

// ---- the table ------------------------------------------------------------------------------------------------------

using O = Options;

std::vector<OptionSpec> program_options() {
  const std::string graph_checks = fmt::format("{}", fmt::join(checks_that_need(AnalysisId::kCallGraph), ", "));
  return {
      with_list({.name = "paths",
                 .commands = kReadsProgram,
                 .help = "What to analyse: a jar, war, ear or jmod, a class file, a folder of classes, 'DIR/*' for all "
                         "jars of a folder, or a JDK's lib/modules",
                 .unset = "PATH on the command line",
                 .names_files = true},
                &O::paths),
      with_list({.name = "class-path",
                 .commands = kReadsProgram,
                 .value = "P",
                 .help = "Further code that the program needs, which is not reported on: as PATH, several separated by "
                         "':'; may be repeated",
                 .unset = "none",
                 .shows_unset = false,
                 .names_files = true,
                 .separator = ':'},
                &O::class_path),
      with_file({.name = "jdk",
                 .commands = {Command::kCheck, Command::kDump, Command::kDemo, Command::kConfig},
                 .value = "DIR",
                 .help = "JDK whose library is analysed",
                 .unset = "JAVA_HOME, then java on PATH"},
                &O::jdk),
      with_list({.name = "entry",
                 .commands = kReadsProgram,
                 .value = "CLASS[.method]",
                 .help = "Where the program starts; may be repeated",
                 .unset = "every main method; without one, library mode",
                 .details = "A program without a main method is analysed as a library: any public method of a class "
                            "that shows signs of being shared may run on any number of threads. The checks look at "
                            "every method, wherever the program starts; " +
                            graph_checks +
                            " follows calls by the class hierarchy in methods that nothing reaches from there."},
                &O::entries),
      with_list({.name = "models",
                 .commands = kReadsConfig,
                 .value = "FILE",
                 .help = "Further knowledge about libraries, as TOML; may be repeated",
                 .unset = "none",
                 .shows_unset = false,
                 .names_files = true,
                 .stays_below = true},
                &O::models),
      with_choice(
          {.name = "call-graph",
           .commands = kReadsProgram,
           .help = "How calls find their targets: by the class hierarchy, by the types that are instantiated, by those "
                   "that reach the call, or by the objects that do",
           .unset = "objects; dump callgraph: vta; checks of very large programs: cha",
           .details = fmt::format("Of the checks, {} needs a call graph.", graph_checks)},
          kCallGraphs, &O::call_graph),
      with_number({.name = "jobs",
                   .commands = kReadsProgram,
                   .value = "N",
                   .help = "Worker threads",
                   .unset = "one for each processor",
                   .details = "From 1 to 1024; more than there are processors are never used."},
                  &O::jobs, 1, 1024),
  };
}

std::vector<OptionSpec> choice_of_checks() {
  return {
      with_checks({.name = "checks",
                   .commands = kCheckOnly,
                   .value = std::string(kChecks),
                   .help = "Only these checks",
                   .unset = "all"}),
      with_checks({.name = "checks",
                   .commands = {Command::kRun},
                   .value = std::string(kChecks),
                   .help = "Only these checks",
                   .unset = fmt::format("{}", fmt::join(checks_of(Command::kRun), ",")),
                   .details =
                       "A deadlock that is seen is always reported. In a configuration file checks of snag check "
                       "and of snag run may stand together."}),
  };
}

std::vector<OptionSpec> watching_options() {
  return {
      with_choice(
          {.name = "arrays",
           .commands = kRunOnly,
           .help =
               "Whether elements of arrays are watched: not at all, each array as a whole, or by ranges of elements",
           .unset = "off",
           .details = "Watching arrays costs several times as much as watching fields."},
          kArrays, &O::arrays),
      with_list({.name = "include",
                 .commands = kRunOnly,
                 .value = "PATTERN",
                 .help = "Watch only classes of these names: bank.*; may be repeated, several separated by ','",
                 .unset = "every class but those of the JDK",
                 .details = "A class of the JDK is watched only if a pattern names it.",
                 .separator = ','},
                &O::include),
      with_list({.name = "exclude",
                 .commands = kRunOnly,
                 .value = "PATTERN",
                 .help = "Do not watch classes of these names; may be repeated, several separated by ','",
                 .unset = "none",
                 .shows_unset = false,
                 .separator = ','},
                &O::exclude),
      with_size({.name = "max-memory",
                 .commands = kRunOnly,
                 .value = "SIZE",
                 .help = "Memory that watching may take in the program's JVM: 256M, 2G",
                 .unset = size_text(kDefaultMaxMemory),
                 .details = "When it is used up, the oldest objects are no longer watched, and the report says so."},
                &O::max_memory),
      with_file({.name = "guide",
                 .commands = kRunOnly,
                 .value = "FILE",
                 .help = "A list of what need not be watched, one per line: skip-class NAME or skip-field CLASS.NAME",
                 .unset = "none",
                 .shows_unset = false,
                 .stays_below = true},
                &O::guide),
      with_flag({.name = "no-escape-filter",
                 .commands = kRunOnly,
                 .help = "Also watch objects of types that cannot reach a second thread"},
                &O::no_escape_filter),
      with_number({.name = "pid",
                   .commands = {Command::kRun},
                   .value = "N",
                   .help = "Watch a JVM that runs already, until it ends or until Ctrl-C",
                   .details = "See docs/run.md for what cannot be seen then.",
                   .in_file = false},
                  &O::pid, 1, 4194304),
      with_flag({.name = "stop",
                 .commands = kRunOnly,
                 .help = "With --pid: end the watching that a killed snag has left behind",
                 .in_file = false},
                &O::stop),
      with_duration({.name = "timeout",
                     .commands = kRunOnly,
                     .value = "DURATION",
                     .help = "End the program after this time, and report: 30s, 10m, 2h",
                     .unset = "none",
                     .shows_unset = false,
                     .details = "The program and the processes that it has started get SIGTERM, and SIGKILL if they "
                                "are still there ten seconds later; snag ends with 124. With --pid only the watching "
                                "ends."},
                    &O::timeout),
      with_flag({.name = "ignore-program-exit-code",
                 .commands = kRunOnly,
                 .help = "Exit with 0 or 1 according to the findings, whatever the program's own exit code is"},
                &O::ignore_program_exit_code),
      with_file({.name = "keep-trace",
                 .commands = {Command::kRun},
                 .value = "DIR",
                 .help = "Keep the agent's configuration and traces in DIR",
                 .in_file = false},
                &O::keep_trace),
  };
}

std::vector<OptionSpec> report_options() {
  return {
      with_file({.name = "baseline",
                 .commands = kReports,
                 .value = "FILE",
                 .help = "Report only what is not in FILE, which --write-baseline or --format json has written",
                 .unset = "report everything",
                 .shows_unset = false,
                 .details = "Findings are the same when their fingerprints are, which moved lines do not change.",
                 .stays_below = true},
                &O::baseline),
      with_file({.name = "write-baseline",
                 .commands = {Command::kCheck, Command::kRun},
                 .value = "FILE",
                 .help = "Write the findings to FILE, for --baseline, and exit with 0",
                 .in_file = false},
                &O::write_baseline),
      with_list({.name = "source-path",
                 .commands = kReports,
                 .value = "DIR",
                 .help = "Folders of the program's sources, whose lines the report then shows, several separated by "
                         "':'; may be repeated",
                 .unset = "none",
                 .shows_unset = false,
                 .details = "The sources may lie anywhere below DIR. A folder that does not exist is a warning.",
                 .names_files = true,
                 .stays_below = true,
                 .separator = ':'},
                &O::source_path),
      with_file({.name = "source-root",
                 .commands = kReports,
                 .value = "DIR",
                 .help = "The folder that names of source files in reports are relative to",
                 .unset = "the working folder",
                 .stays_below = true},
                &O::source_root),
      with_choice({.name = "format",
                   .commands = kReports,
                   .help = "Format of the report; several separated by ',', or repeated: each belongs to one --output",
                   .unset = "as the output's name ends: .json, .sarif, .html; else text"},
                  kReportFormats, &O::formats),
      with_choice({.name = "format",
                   .commands = {Command::kDump},
                   .help = "Format of the output",
                   .unset = "text",
                   .details = "Graphviz's dot draws classes, ir, callgraph and heap.",
                   .in_file = false},
                  kDumpFormats, &O::formats),
      with_choice({.name = "format",
                   .commands = {Command::kDiff},
                   .help = "Format of the output",
                   .unset = "text",
                   .in_file = false},
                  kDiffFormats, &O::formats),
      with_list({.name = "output",
                 .commands = kReports,
                 .value = "FILE",
                 .help = "Write to FILE instead of standard output, which is -; may be repeated, one report each",
                 .unset = "standard output",
                 .details = "A file that is an input, or looks like one, is not overwritten. When nothing goes to "
                            "standard output, the "
                            "summary, one line, goes to standard error.",
                 .names_files = true,
                 .stays_below = true},
                &O::outputs),
      with_list({.name = "output",
                 .commands = {Command::kDump, Command::kDemo, Command::kDiff},
                 .value = "FILE",
                 .help = "Write to FILE instead of standard output, which is -",
                 .unset = "standard output",
                 .in_file = false,
                 .names_files = true},
                &O::outputs),
      with_flag({.name = "brief", .commands = kReports, .help = "One line for each finding, as text"}, &O::brief),
      with_text({.name = "class",
                 .commands = {Command::kDump},
                 .value = "NAME",
                 .help = "Only this class, for example bank.Account (classes, ir, locks and heap)",
                 .in_file = false},
                &O::class_name),
      with_text({.name = "method",
                 .commands = {Command::kDump},
                 .value = "PATTERN",
                 .help = "Only methods of this name, given with or without class and parameters: withdraw, "
                         "'withdraw(long)', bank.Account.withdraw; * stands for any characters (ir and locks)",
                 .in_file = false},
                &O::method_pattern),
      with_flag({.name = "stats",
                 .commands = {Command::kCheck, Command::kRun, Command::kDump, Command::kDemo, Command::kConfig},
                 .help = "Print times and counts of every pass to standard error"},
                &O::stats),
      with_choice({.name = "color",
                   .commands = kEverything,
                   .help = "Colour in text and diagnostics",
                   .unset = "auto, on a terminal"},
                  kColors, &O::color),
      with_file({.name = "config",
                 .commands = kReadsConfig,
                 .value = "FILE",
                 .help = "Further options and suppressions, as TOML",
                 .unset = fmt::format("{} of the working folder or the nearest one above", kConfigName),
                 .in_file = false},
                &O::config),
      with_flag({.name = "no-config", .commands = kReadsConfig, .help = "Read no configuration file", .in_file = false},
                &O::no_config),
  };
}

// In the order of the help and of `snag config`.
std::vector<OptionSpec> make_table() {
  std::vector<OptionSpec> table;
  const auto append = [&](std::vector<OptionSpec> options) {
    std::move(options.begin(), options.end(), std::back_inserter(table));
  };
  const auto append_options_of_checks = [&](bool on_code) {
    for (const CheckDescriptor& check : all_checks()) {
      if (check.runs.on_code != on_code) continue;
      const bool on_both = on_code && (check.runs.on_program || check.runs.on_every_program);
      for (const CheckOption& option : check.options) {
        table.push_back(with_check_option(option, on_both ? kReports : on_code ? kCheckOnly : kRunOnly));
      }
    }
  };
  append(program_options());
  append(choice_of_checks());
  append_options_of_checks(/*on_code=*/false);
  append(watching_options());
  table.push_back(with_choice({.name = "threads",
                               .commands = kCheckOnly,
                               .help = "Follow the objects and threads of the whole program, or take every object for "
                                       "shared",
                               .unset = "on",
                               .details = "off is faster, and reports more."},
                              kOnOff, &O::threads));
  table.push_back(with_choice({.name = "profile",
                               .commands = kCheckOnly,
                               .help = "Report what a reviewer should read, or everything",
                               .unset = "review"},
                              kProfiles, &O::profile));
  table.push_back(with_check_option(kAssumeUnknown, kCheckOnly));
  append_options_of_checks(/*on_code=*/true);
  append(report_options());
  return table;
}

std::vector<CommandSpec> make_commands() {
  const ArgumentSpec paths = {
      .name = "PATH", .value = "FILE", .help = find_option("paths", Command::kCheck)->help, .repeated = true};
  return {
      {.command = Command::kCheck,
       .name = "check",
       .help = "Analyse a program and report findings",
       .arguments = {paths}},
      {.command = Command::kRun,
       .name = "run",
       .help = "Run a program, watch its threads, and report findings",
       .details =
           "The program's command line stands behind --: snag run -- java -jar app.jar. Its input and output are "
           "its own; the report comes when it has ended, however it ended. Ends with the program's own exit code "
           "if that is not 0 (128 and the number of the signal that ended it), else with 1 if there are findings. A "
           "command that is not java itself gets the agent through JAVA_TOOL_OPTIONS, and every JVM that it starts is "
           "watched.",
       .arguments = {{.name = "COMMAND",
                      .value = "FILE",
                      .help = "Behind --: the program and its arguments, as in -- java -jar app.jar",
                      .repeated = true}}},
      {.command = Command::kDump,
       .name = "dump",
       .help = "Show what Snag sees in a program",
       .details = "WHAT comes first, and is one of classes, ir (the methods in SSA form), callgraph, threads (where "
                  "threads start), heap (the objects, by where they are allocated, and which refers to which), events "
                  "(what threads do to shared objects, under which locks) and locks (where locks are taken).",
       .arguments = {{.name = "WHAT",
                      .value = "classes|ir|callgraph|threads|heap|events|locks",
                      .help = "What to show; comes first",
                      .required = true},
                     paths}},
      {.command = Command::kDemo,
       .name = "demo",
       .help = "Analyse the bundled example and show the result",
       .details = "The example has findings; the demo exits with 0 nevertheless."},
      {.command = Command::kExplain,
       .name = "explain",
       .help = "Print the page of one check or kind: what it means, and repairs",
       .details = "Without CHECK the checks and kinds are listed.",
       .arguments = {{.name = "CHECK",
                      .value = std::string(kCheckOrKind),
                      .help = fmt::format("The id of a check, or of a kind: {} (default: a list of them)",
                                          check_names(/*with_kinds=*/true)[1])}}},
      {.command = Command::kDiff,
       .name = "diff",
       .help = "Compare two reports: what is new, and what is gone",
       .details =
           "Reports are those of --format json and of --write-baseline. Ends with 1 when there is something new.",
       .arguments = {{.name = "OLD", .value = "FILE", .help = "A JSON report or baseline of before", .required = true},
                     {.name = "NEW", .value = "FILE", .help = "A JSON report or baseline of now", .required = true}}},
      {.command = Command::kConfig,
       .name = "config",
       .help = "Print the effective options, and where each comes from",
       .details = "Takes the options of check, and prints them as a configuration file.",
       .arguments = {paths}},
      {.command = Command::kCompletion,
       .name = "completion",
       .help = "Print the completion script of a shell",
       .details = "To have it in this shell: source <(snag completion bash), source <(snag completion zsh) after "
                  "compinit, or snag completion fish | source.",
       .arguments = {{.name = "SHELL", .value = "bash|zsh|fish", .help = "Which shell", .required = true}}},
  };
}

PossibleValues possible_values(std::string_view value, bool names_files) {
  using Sort = PossibleValues::Sort;
  if (value == kCheckOrKind) return {Sort::kWords, check_names(/*with_kinds=*/true)};
  if (value == "DIR") return {Sort::kFolders, {}};
  if (value == "FILE" || names_files) return {Sort::kFiles, {}};
  if (value.find('|') == value.npos) return {};
  const std::vector<std::string_view> words = split(value, '|');
  return {Sort::kWords, {words.begin(), words.end()}};
}

}  // namespace

bool OptionSpec::belongs_to(Command command) const {
  return std::find(commands.begin(), commands.end(), command) != commands.end();
}

PossibleValues possible_values(const OptionSpec& spec) {
  if (spec.value != kChecks) return possible_values(spec.value, spec.names_files);
  return {PossibleValues::Sort::kWords, checks_of(spec.belongs_to(Command::kRun) ? Command::kRun : Command::kCheck)};
}
PossibleValues possible_values(const ArgumentSpec& spec) { return possible_values(spec.value, /*names_files=*/false); }

std::span<const CommandSpec> command_table() {
  static const std::vector<CommandSpec> kTable = make_commands();
  return kTable;
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const CommandSpec& command : command_table()) names.emplace_back(command.name);
  return names;
}

const CommandSpec& spec_of(Command command) {
  const std::span<const CommandSpec> table = command_table();
  return *std::find_if(table.begin(), table.end(), [&](const CommandSpec& spec) { return spec.command == command; });
}

std::span<const OptionSpec> option_table() {
  static const std::vector<OptionSpec> kTable = make_table();
  return kTable;
}

const OptionSpec* find_option(std::string_view name, Command command) {
  for (const OptionSpec& spec : option_table()) {
    if (spec.name == name && spec.belongs_to(command)) return &spec;
  }
  return nullptr;
}

std::vector<std::string> split(const std::vector<std::string>& words, char separator) {
  std::vector<std::string> result;
  for (const std::string& word : words) {
    for (std::string_view part : split(std::string_view(word), separator)) result.emplace_back(part);
  }
  return result;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  // The beginning of a word is not a typing error, but `dump class` means classes.
  const auto begun = std::find_if(candidates.begin(), candidates.end(),
                                  [&](const std::string& known) { return !word.empty() && known.starts_with(word); });
  const auto near = begun != candidates.end() ? *begun : nearest(word, candidates);
  return near ? fmt::format("; did you mean {}?", *near) : std::string();
}

void refuse_unknown_check(std::string_view id, bool kind_allowed, Command command) {
  const std::vector<std::string> known = check_names(kind_allowed);
  if (std::find(known.begin(), known.end(), id) != known.end()) return;
  for (const CheckDescriptor& check : all_checks()) {
    for (const KindDescriptor& kind : check.kinds) {
      const std::string whole = kind_name(check.id, kind.id);
      if (id == whole) throw BadValue(fmt::format("'{}' is a kind; only whole checks can be chosen: {}", id, check.id));
      if (id == kind.id) throw BadValue(fmt::format("there is no check '{}'; did you mean {}?", id, whole));
    }
  }
  throw BadValue(fmt::format("there is no check '{}': it is one of {}{}", id, fmt::join(checks_of(command), ", "),
                             did_you_mean(id, known)));
}

}  // namespace snag
