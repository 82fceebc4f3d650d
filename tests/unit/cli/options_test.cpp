#include "cli/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/version.h"
#include "checks/object-race/descriptor.h"
#include "checks/reacquired-lock/descriptor.h"
#include "cli/exit_codes.h"
#include "cli/option_table.h"

namespace snag {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::variant<Options, EarlyExit> parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "snag");
  return parse_options(static_cast<int>(arguments.size()), arguments.data(), "/");
}

Options parsed(std::vector<const char*> arguments) {
  const auto result = parse(std::move(arguments));
  if (const auto* exit = std::get_if<EarlyExit>(&result)) {
    ADD_FAILURE() << "not accepted: " << exit->text;
    return {};
  }
  return std::get<Options>(result);
}

// The first line of the complaint about a wrong command line.
std::string complaint(std::vector<const char*> arguments) {
  const auto result = parse(std::move(arguments));
  const auto* exit = std::get_if<EarlyExit>(&result);
  if (exit == nullptr) return "accepted";
  EXPECT_EQ(exit->code, kExitUsage);
  return exit->text.substr(0, exit->text.find('\n'));
}

TEST(Options, CheckWithEverything) {
  const Options options =
      parsed({"check", "a.jar",    "--class-path", "x.jar:lib/*", "b.jar",        "--class-path", "y.jar",   "--jdk",
              "/jdk",  "--entry",  "a.Main",       "--entry",     "b.Main.start", "--models",     "m.toml",  "--jobs",
              "3",     "--format", "json",         "--output",    "out.json",     "--stats",      "--color", "never"});
  EXPECT_EQ(options.command, Command::kCheck);
  EXPECT_THAT(options.paths, ElementsAre("a.jar", "b.jar"));
  EXPECT_THAT(options.class_path, ElementsAre("x.jar", "lib/*", "y.jar"));
  EXPECT_EQ(options.jdk, "/jdk");
  EXPECT_THAT(options.entries, ElementsAre("a.Main", "b.Main.start"));
  EXPECT_THAT(options.models, ElementsAre("m.toml"));
  EXPECT_EQ(options.jobs, 3u);
  EXPECT_THAT(options.reports, ElementsAre(ReportTarget{OutputFormat::kJson, "out.json"}));
  EXPECT_TRUE(options.stats);
  EXPECT_EQ(options.color, ColorMode::kNever);
}

TEST(Options, Defaults) {
  const Options options = parsed({"check", "a.jar"});
  EXPECT_TRUE(options.class_path.empty());
  EXPECT_EQ(options.jdk, std::nullopt);
  EXPECT_TRUE(options.entries.empty());
  EXPECT_EQ(options.jobs, std::nullopt);
  EXPECT_THAT(options.reports, ElementsAre(ReportTarget{OutputFormat::kText, std::nullopt}));
  EXPECT_TRUE(options.uses_standard_output());
  EXPECT_FALSE(options.stats);
  EXPECT_EQ(options.color, ColorMode::kAuto);
}

TEST(Options, WhatIsChecked) {
  const Options all = parsed({"check", "a.jar"});
  EXPECT_TRUE(all.checks.empty());
  EXPECT_EQ(all.profile, Profile::kReview);
  EXPECT_EQ(all.check_options.value(kAssumeUnknown), std::nullopt);
  EXPECT_TRUE(all.source_path.empty());

  const Options chosen = parsed({"check", "--checks", "block-atomicity,stale-value", "a.jar", "--profile", "audit",
                                 "--assume-unknown", "shared", "--source-path", "src:gen", "--source-path", "more"});
  EXPECT_THAT(chosen.paths, ElementsAre("a.jar"));
  EXPECT_THAT(chosen.checks, ElementsAre("block-atomicity", "stale-value"));
  EXPECT_EQ(chosen.profile, Profile::kAudit);
  EXPECT_EQ(chosen.check_options.value(kAssumeUnknown), "shared");
  EXPECT_THAT(chosen.source_path, ElementsAre("src", "gen", "more"));
  EXPECT_EQ(parsed({"check", "--assume-unknown", "unshared", "a.jar"}).check_options.value(kAssumeUnknown), "unshared");
  EXPECT_THAT(parsed({"check", "--checks", "stale-value", "--checks", "block-atomicity", "a.jar"}).checks,
              ElementsAre("stale-value", "block-atomicity"));
}

