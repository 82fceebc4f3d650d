// The option table, and what is said when a command line does not fit it. CLI11 does the parsing and the help text; the
// messages are ours, because CLI11 knows no "did you mean".
#include "cli/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <iterator>
#include <utility>

#include "base/nearest.h"
#include "base/version.h"
#include "cli/exit_codes.h"

namespace snag {
namespace {

constexpr const char* kFooter =
    "Exit codes: 0 no findings, 1 findings, 2 wrong usage or configuration, 3 input could not be analysed.";

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  // The beginning of a word is no slip, but `dump class` means classes.
  const auto begun = std::find_if(candidates.begin(), candidates.end(),
                                  [&](const std::string& known) { return !word.empty() && known.starts_with(word); });
  const auto near = begun != candidates.end() ? *begun : nearest(word, candidates);
  return near ? fmt::format("; did you mean {}?", *near) : std::string();
}

// An option whose value is one word of a fixed list.
template <class Value, class Target = Value>
CLI::Option* add_choice(CLI::App& app, const std::string& name, Target& target,
                        std::initializer_list<std::pair<std::string, Value>> choices, const std::string& help) {
  std::vector<std::string> words;
  for (const auto& choice : choices) words.push_back(choice.first);
  const std::vector<std::pair<std::string, Value>> table(choices);
  const auto choose = [&target, name, table, words](const std::string& word) {
    for (const auto& [known, value] : table) {
      if (known == word) {
        target = value;
        return;
      }
    }
    std::string hint = did_you_mean(word, words);
    if (hint.empty() && !name.starts_with('-')) hint = fmt::format("; {} comes first", name);
    throw CLI::ValidationError(
        fmt::format("{} cannot be '{}': it is one of {}{}", name, word, fmt::join(words, ", "), hint));
  };
  return app.add_option_function<std::string>(name, choose, help)->type_name(fmt::format("{}", fmt::join(words, "|")));
}

void add_jdk_option(CLI::App& app, Options& options) {
  app.add_option("--jdk", options.jdk, "JDK whose library is analysed (default: JAVA_HOME, then java on PATH)")
      ->type_name("DIR");
}

std::string complain_unless_between(unsigned lowest, unsigned highest, const std::string& text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size() && number >= lowest && number <= highest) return {};
  return fmt::format("must be a number from {} to {}, not '{}'", lowest, highest, text);
}
std::string complain_about_jobs(const std::string& text) { return complain_unless_between(1, 1024, text); }
std::string complain_about_lock_depth(const std::string& text) {
  return complain_unless_between(0, kMaximumLockDepth, text);
}

// One value for each use of the option: what follows it is a PATH again.
template <class Values>
CLI::Option* add_repeatable(CLI::App& app, const char* name, Values& values, const char* type, const char* help) {
  return app.add_option(name, values, help)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false)
      ->type_name(type);
}

// Options of every command that reads the user's program.
void add_program_options(CLI::App& app, Options& options) {
  app.add_option(
         "PATH", options.paths,
         "What to analyse: a jar, war, ear or jmod, a class file, a folder of classes, 'DIR/*' for all jars of a "
         "folder, or a JDK's lib/modules")
      ->required()
      ->type_name("");
  add_repeatable(app, "--class-path", options.class_path, "P",
                 "Further code the program needs, not reported on: as PATH, several separated by ':'; may be repeated")
      ->delimiter(':');
  add_jdk_option(app, options);
  add_repeatable(app, "--entry", options.entries, "CLASS[.method]",
                 "Where the program starts; may be repeated (default: every main method; without one, library mode)");
  add_repeatable(app, "--models", options.models, "FILE",
                 "Further knowledge about libraries, as TOML; may be repeated");
  add_choice<CallGraphAlgorithm>(
      app, "--call-graph", options.call_graph,
      {{"cha", CallGraphAlgorithm::kCha}, {"rta", CallGraphAlgorithm::kRta}, {"vta", CallGraphAlgorithm::kVta}},
      "How calls find their targets: by the class hierarchy, by the types that are "
      "instantiated, or by those that reach the call (default: vta; checks of very large programs: cha)");
  app.add_option("--jobs", options.jobs, "Worker threads (default: one for each processor)")
      ->check(complain_about_jobs)
      ->type_name("N");
}

