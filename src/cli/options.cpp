// The command line: CLI11 takes it apart and prints the help; the options come from the table (option_table.h), and the
// messages are ours, because CLI11 knows no "did you mean".
#include "cli/options.h"

#include <absl/algorithm/container.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <set>
#include <stdexcept>
#include <utility>

#include "base/unicode.h"
#include "base/version.h"
#include "cli/config_file.h"
#include "cli/exit_codes.h"
#include "cli/help_formatter.h"
#include "cli/option_table.h"
#include "cli/terminal.h"

namespace snag {
namespace {

namespace fs = std::filesystem;
using Shape = OptionSpec::Shape;

constexpr const char* kFooter =
    "Exit codes: 0 no findings, 1 findings, 2 wrong usage or configuration, 3 input could not be analysed.";
constexpr const char* kRunUsage = "snag run [options] -- java ...";
constexpr const char* kRunFooter =
    "Exit codes: the program's own if that is not 0, else 0 no findings, 1 findings. Of snag itself: 2 wrong usage or "
    "configuration, 3 the program could not be run or watched, 124 ended by --timeout.";
constexpr const char* kCommandLine = "command line";

// The command line is right, but the file is not: --help would not help.
class ConfigurationError : public UsageError {
 public:
  using UsageError::UsageError;
};

// What the user wrote, before it is looked at.
struct CommandLine {
  Command command = Command::kCheck;
  std::map<std::string, std::vector<std::string>, std::less<>> values;  // by the name of the option or argument
  std::optional<std::vector<std::string>> program;                      // `snag run`: what stands behind --