TEST(Options, OfReacquiredLock) {
  const Options plain = parsed({"check", "a.jar"});
  EXPECT_FALSE(plain.check_options.flag(kRelaxed));
  EXPECT_EQ(plain.check_options.value(kLockDepth), std::nullopt);
  EXPECT_EQ(plain.call_graph, std::nullopt);

  // The flag takes no value: what follows it is a PATH.
  const Options chosen = parsed({"check", "--checks", "reacquired-lock", "--relaxed", "a.jar", "--lock-depth", "2",
                                 "--call-graph", "rta", "--entry", "a.Main"});
  EXPECT_THAT(chosen.paths, ElementsAre("a.jar"));
  EXPECT_THAT(chosen.checks, ElementsAre("reacquired-lock"));
  EXPECT_TRUE(chosen.check_options.flag(kRelaxed));
  EXPECT_EQ(chosen.check_options.number(kLockDepth, 5), 2u);
  EXPECT_EQ(chosen.call_graph, CallGraphAlgorithm::kRta);
  EXPECT_EQ(parsed({"check", "--lock-depth", "0", "a.jar"}).check_options.number(kLockDepth, 5), 0u);
  EXPECT_EQ(parsed({"check", "--lock-depth=5", "a.jar"}).check_options.number(kLockDepth, 0), kMaximumLockDepth);
  for (const char* wrong : {"6", "-1", "x", "2x", "1.5", "", "4294967296"}) {
    EXPECT_EQ(complaint({"check", "--lock-depth", wrong, "a.jar"}),
              "snag: --lock-depth: must be a number from 0 to 5, not '" + std::string(wrong) + "'");
  }
  EXPECT_THAT(complaint({"check", "--lock-dept", "2", "a.jar"}), HasSubstr("did you mean --lock-depth?"));
  EXPECT_THAT(complaint({"check", "--relax", "a.jar"}), HasSubstr("did you mean --relaxed?"));
  EXPECT_THAT(complaint({"dump", "locks", "--relaxed", "a.jar"}), StartsWith("snag: unknown option --relaxed"));
  EXPECT_EQ(parsed({"explain", "reacquired-lock"}).explained_check, "reacquired-lock");
}

TEST(Options, UnknownChecksNameTheNearest) {
  const auto listed = [](const auto& ids) { return fmt::format("{}", fmt::join(ids, ", ")); };
  const std::string on_code = listed(checks_that_run(&CheckDescriptor::Runs::on_code));
  EXPECT_EQ(complaint({"check", "--checks", "stale-value,block-atomicty", "a.jar"}),
            "snag: --checks: there is no check 'block-atomicty': it is one of " + on_code +
                "; did you mean block-atomicity?");
  EXPECT_EQ(complaint({"explain", "stalevalue"}), "snag: there is no check 'stalevalue': it is one of " +
                                                      listed(check_names(/*with_kinds=*/false)) +
                                                      "; did you mean stale-value?");
  EXPECT_EQ(complaint({"run", "--checks", "object-rac", "--", "java"}),
            "snag: --checks: there is no check 'object-rac': it is one of " +
                listed(checks_that_run(&CheckDescriptor::Runs::on_program)) + "; did you mean object-race?");
  for (const char* empty : {"", ",", ",,"}) {
    EXPECT_EQ(complaint({"check", "--checks", empty, "a.jar"}), "snag: --checks: needs the id of a check: " + on_code);
  }
  EXPECT_THAT(complaint({"check", "--profile", "audt", "a.jar"}), HasSubstr("did you mean audit?"));
  EXPECT_THAT(complaint({"check", "--assume-unknown", "share", "a.jar"}), HasSubstr("did you mean shared?"));
}