void add_output_options(CLI::App& app, Options& options) {
  app.add_option("--output", options.output, "Write to FILE instead of standard output, which is -")
      ->check([](const std::string& file) { return file.empty() ? "needs the name of a file" : ""; })
      ->type_name("FILE");
  app.add_flag("--stats", options.stats, "Print times and counts of every pass to standard error");
  add_choice<ColorMode>(app, "--color", options.color,
                        {{"auto", ColorMode::kAuto}, {"always", ColorMode::kAlways}, {"never", ColorMode::kNever}},
                        "Colour in text and diagnostics (default: auto, on a terminal)");
}

CLI::App* add_command(CLI::App& app, Options& options, const std::string& name, Command command,
                      const std::string& help) {
  CLI::App* sub = app.add_subcommand(name, help);
  sub->group("Commands");
  sub->footer(kFooter);
  sub->parse_complete_callback([&options, command] { options.command = command; });
  return sub;
}

std::vector<std::string> check_ids() {
  std::vector<std::string> ids;
  for (const CheckDescriptor& check : all_checks()) ids.emplace_back(check.id);
  return ids;
}

void refuse_unknown_check(const std::string& id) {
  const std::vector<std::string> known = check_ids();
  if (std::find(known.begin(), known.end(), id) != known.end()) return;
  throw CLI::ValidationError(
      fmt::format("there is no check '{}': it is one of {}{}", id, fmt::join(known, ", "), did_you_mean(id, known)));
}

// ID,...: commas are ours to split at, for CLI11 would let an empty list pass.
void add_checks_option(CLI::App& app, Options& options) {
  const auto choose = [&options](const std::vector<std::string>& lists) {
    for (std::string_view list : lists) {
      while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        std::string id(list.substr(0, comma));
        list.remove_prefix(std::min(comma + 1, list.size()));
        if (id.empty()) continue;
        refuse_unknown_check(id);
        options.checks.push_back(std::move(id));
      }
    }
    if (!options.checks.empty()) return;
    throw CLI::ValidationError(fmt::format("--checks needs the id of a check: {}", fmt::join(check_ids(), ", ")));
  };
  app.add_option_function<std::vector<std::string>>("--checks", choose, "Only these checks (default: all)")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false)
      ->type_name("ID,...");
}

void add_check(CLI::App& app, Options& options) {
  CLI::App& check = *add_command(app, options, "check", Command::kCheck, "Analyse a program and report findings");
  check.footer(fmt::format("Checks:\n{}\n{}", list_of_checks(), kFooter));
  add_program_options(check, options);
  add_checks_option(check, options);
  add_choice<Profile>(check, "--profile", options.profile, {{"review", Profile::kReview}, {"audit", Profile::kAudit}},
                      "What a reviewer should read, or everything (default: review)");
  add_choice<AssumeUnknown>(check, "--assume-unknown", options.assume_unknown,
                            {{"shared", AssumeUnknown::kShared}, {"unshared", AssumeUnknown::kUnshared}},
                            "What block-atomicity assumes of values that come from methods whose code is not at hand "
                            "(default: unshared; shared with --profile audit)");
  check.add_flag("--relaxed", options.relaxed,
                 "reacquired-lock also reports two different locks that are taken one after the other");
  check
      .add_option("--lock-depth", options.lock_depth,
                  fmt::format("reacquired-lock: locks behind more than N fields and array elements are not told apart "
                              "(default: {})",
                              kMaximumLockDepth))
      ->check(complain_about_lock_depth)
      ->type_name("N");
  add_repeatable(check, "--source-path", options.source_path, "DIR",
                 "Folders of the program's sources, whose lines the report then shows, several separated by ':'; may "
                 "be repeated")
      ->delimiter(':');
  add_choice<OutputFormat>(
      check, "--format", options.format,
      {{"text", OutputFormat::kText}, {"json", OutputFormat::kJson}, {"html", OutputFormat::kHtml}},
      "Form of the report");
  add_output_options(check, options);
}

void add_dump(CLI::App& app, Options& options) {
  CLI::App& dump = *add_command(app, options, "dump", Command::kDump, "Show what Snag sees in a program");
  add_choice<DumpKind>(dump, "WHAT", options.dump_kind,
                       {{"classes", DumpKind::kClasses},
                        {"ir", DumpKind::kIr},
                        {"callgraph", DumpKind::kCallgraph},
                        {"threads", DumpKind::kThreads},
                        {"locks", DumpKind::kLocks}},
                       "What to show; comes first")
      ->required();
  add_program_options(dump, options);
  dump.add_option("--class", options.class_name, "Only this class, for example bank.Account (classes, ir and locks)")
      ->type_name("NAME");
  dump.add_option("--method", options.method_pattern,
                  "Only methods of this name, given with or without class and parameters: withdraw, 'withdraw(long)', "
                  "bank.Account.withdraw; * stands for any characters (ir and locks)")
      ->type_name("PATTERN");
  add_choice<OutputFormat>(dump, "--format", options.format,
                           {{"text", OutputFormat::kText}, {"dot", OutputFormat::kDot}}, "Form of the output");
  add_output_options(dump, options);
}