  std::string value(std::string_view name) const {
    const auto it = values.find(name);
    return it == values.end() || it->second.empty() ? std::string() : it->second.front();
  }
};

void add_option(CLI::App& app, CommandLine& line, const OptionSpec& spec) {
  const std::string name(spec.name);
  const bool plain = spec.unset.empty() || !spec.shows_unset;
  const std::string help = plain ? spec.help : fmt::format("{} (default: {})", spec.help, spec.unset);
  if (spec.shape == Shape::kFlag) {
    app.add_flag_function(
        "--" + name, [&line, name](std::int64_t times) { line.values[name] = {times > 0 ? "true" : "false"}; }, help);
    return;
  }
  const auto keep = [&line, name](const std::vector<std::string>& words) { line.values[name] = words; };
  // One value for each use of the option: what follows it is a PATH again.
  CLI::Option* option = app.add_option_function<std::vector<std::string>>("--" + name, keep, help);
  option->expected(1)->allow_extra_args(false)->type_name(spec.value);
  option->multi_option_policy(spec.shape == Shape::kList ? CLI::MultiOptionPolicy::TakeAll
                                                         : CLI::MultiOptionPolicy::Throw);
}

void add_argument(CLI::App& app, CommandLine& line, const ArgumentSpec& spec) {
  // PATH can stand in the configuration file, and has its line in the table of options.
  const std::string key(spec.name == "PATH" ? "paths" : spec.name);
  const std::string name(spec.name);
  CLI::Option* argument = nullptr;
  if (spec.repeated) {
    const auto keep = [&line, key](const std::vector<std::string>& words) { line.values[key] = words; };
    argument = app.add_option_function<std::vector<std::string>>(name, keep, spec.help);
  } else {
    const auto keep = [&line, key](const std::string& word) { line.values[key] = {word}; };
    argument = app.add_option_function<std::string>(name, keep, spec.help);
  }
  argument->required(spec.required)->type_name(spec.value.find('|') != spec.value.npos ? spec.value : std::string());
}

std::string footer_of(Command command) {
  switch (command) {
    case Command::kCheck:
      return fmt::format("Checks:\n{}\n{}", list_of_checks(command), kFooter);
    case Command::kRun:
      return fmt::format("Checks:\n{}\n{}", list_of_checks(command), kRunFooter);
    case Command::kDemo:
      return fmt::format("The example has findings; the demo exits with 0 nevertheless.\n{}", kFooter);
    case Command::kExplain:
      return fmt::format("Checks:\n{}", list_of_checks(command));
    case Command::kDiff:
      return "Exit codes: 0 nothing new, 1 new findings, 2 wrong usage, or a report that cannot be read.";
    case Command::kConfig:
      return "Takes the options of 'snag check', and prints them as a configuration file.";
    case Command::kCompletion:
      return "To have it in this shell:\n"
             "  bash  source <(snag completion bash)\n"
             "  zsh   source <(snag completion zsh)      after compinit\n"
             "  fish  snag completion fish | source\n"
             "An installed Snag has them in place.";
    case Command::kDump:
      break;
  }
  return kFooter;
}

void add_commands(CLI::App& app, CommandLine& line) {
  for (const CommandSpec& spec : command_table()) {
    CLI::App* sub = app.add_subcommand(std::string(spec.name), spec.help);
    sub->group("Commands");
    sub->footer(footer_of(spec.command));
    sub->parse_complete_callback([&line, command = spec.command] { line.command = command; });
    for (const ArgumentSpec& argument : spec.arguments) add_argument(*sub, line, argument);
    for (const OptionSpec& option : option_table()) {
      if (option.belongs_to(spec.command) && option.name != "paths") add_option(*sub, line, option);
    }
  }
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// A message about the first word that does not belong to the grammar; nothing if every word was understood.
std::optional<std::string> explain_unknown_word(const CLI::App& app, const CLI::App* command, const CommandLine& line) {
  const auto is_option = [](const std::string& word) { return word.size() > 1 && word.front() == '-'; };
  const auto without_value = [](const std::string& word) { return word.substr(0, word.find('=')); };

  for (const std::string& word : app.remaining()) {
    if (!is_option(word)) {
      if (command != nullptr) continue;  // the value of an unknown option before the command
      return fmt::format("unknown command '{}'{}", word, did_you_mean(word, command_names()));
    }
    const std::string option = without_value(word);
    if (command != nullptr && command->get_option_no_throw(option) != nullptr) {
      return fmt::format("option {} belongs after the command: snag {} {} ...", option, command->get_name(), option);
    }
    return fmt::format("unknown option {} for 'snag'{}", option, did_you_mean(option, option_names(app)));
  }
  if (command == nullptr) return std::nullopt;
  const std::vector<std::string> words = command->remaining();
  for (const std::string& word : words) {
    if (!is_option(word)) continue;
    const std::string option = without_value(word);
    if (command->get_name() == "run" && !line.program) {
      return fmt::format("unknown option {} for 'snag run'; the program's own words stand behind --: {}", option,
                         kRunUsage);
    }
    return fmt::format("unknown option {} for 'snag {}'{}", option, command->get_name(),
                       did_you_mean(option, option_names(*command)));
  }
  if (words.empty()) return std::nullopt;
  return fmt::format("unexpected argument '{}' for 'snag {}'", words.front(), command->get_name());
}

EarlyExit wrong_usage(const CLI::App& app, const CommandLine& line, const std::string& what) {
  const std::vector<const CLI::App*> chosen = app.get_subcommands([](const CLI::App* sub) { return sub->parsed(); });
  const CLI::App* command = chosen.empty() ? nullptr : chosen.front();
  // An unknown option is the likely cause of any other complaint: its value was taken for an argument.
  std::string problem = explain_unknown_word(app, command, line).value_or(what);
  const std::string name = command == nullptr ? "snag" : "snag " + command->get_name();
  return {kExitUsage, fmt::format("snag: {}\nRun '{} --help' for its options.\n", visible(problem), name)};
}

// ---- from words to Options ------------------------------------------------------------------------------------------

// The command's first argument, of which the table has the words, in the order of the values of `Value`.
template <class Value>
Value chosen_argument(const CommandLine& line) {
  const std::vector<ArgumentSpec>& arguments = spec_of(line.command).arguments;
  const std::string word = line.value(arguments.front().name);
  const std::vector<std::string> words = possible_values(arguments.front()).words;
  const auto found = std::find(words.begin(), words.end(), word);
  if (found != words.end()) return static_cast<Value>(found - words.begin());
  std::string hint = did_you_mean(word, words);
  if (hint.empty() && arguments.size() > 1) hint = fmt::format("; {} comes first", arguments.front().name);
  throw UsageError(
      fmt::format("{} cannot be '{}': it is one of {}{}", arguments.front().name, word, fmt::join(words, ", "), hint));
}

struct ChosenConfig {
  fs::path file;
  std::string shown;   // how messages name it
  bool found = false;  // or it was named by the user
};

// The configuration file that is read.
std::optional<ChosenConfig> choose_config(const CommandLine& line, const fs::path& folder) {
  const bool refused = line.value("no-config") == "true";
  if (line.values.contains("config")) {
    if (refused) throw UsageError("--config and --no-config exclude each other");
    const std::string file = line.value("config");
    if (file.empty()) throw UsageError("--config: needs the name of a file");
    return ChosenConfig{.file = file, .shown = file, .found = false};
  }
  const bool reads_config = find_option("config", line.command) != nullptr;
  if (refused || !reads_config) return std::nullopt;
  const std::optional<fs::path> found = find_config(folder);
  if (!found) return std::nullopt;
  return ChosenConfig{.file = *found, .shown = found->lexically_relative(folder).native(), .found = true};
}

// A user who runs Snag in a checkout of others has not read the snag.toml in it: that file must not cause Snag to
// overwrite or show a file elsewhere.
void refuse_outside(const OptionSpec& spec, const ConfigFile::Value& value, const ChosenConfig& config,
                    const fs::path& folder) {
  if (!config.found || !spec.stays_below) return;
  for (const std::string& word : value.words) {
    if (word.empty() || word == "-" || lies_below(config.file.parent_path(), folder / word)) continue;
    throw ConfigurationError(fmt::format(
        "{}: {}: {} lies outside of the file's folder, which only the command line may name: give --{} there, "
        "or --config {} if you trust the file",
        value.where, spec.name, word, spec.name, config.shown));
  }
}

void apply(Options& options, const OptionSpec& spec, std::vector<std::string> words, const std::string& where) {
  if (spec.separator != '\0') words = split(words, spec.separator);
  // Builds put paths together that begin or end with a colon, or are empty.
  if (spec.separator == ':') std::erase(words, "");
  try {
    spec.set(options, words);
  } catch (const BadValue& error) {
    if (where == kCommandLine) throw UsageError(fmt::format("--{}: {}", spec.name, error.what()));
    throw ConfigurationError(fmt::format("{}: {}: {}", where, spec.name, error.what()));
  }
  options.origins[std::string(spec.name)] = where;
}

std::optional<OutputFormat> format_by_name(const fs::path& file, Command command) {
  static const std::map<std::string_view, OutputFormat> kEndings = {{".json", OutputFormat::kJson},
                                                                    {".sarif", OutputFormat::kSarif},
                                                                    {".html", OutputFormat::kHtml},
                                                                    {".htm", OutputFormat::kHtml},
                                                                    {".txt", OutputFormat::kText}};
  const OptionSpec* formats = find_option("format", command);
  const auto known = kEndings.find(file.extension().native());
  if (formats == nullptr || command == Command::kDump || known == kEndings.end()) return std::nullopt;
  if (command == Command::kDiff && known->second != OutputFormat::kJson) return std::nullopt;
  return known->second;
}

// The n-th format belongs to the n-th output. An output without a format has the one that its name ends in; a format
// without an output goes to standard output.
std::vector<ReportTarget> plan_reports(const Options& options) {
  std::vector<ReportTarget> reports(std::max({options.formats.size(), options.outputs.size(), std::size_t{1}}));
  for (std::size_t n = 0; n < reports.size(); ++n) {
    ReportTarget& report = reports[n];
    if (n < options.outputs.size() && options.outputs[n] != "-") report.file = options.outputs[n];
    const std::optional<OutputFormat> by_name =
        report.file ? format_by_name(*report.file, options.command) : std::nullopt;
    if (n >= options.formats.size()) {
      report.format = by_name.value_or(OutputFormat::kText);
      continue;
    }
    report.format = options.formats[n];
    // SARIF is JSON.
    const bool fits = !by_name || *by_name == report.format || report.format == OutputFormat::kDot ||
                      (report.format == OutputFormat::kSarif && *by_name == OutputFormat::kJson);
    if (!fits) {
      throw UsageError(fmt::format(
          "--output {} does not have the ending of its --format; the n-th format belongs to the n-th output",
          report.file->native()));
    }
  }
  const auto to_standard_output = absl::c_count_if(reports, [](const ReportTarget& report) { return !report.file; });
  if (to_standard_output > 1)
    throw UsageError("only one report can go to standard output; give each --format an --output");
  std::set<fs::path> files;
  for (const ReportTarget& report : reports) {
    if (report.file && !files.insert(report.file->lexically_normal()).second) {
      throw UsageError(fmt::format("--output {} is given twice", report.file->native()));
    }
  }
  if (options.write_baseline && files.contains(options.write_baseline->lexically_normal())) {
    throw UsageError(
        fmt::format("--write-baseline {} is the file of an --output, too", options.write_baseline->native()));
  }
  const bool one_only =
      options.command == Command::kDump || options.command == Command::kDemo || options.command == Command::kDiff;
  if (one_only && reports.size() > 1) throw UsageError("this command has one output only");
  return reports;
}

// --format and --output belong together: a command line that has either replaces both.
bool is_replaced(const CommandLine& line, const std::string& name) {
  if (line.values.contains(name)) return true;
  const bool reports = name == "format" || name == "output";
  return reports && (line.values.contains("format") || line.values.contains("output"));
}

void choose_program(Options& options, const CommandLine& line) {
  if (line.values.contains("COMMAND")) {
    throw UsageError(fmt::format("'{}' stands before --: {}", line.value("COMMAND"), kRunUsage));
  }
  options.watched_command = line.program.value_or(std::vector<std::string>());
  const bool has_command = !options.watched_command.empty() && !options.watched_command.front().empty();
  if (has_command && options.pid)
    throw UsageError("--pid watches a program that runs already; it cannot be given together with a command");
  if (options.stop && !options.pid) throw UsageError("--stop needs --pid N, the JVM in which watching is to end");
  if (!has_command && !options.pid) throw UsageError(fmt::format("which program shall be run? {}", kRunUsage));
}

// A configuration file may name the checks of both commands; one that is named on the command line must belong to this
// command.
void refuse_foreign_checks(const Options& options) {
  const auto origin = options.origins.find("checks");
  if (origin == options.origins.end() || origin->second != kCommandLine) return;
  for (const std::string& id : options.checks) {
    const CheckDescriptor::Runs runs = find_check(id)->runs;
    if (options.command == Command::kCheck && !runs.on_code) {
      throw UsageError(fmt::format("--checks: {} watches a program that runs: {}", id, kRunUsage));
    }
    if (options.command != Command::kRun || runs.on_program) continue;
    if (runs.on_every_program) {
      throw UsageError(fmt::format("--checks: {} need not be chosen: it is always reported", id));
    }
    throw UsageError(fmt::format("--checks: {} analyses code: snag check PATH...", id));
  }
}

Options to_options(const CommandLine& line, const fs::path& folder) {
  Options options;
  options.command = line.command;
  if (line.command == Command::kDump) options.dump_kind = chosen_argument<DumpKind>(line);
  const bool manual = line.value("SHELL") == "man";  // for the build only
  if (manual) options.shell = Shell::kManual;
  if (line.command == Command::kCompletion && !manual) options.shell = chosen_argument<Shell>(line);
  if (line.values.contains("CHECK")) {
    try {
      refuse_unknown_check(line.value("CHECK"), /*kind_allowed=*/true);
    } catch (const BadValue& error) {
      throw UsageError(error.what());
    }
    options.explained_check = line.value("CHECK");
  }
  options.old_findings = line.value("OLD");
  options.new_findings = line.value("NEW");
  ConfigFile config;
  const std::optional<ChosenConfig> file = choose_config(line, folder);
  if (file) {
    Result<ConfigFile> read = read_config(file->file, file->shown);
    if (!read) throw ConfigurationError(read.error().message);
    config = std::move(*read);
    options.config = file->shown;
    options.suppressions = config.suppressions;
  }
  for (const OptionSpec& spec : option_table()) {
    if (!spec.belongs_to(line.command)) continue;
    const std::string name(spec.name);
    if (const auto given = line.values.find(name); given != line.values.end()) {
      apply(options, spec, given->second, kCommandLine);
    } else if (const auto kept = config.values.find(name);
               kept != config.values.end() && spec.in_file && !is_replaced(line, name)) {
      refuse_outside(spec, kept->second, *file, folder);
      apply(options, spec, kept->second.words, kept->second.where);
    }
  }
  if (line.command == Command::kRun) choose_program(options, line);
  refuse_foreign_checks(options);
  const bool needs_paths = line.command == Command::kCheck || line.command == Command::kDump;
  if (needs_paths && options.paths.empty()) {
    throw UsageError("PATH is missing: give a jar, a folder of classes, or another input to analyse");
  }
  options.reports = plan_reports(options);
  return options;
}

}  // namespace

bool Options::uses_standard_output() const {
  return absl::c_any_of(reports, [](const ReportTarget& report) { return !report.file; });
}

std::string list_of_checks(Command command) {
  std::string text;
  for (const CheckDescriptor& check : all_checks()) {
    const bool on_program = check.runs.on_program || check.runs.on_every_program;
    if ((command == Command::kCheck && !check.runs.on_code) || (command == Command::kRun && !on_program)) continue;
    fmt::format_to(std::back_inserter(text), "  {:<18}  {}\n", check.id, check.title);
  }
  return text;
}

std::variant<Options, EarlyExit> parse_options(int argc, const char* const* argv, const fs::path& folder) {
  CommandLine line;
  CLI::App app("Snag finds concurrency defects in Java programs.", "snag");
  app.formatter(make_help_formatter(static_cast<std::size_t>(terminal_width(STDOUT_FILENO))));
  app.option_defaults()->always_capture_default(false);
  app.set_version_flag("--version", fmt::format("snag {}", kVersion), "Print the version and exit");
  // At most one command: a second command word is then an argument (a folder may be called "demo").
  app.require_subcommand(0, 1);
  app.footer(std::string("Run 'snag COMMAND --help' for the options of a command.\n") + kFooter);
  add_commands(app, line);

  // `snag help dump` is `snag dump --help`. CLI11 wants the words without the program's name, the last one first.
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (!words.empty() && words.front() == "help") {
    words.erase(words.begin());
    words.push_back("--help");
  }
  if (!words.empty() && words.front() == spec_of(Command::kRun).name) {
    if (const auto mark = std::find(words.begin(), words.end(), "--"); mark != words.end()) {
      line.program.emplace(mark + 1, words.end());
      words.erase(mark, words.end());
    }
  }
  std::reverse(words.begin(), words.end());
  try {
    app.parse(std::move(words));
  } catch (const CLI::CallForHelp&) {
    return EarlyExit{kExitNoFindings, app.help()};
  } catch (const CLI::CallForVersion& version) {
    return EarlyExit{kExitNoFindings, std::string(version.what()) + "\n"};
  } catch (const CLI::ParseError& error) {
    return wrong_usage(app, line, error.what());
  } catch (const std::logic_error&) {  // CLI11 reads what stands behind a flag's = as a number
    return wrong_usage(app, line, "an option without a value can only be followed by =true or =false");
  }
  if (app.get_subcommands().empty()) return EarlyExit{kExitUsage, app.help()};
  try {
    Options options = to_options(line, folder);
    if (argc > 0) options.called_as = argv[0];
    return options;
  } catch (const ConfigurationError& error) {
    return EarlyExit{kExitUsage, fmt::format("snag: {}\n", visible(error.what()))};
  } catch (const UsageError& error) {
    return wrong_usage(app, line, error.what());
  }
}

}  // namespace snag