TEST(Options, ExplainOneKind) {
  EXPECT_EQ(parsed({"explain", "stale-value/lost-update"}).explained_check, "stale-value/lost-update");
  EXPECT_THAT(complaint({"explain", "stale-value/lost-updat"}), HasSubstr("did you mean stale-value/lost-update?"));
}

TEST(Options, Explain) {
  const Options page = parsed({"explain", "stale-value"});
  EXPECT_EQ(page.command, Command::kExplain);
  EXPECT_EQ(page.explained_check, "stale-value");
  EXPECT_EQ(parsed({"explain"}).explained_check, std::nullopt);
  EXPECT_THAT(complaint({"explain", "stale-value", "block-atomicity"}), HasSubstr("unexpected argument"));
  EXPECT_THAT(complaint({"explain", ""}), HasSubstr("there is no check ''"));
}

// One space for each run of spaces and line ends: the help is wrapped.
std::string unwrapped(const std::string& text) {
  std::string result;
  for (char c : text) {
    const bool space = c == ' ' || c == '\n';
    if (!space || !result.ends_with(' ')) result += space ? ' ' : c;
  }
  return result;
}

// One table, from the descriptors.
TEST(Options, HelpListsTheChecks) {
  for (const char* command : {"check", "explain"}) {
    const std::string help = unwrapped(std::get<EarlyExit>(parse({command, "--help"})).text);
    for (const CheckDescriptor& check : all_checks()) {
      const bool is_listed = std::string_view(command) == "explain" || check.runs.on_code;
      EXPECT_EQ(help.find(check.title) != help.npos, is_listed) << check.id;
    }
  }
  const std::string help = unwrapped(std::get<EarlyExit>(parse({"run", "--help"})).text);
  EXPECT_THAT(help, HasSubstr(unwrapped(list_of_checks(Command::kRun))));
  EXPECT_THAT(help, Not(HasSubstr("stale-value")));
}

TEST(Options, Run) {
  const Options options = parsed({"run",          "--checks",
                                  "object-race",  "--granularity",
                                  "object",       "--lockset-only",
                                  "--arrays",     "whole",
                                  "--include",    "app.*,lib.*",
                                  "--include",    "x",
                                  "--exclude",    "y",
                                  "--max-memory", "2G",
                                  "--brief",      "--",
                                  "java",         "--brief",
                                  "-cp",          "x",
                                  "--",           "Main"});
  EXPECT_EQ(options.command, Command::kRun);
  EXPECT_THAT(options.checks, ElementsAre("object-race"));
  EXPECT_EQ(options.check_options.value(kGranularity), kObjectGranularity);
  EXPECT_TRUE(options.check_options.flag(kLocksetOnly));
  EXPECT_EQ(options.arrays, WatchedArrays::kWhole);
  EXPECT_THAT(options.include, ElementsAre("app.*", "lib.*", "x"));
  EXPECT_THAT(options.exclude, ElementsAre("y"));
  EXPECT_EQ(options.max_memory, std::uint64_t{2} << 30);
  EXPECT_TRUE(options.brief);
  EXPECT_THAT(options.watched_command, ElementsAre("java", "--brief", "-cp", "x", "--", "Main"));
  EXPECT_EQ(parsed({"run", "--pid", "12"}).pid, 12u);
}