void add_explain(CLI::App& app, Options& options) {
  CLI::App& explain = *add_command(app, options, "explain", Command::kExplain,
                                   "Print the page of one check: what it means, and repairs");
  explain.footer(fmt::format("Checks:\n{}", list_of_checks()));
  const auto choose = [&options](const std::string& id) {
    refuse_unknown_check(id);
    options.explained_check = id;
  };
  explain.add_option_function<std::string>("CHECK", choose, "The id of a check (default: a list of them)")
      ->type_name("");
}

void add_demo(CLI::App& app, Options& options) {
  CLI::App& demo =
      *add_command(app, options, "demo", Command::kDemo, "Analyse the bundled example and show the result");
  demo.footer(std::string("The example has findings, but a demo that worked ends with 0.\n") + kFooter);
  add_jdk_option(demo, options);
  add_output_options(demo, options);
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands(nullptr)) names.push_back(sub->get_name());
  return names;
}

// The first word that is no part of the command line's grammar, explained; nothing when every word was understood.
std::optional<std::string> explain_unknown_word(const CLI::App& app, const CLI::App* command) {
  const auto is_option = [](const std::string& word) { return word.size() > 1 && word.front() == '-'; };
  const auto without_value = [](const std::string& word) { return word.substr(0, word.find('=')); };

  for (const std::string& word : app.remaining()) {
    if (!is_option(word)) {
      if (command != nullptr) continue;  // the value of an unknown option before the command
      return fmt::format("unknown command '{}'{}", word, did_you_mean(word, command_names(app)));
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
    return fmt::format("unknown option {} for 'snag {}'{}", option, command->get_name(),
                       did_you_mean(option, option_names(*command)));
  }
  if (words.empty()) return std::nullopt;
  return fmt::format("unexpected argument '{}' for 'snag {}'", words.front(), command->get_name());
}

EarlyExit wrong_usage(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<const CLI::App*> chosen = app.get_subcommands([](const CLI::App* sub) { return sub->parsed(); });
  const CLI::App* command = chosen.empty() ? nullptr : chosen.front();
  // An unknown option is the likely cause of any other complaint: its value was taken for an argument.
  std::string problem = explain_unknown_word(app, command).value_or(error.what());
  const std::string name = command == nullptr ? "snag" : "snag " + command->get_name();
  return {kExitUsage, fmt::format("snag: {}\nRun '{} --help' for what is possible.\n", problem, name)};
}

}  // namespace

std::string list_of_checks() {
  std::string text;
  for (const CheckDescriptor& check : all_checks()) {
    fmt::format_to(std::back_inserter(text), "  {:<16}  {}\n", check.id, check.title);
  }
  return text;
}

std::variant<Options, EarlyExit> parse_options(int argc, const char* const* argv) {
  Options options;
  CLI::App app("Snag finds concurrency defects in Java programs.", "snag");
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  app.get_formatter()->label("Positionals", "Arguments");
  app.get_formatter()->column_width(32);
  app.option_defaults()->always_capture_default(false);
  app.set_version_flag("--version", fmt::format("snag {}", kVersion), "Print the version and exit");
  // At most one command: a second command word is then an argument (a folder may be called "demo").
  app.require_subcommand(0, 1);
  app.footer(std::string("Run 'snag COMMAND --help' for the options of a command.\n") + kFooter);
  add_check(app, options);
  add_dump(app, options);
  add_demo(app, options);
  add_explain(app, options);

  // `snag help dump` is `snag dump --help`. CLI11 wants the words without the program's name, the last one first.
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (!words.empty() && words.front() == "help") {
    words.erase(words.begin());
    words.push_back("--help");
  }
  std::reverse(words.begin(), words.end());
  try {
    app.parse(std::move(words));
  } catch (const CLI::CallForHelp&) {
    return EarlyExit{kExitNoFindings, app.help()};
  } catch (const CLI::CallForVersion& version) {
    return EarlyExit{kExitNoFindings, std::string(version.what()) + "\n"};
  } catch (const CLI::ParseError& error) {
    return wrong_usage(app, error);
  }
  if (app.get_subcommands().empty()) return EarlyExit{kExitUsage, app.help()};
  if (options.output == "-") options.output.reset();
  return options;
}

}  // namespace snag