TEST(Options, RunWhat) {
  EXPECT_THAT(complaint({"run"}), HasSubstr("which program shall be run?"));
  EXPECT_THAT(complaint({"run", "--"}), HasSubstr("which program shall be run?"));
  EXPECT_THAT(complaint({"run", "java", "Main"}), HasSubstr("'java' stands before --"));
  EXPECT_THAT(complaint({"run", "java", "-jar", "x"}), HasSubstr("stand behind --: snag run [options] -- java"));
  EXPECT_THAT(complaint({"run", "--pid", "12", "--", "java"}), HasSubstr("--pid watches a program that runs already"));
  EXPECT_THAT(complaint({"run", "--pid", "0"}), HasSubstr("must be a number from 1"));
  EXPECT_THAT(complaint({"run", "--brif", "--", "java"}), HasSubstr("did you mean --brief?"));
  for (const char* size : {"5", "x", "1T", "2GB", "", "-1", "1025G", "99999999999999999999M"}) {
    EXPECT_THAT(complaint({"run", "--max-memory", size, "--", "java"}), HasSubstr("must be a size from 1M to 1024G"))
        << size;
  }
}

TEST(Options, Timeout) {
  const auto timeout = [](const char* text) {
    return parsed({"run", "--timeout", text, "--", "java"}).timeout.value_or(std::chrono::seconds(0)).count();
  };
  EXPECT_EQ(timeout("45"), 45);
  EXPECT_EQ(timeout("30s"), 30);
  EXPECT_EQ(timeout("10m"), 600);
  EXPECT_EQ(timeout("1000h"), 3'600'000);
  EXPECT_FALSE(parsed({"run", "--", "java"}).timeout);
  for (const char* text :
       {"", "0", "0s", "-1s", "s", "10x", "1.5m", "1m30s", "10 m", "1001h", "99999999999999999999"}) {
    EXPECT_THAT(complaint({"run", "--timeout", text, "--", "java"}), HasSubstr("must be a duration from 1s to 1000h"))
        << text;
  }
  const OptionSpec& spec = *find_option("timeout", Command::kRun);
  for (const char* text : {"2h", "90m", "45s"}) {
    EXPECT_THAT(spec.get(parsed({"run", "--timeout", text, "--", "java"})), ElementsAre(text));
  }
}

TEST(Options, WhoseExitCode) {
  EXPECT_FALSE(parsed({"run", "--", "java"}).ignore_program_exit_code);
  EXPECT_TRUE(parsed({"run", "--ignore-program-exit-code", "--", "java"}).ignore_program_exit_code);
  EXPECT_THAT(complaint({"run", "--program-exit-code", "--", "java"}), HasSubstr("unknown option --program-exit-code"));
}

TEST(Options, ChecksBelongToCommands) {
  EXPECT_THAT(complaint({"check", "a.jar", "--checks", "object-race"}),
              HasSubstr("object-race watches a program that runs: snag run"));
  EXPECT_THAT(complaint({"run", "--checks", "stale-value", "--", "java"}), HasSubstr("analyses code: snag check"));
  EXPECT_THAT(complaint({"run", "--checks", "deadlock", "--", "java"}), HasSubstr("need not be chosen"));
  EXPECT_EQ(parsed({"explain", "object-race/write-read"}).explained_check, "object-race/write-read");
}

TEST(Options, Dump) {
  const Options options =
      parsed({"dump", "ir", "a.jar", "--method", "trans*", "--class", "bank.Account", "--format", "dot"});
  EXPECT_EQ(options.command, Command::kDump);
  EXPECT_EQ(options.dump_kind, DumpKind::kIr);
  EXPECT_THAT(options.paths, ElementsAre("a.jar"));
  EXPECT_EQ(options.method_pattern, "trans*");
  EXPECT_EQ(options.class_name, "bank.Account");
  EXPECT_EQ(options.report().format, OutputFormat::kDot);
}

TEST(Options, ReportsByTheirNames) {
  const Options options =
      parsed({"check", "a.jar", "--output", "a.html", "--output", "b.sarif", "--output", "-", "--output", "d.out"});
  EXPECT_THAT(options.reports,
              ElementsAre(ReportTarget{OutputFormat::kHtml, "a.html"}, ReportTarget{OutputFormat::kSarif, "b.sarif"},
                          ReportTarget{OutputFormat::kText, std::nullopt}, ReportTarget{OutputFormat::kText, "d.out"}));
  EXPECT_TRUE(options.uses_standard_output());
  EXPECT_FALSE(parsed({"check", "a.jar", "--output", "a.html"}).uses_standard_output());
}

TEST(Options, FormatsAndOutputsInTheirOrder) {
  const Options options =
      parsed({"check", "a.jar", "--format", "sarif,json", "--output", "a.json", "--output", "b", "--format", "text"});
  EXPECT_THAT(options.reports,
              ElementsAre(ReportTarget{OutputFormat::kSarif, "a.json"}, ReportTarget{OutputFormat::kJson, "b"},
                          ReportTarget{OutputFormat::kText, std::nullopt}));
}

// Only a check has reports that are told by their names.
TEST(Options, NamesOfOtherOutputsMeanNothing) {
  EXPECT_EQ(parsed({"demo", "--output", "x.html"}).report().format, OutputFormat::kText);
  EXPECT_EQ(parsed({"dump", "ir", "a.jar", "--output", "x.json"}).report().format, OutputFormat::kText);
  EXPECT_EQ(parsed({"diff", "a", "b", "--output", "x.sarif"}).report().format, OutputFormat::kText);
  EXPECT_EQ(parsed({"diff", "a", "b", "--output", "x.json"}).report().format, OutputFormat::kJson);
}

TEST(Options, KindsWhereOnlyChecksGo) {
  EXPECT_THAT(complaint({"check", "--checks", "stale-value/lost-update", "a.jar"}),
              HasSubstr("is a kind; only whole checks can be chosen: stale-value"));
  EXPECT_THAT(complaint({"explain", "lost-update"}), HasSubstr("did you mean stale-value/lost-update?"));
}

TEST(Options, EmptyPartsOfPathsMeanNothing) {
  EXPECT_TRUE(parsed({"check", "a.jar", "--class-path", ""}).class_path.empty());
  EXPECT_THAT(parsed({"check", "a.jar", "--class-path", ":x.jar::y.jar:"}).class_path, ElementsAre("x.jar", "y.jar"));
}

TEST(Options, ReportsThatCannotBe) {
  EXPECT_THAT(complaint({"check", "a.jar", "--format", "text", "--format", "json"}),
              HasSubstr("only one report can go to standard output"));
  EXPECT_THAT(complaint({"check", "a.jar", "--format", "text", "--output", "a.sarif"}),
              HasSubstr("a.sarif does not have the ending of its --format"));
  EXPECT_THAT(complaint({"check", "a.jar", "--output", "a.json", "--output", "a.json"}),
              HasSubstr("a.json is given twice"));
  EXPECT_THAT(complaint({"dump", "ir", "a.jar", "--output", "a", "--output", "b"}), HasSubstr("one output only"));
  EXPECT_THAT(complaint({"dump", "ir", "a.jar", "--format", "json"}), HasSubstr("it is one of text, dot"));
}

TEST(Options, Diff) {
  const Options options = parsed({"diff", "old.json", "new.json", "--format", "json"});
  EXPECT_EQ(options.command, Command::kDiff);
  EXPECT_EQ(options.old_findings, "old.json");
  EXPECT_EQ(options.new_findings, "new.json");
  EXPECT_EQ(options.report().format, OutputFormat::kJson);
  EXPECT_THAT(complaint({"diff", "old.json"}), HasSubstr("NEW"));
}

TEST(Options, FlagsCanBeTakenBack) {
  EXPECT_TRUE(parsed({"check", "a.jar", "--brief"}).brief);
  EXPECT_FALSE(parsed({"check", "a.jar", "--brief=false"}).brief);
}

TEST(Options, DashIsStandardOutput) { EXPECT_EQ(parsed({"demo", "--output", "-"}).report().file, std::nullopt); }

TEST(Options, PathsMayLookLikeCommandsAndOptions) {
  EXPECT_THAT(parsed({"check", "demo", "dump"}).paths, ElementsAre("demo", "dump"));
  EXPECT_THAT(parsed({"check", "--", "--odd.jar"}).paths, ElementsAre("--odd.jar"));
}

TEST(Options, UnknownOptionNamesTheNearest) {
  EXPECT_EQ(complaint({"check", "--fromat", "json", "a.jar"}),
            "snag: unknown option --fromat for 'snag check'; did you mean --format?");
  EXPECT_EQ(complaint({"dump", "--fromat=dot", "ir", "a.jar"}),
            "snag: unknown option --fromat for 'snag dump'; did you mean --format?");
  EXPECT_EQ(complaint({"--versoin"}), "snag: unknown option --versoin for 'snag'; did you mean --version?");
  EXPECT_EQ(complaint({"check", "--zzzzzz", "a.jar"}), "snag: unknown option --zzzzzz for 'snag check'");
}

TEST(Options, UnknownOptionHidesWhatFollowsFromIt) {
  // `dot` is taken for WHAT, which is wrong too, but the option is the cause.
  EXPECT_THAT(complaint({"dump", "--fromat", "dot", "ir", "a.jar"}), HasSubstr("did you mean --format?"));
  EXPECT_THAT(complaint({"check", "--fromat"}), HasSubstr("did you mean --format?"));
}

TEST(Options, UnknownCommandNamesTheNearest) {
  EXPECT_EQ(complaint({"chek", "a.jar"}), "snag: unknown command 'chek'; did you mean check?");
  EXPECT_EQ(complaint({"frobnicate"}), "snag: unknown command 'frobnicate'");
}

TEST(Options, OptionBeforeTheCommand) {
  EXPECT_EQ(complaint({"--format", "json", "check", "a.jar"}),
            "snag: option --format belongs after the command: snag check --format ...");
}

TEST(Options, WrongValues) {
  EXPECT_EQ(complaint({"check", "--format", "jsno", "a.jar"}),
            "snag: --format: cannot be 'jsno': it is one of text, json, sarif, html; did you mean json?");
  EXPECT_THAT(complaint({"dump", "everything", "a.jar"}), StartsWith("snag: WHAT cannot be 'everything'"));
  EXPECT_THAT(complaint({"dump", "a.jar", "locks"}), HasSubstr("WHAT comes first"));
  EXPECT_THAT(complaint({"dump", "call", "a.jar"}), HasSubstr("did you mean callgraph?"));
  EXPECT_EQ(complaint({"check", "--jobs", "many", "a.jar"}),
            "snag: --jobs: must be a number from 1 to 1024, not 'many'");
  EXPECT_THAT(complaint({"check", "--jobs", "0", "a.jar"}), HasSubstr("not '0'"));
  EXPECT_THAT(complaint({"check", "--output", "", "a.jar"}), HasSubstr("--output"));
  EXPECT_THAT(complaint({"check"}), HasSubstr("PATH"));
  EXPECT_THAT(complaint({"demo", "a.jar"}), HasSubstr("unexpected argument 'a.jar'"));
}

TEST(Options, HintNamesTheCommand) {
  const auto result = parse({"check", "--fromat", "json", "a.jar"});
  EXPECT_THAT(std::get<EarlyExit>(result).text, HasSubstr("Run 'snag check --help'"));
}

TEST(Options, HelpAndVersionAreNoErrors) {
  const auto version = std::get<EarlyExit>(parse({"--version"}));
  EXPECT_EQ(version.code, 0);
  EXPECT_EQ(version.text, "snag " + std::string(kVersion) + "\n");

  const auto help = std::get<EarlyExit>(parse({"check", "--help"}));
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.text, HasSubstr("--class-path"));
  EXPECT_EQ(std::get<EarlyExit>(parse({"help", "check"})).text, help.text);
  EXPECT_EQ(std::get<EarlyExit>(parse({"help"})).text, std::get<EarlyExit>(parse({"--help"})).text);

  const auto nothing = std::get<EarlyExit>(parse({}));
  EXPECT_EQ(nothing.code, kExitUsage);
  EXPECT_THAT(nothing.text, HasSubstr("Commands:"));
}

}  // namespace
}  // namespace snag
