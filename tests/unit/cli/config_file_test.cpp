#include "cli/config_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checks/reacquired-lock/descriptor.h"
#include "cli/exit_codes.h"
#include "cli/option_table.h"
#include "support/scratch_folder.h"

namespace snag {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string error_of(std::string_view toml) {
  Result<ConfigFile> config = parse_config(toml, "snag.toml", "");
  return config ? "accepted" : config.error().message;
}

std::variant<Options, EarlyExit> parse(const std::string& folder, std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "snag");
  return parse_options(static_cast<int>(arguments.size()), arguments.data(), folder);
}

Options parsed(const std::string& folder, std::vector<const char*> arguments) {
  const auto result = parse(folder, std::move(arguments));
  if (const auto* exit = std::get_if<EarlyExit>(&result)) {
    ADD_FAILURE() << "not accepted: " << exit->text;
    return {};
  }
  return std::get<Options>(result);
}

std::string complaint(const std::string& folder, std::vector<const char*> arguments) {
  const auto result = parse(folder, std::move(arguments));
  const auto* exit = std::get_if<EarlyExit>(&result);
  if (exit == nullptr) return "accepted";
  EXPECT_EQ(exit->code, kExitUsage);
  return exit->text;
}

// One table: whatever the command line has, the file has.
TEST(ConfigFile, KnowsEveryOption) {
  const std::map<OptionSpec::Shape, std::string> values = {{OptionSpec::Shape::kFlag, "true"},
                                                           {OptionSpec::Shape::kNumber, "1"},
                                                           {OptionSpec::Shape::kWord, "\"x\""},
                                                           {OptionSpec::Shape::kList, "[\"x\", \"y\"]"}};
  std::size_t options = 0;
  for (const OptionSpec& spec : option_table()) {
    if (!spec.belongs_to(Command::kCheck)) continue;
    const std::string line = std::string(spec.name) + " = " + values.at(spec.shape);
    if (spec.in_file) {
      EXPECT_EQ(error_of(line), "accepted") << line;
      ++options;
    } else {
      EXPECT_THAT(error_of(line), HasSubstr("belongs on the command line")) << line;
    }
  }
  EXPECT_GE(options, 18u);
}

TEST(ConfigFile, UnknownKeysNameTheNearest) {
  EXPECT_EQ(error_of("\nprofil = \"audit\""), "snag.toml:2: unknown key `profil`; did you mean profile?");
  EXPECT_EQ(error_of("zzzz = 1"), "snag.toml:1: unknown key `zzzz`");
  EXPECT_EQ(error_of("[[suppres]]\nreason = \"a\""), "snag.toml:1: unknown key `suppres`; did you mean suppress?");
  EXPECT_THAT(error_of("[[suppress]]\nclas = \"a\""), HasSubstr("did you mean class?"));
  EXPECT_EQ(error_of("[profile]"), "snag.toml:1: profile must be a string");
}

TEST(ConfigFile, WrongTypes) {
  EXPECT_EQ(error_of("relaxed = \"yes\""), "snag.toml:1: relaxed must be true or false");
  EXPECT_EQ(error_of("jobs = \"2\""), "snag.toml:1: jobs must be a number");
  EXPECT_EQ(error_of("profile = 1"), "snag.toml:1: profile must be a string");
  EXPECT_EQ(error_of("checks = 1"), "snag.toml:1: checks must be a list of strings");
  EXPECT_EQ(error_of("checks = [\n1]"), "snag.toml:2: checks must be a list of strings");
  EXPECT_THAT(error_of("profile = "), StartsWith("snag.toml:1: "));
  EXPECT_THAT(error_of("\xff\xfe"), StartsWith("snag.toml:1: "));
}

TEST(ConfigFile, Suppressions) {
  Result<ConfigFile> config = parse_config(
      "[[suppress]]\ncheck = \"stale-value/lost-update\"\nclass = \"bank.*\"\nreason = \"one thread\"\n\n"
      "[[suppress]]\nmethod = \"m\"\nfield = \"f\"\nfingerprint = \"0\"\nreason = \"so\"\n",
      "snag.toml", "");
  ASSERT_TRUE(config.has_value()) << config.error().message;
  ASSERT_EQ(config->suppressions.size(), 2u);
  EXPECT_EQ(config->suppressions[0].check, "stale-value/lost-update");
  EXPECT_EQ(config->suppressions[0].class_name, "bank.*");
  EXPECT_EQ(config->suppressions[0].reason, "one thread");
  EXPECT_EQ(config->suppressions[0].where, "snag.toml:1");
  EXPECT_EQ(config->suppressions[1].method, "m");
  EXPECT_EQ(config->suppressions[1].field, "f");
  EXPECT_EQ(config->suppressions[1].fingerprint, "0");
  EXPECT_EQ(config->suppressions[1].where, "snag.toml:6");
}

TEST(ConfigFile, SuppressionsMustSayWhatAndWhy) {
  EXPECT_THAT(error_of("[[suppress]]\nclass = \"a.B\""), HasSubstr("needs a reason"));
  EXPECT_THAT(error_of("[[suppress]]\nclass = \"a.B\"\nreason = \"\""), HasSubstr("reason is empty"));
  EXPECT_THAT(error_of("[[suppress]]\nreason = \"a\""), HasSubstr("needs one of check"));
  EXPECT_THAT(error_of("[[suppress]]\ncheck = \"stale-vale\"\nreason = \"a\""),
              StartsWith("snag.toml:2: there is no check 'stale-vale'"));
  EXPECT_THAT(error_of("[[suppress]]\ncheck = 1\nreason = \"a\""), HasSubstr("check must be a string"));
  EXPECT_THAT(error_of("[suppress]\nreason = \"a\""), HasSubstr("two brackets"));
  EXPECT_THAT(error_of("suppress = [1]"), HasSubstr("two brackets"));
}

TEST(Configuration, IsFoundUpwards) {
  ScratchFolder folder;
  const std::string file = folder.write("snag.toml", "paths = [\"app.jar\", \"/abs.jar\"]\nprofile = \"audit\"\n");
  folder.write("a/b/empty", "");
  const Options here = parsed(folder.path(), {"check"});
  EXPECT_THAT(here.paths, ElementsAre("app.jar", "/abs.jar"));
  EXPECT_EQ(here.profile, Profile::kAudit);
  EXPECT_EQ(here.origins.at("profile"), "snag.toml:2");
  EXPECT_EQ(here.config, "snag.toml");
  // Its names of files are relative to its folder.
  const Options below = parsed(folder / "a/b", {"check"});
  EXPECT_THAT(below.paths, ElementsAre("../../app.jar", "/abs.jar"));
  EXPECT_EQ(below.origins.at("profile"), "../../snag.toml:2");
  // The nearest one counts.
  folder.write("a/snag.toml", "paths = \"other.jar\"\noutput = [\"-\", \"x.sarif\"]");
  const Options nearer = parsed(folder / "a/b", {"check"});
  EXPECT_THAT(nearer.paths, ElementsAre("../other.jar"));
  EXPECT_EQ(nearer.profile, Profile::kReview);
  EXPECT_THAT(nearer.reports, ElementsAre(ReportTarget{OutputFormat::kText, std::nullopt},
                                          ReportTarget{OutputFormat::kSarif, "../x.sarif"}));
}

TEST(Configuration, TheCommandLineComesFirst) {
  ScratchFolder folder;
  folder.write("snag.toml",
               "profile = \"audit\"\nclass-path = \"a.jar:b.jar\"\nrelaxed = true\nformat = \"sarif\"\n"
               "output = \"x.sarif\"\n");
  const Options options =
      parsed(folder.path(), {"check", "a.jar", "--profile", "review", "--relaxed=false", "--format", "json"});
  EXPECT_EQ(options.profile, Profile::kReview);
  EXPECT_EQ(options.origins.at("profile"), "command line");
  EXPECT_FALSE(options.check_options.flag(kRelaxed));
  EXPECT_THAT(options.class_path, ElementsAre("a.jar", "b.jar"));
  // Formats and outputs belong together.
  EXPECT_THAT(options.reports, ElementsAre(ReportTarget{OutputFormat::kJson, std::nullopt}));
}

TEST(Configuration, OtherCommandsTakeWhatTheyHave) {
  ScratchFolder folder;
  folder.write("snag.toml", "paths = \"app.jar\"\nprofile = \"audit\"\nformat = \"sarif\"\njobs = 3\n");
  const Options dump = parsed(folder.path(), {"dump", "locks"});
  EXPECT_THAT(dump.paths, ElementsAre("app.jar"));
  EXPECT_EQ(dump.jobs, 3u);
  EXPECT_EQ(dump.report().format, OutputFormat::kText);
  EXPECT_TRUE(parsed(folder.path(), {"demo"}).paths.empty());
  EXPECT_EQ(parsed(folder.path(), {"explain"}).config, std::nullopt);
}

// The options whose files are written, or shown in messages and reports.
TEST(Configuration, WhatWasFoundNamesNoFilesElsewhere) {
  ScratchFolder folder;
  folder.write("repository/deep/x", "");
  folder.write("outside/x", "");
  const std::string repository = folder / "repository";
  std::filesystem::create_symlink("../outside", repository + "/link");
  std::filesystem::create_symlink("../outside/not-yet", repository + "/dangling");
  std::filesystem::create_symlink("deep", repository + "/within");
  const std::string absolute = folder / "outside/x";
  const std::vector<std::string> outside = {absolute, "../outside/x", "deep/../../outside/x", "link/x", "dangling",
                                            "..",     "link/../x",    "no/such/../../../x"};
  const std::vector<std::string> inside = {"x", "deep/x", "deep/../x", "within/x", "./no/such", repository + "/deep/x"};
  std::size_t options = 0;
  for (const OptionSpec& spec : option_table()) {
    if (!spec.stays_below || !spec.in_file) continue;
    ++options;
    const std::string name(spec.name);
    const auto answer = [&](const std::string& file, std::vector<const char*> more) {
      folder.write("repository/snag.toml", "\n" + name + " = \"" + file + "\"\n");
      more.insert(more.begin(), "config");
      const auto result = parse(repository, more);
      const auto* exit = std::get_if<EarlyExit>(&result);
      return exit == nullptr ? "accepted" : exit->text;
    };
    for (const std::string& file : inside) EXPECT_EQ(answer(file, {}), "accepted") << name << " " << file;
    for (const std::string& file : outside) {
      EXPECT_THAT(answer(file, {}), StartsWith("snag: snag.toml:2: " + name + ": ")) << file;
      EXPECT_THAT(answer(file, {}), HasSubstr("outside of the file's folder")) << file;
      // The user has named the file, or another value.
      const std::string config = repository + "/snag.toml", option = "--" + name;
      EXPECT_EQ(answer(file, {"--config", config.c_str()}), "accepted") << name << " " << file;
      EXPECT_EQ(answer(file, {option.c_str(), absolute.c_str()}), "accepted") << name << " " << file;
    }
  }
  EXPECT_EQ(options, 6u);
  folder.write("repository/snag.toml", "output = \"-\"\npaths = \"../app.jar\"\njdk = \"/jdk\"\n");
  EXPECT_EQ(parsed(repository, {"check"}).jdk, "/jdk");
  // Below its own folder, and not only below the working folder.
  folder.write("repository/snag.toml", "output = \"deep/out.json\"\n");
  EXPECT_EQ(parsed(repository + "/deep", {"check", "a.jar"}).report().file, "../deep/out.json");
}

TEST(Configuration, CanBeNamedOrLeftOut) {
  ScratchFolder folder;
  folder.write("snag.toml", "profile = \"audit\"");
  const std::string other = folder.write("other.toml", "jobs = 2");
  const Options named = parsed(folder.path(), {"check", "a.jar", "--config", other.c_str()});
  EXPECT_EQ(named.profile, Profile::kReview);
  EXPECT_EQ(named.jobs, 2u);
  const Options without = parsed(folder.path(), {"check", "a.jar", "--no-config"});
  EXPECT_EQ(without.profile, Profile::kReview);
  EXPECT_EQ(without.config, std::nullopt);
  EXPECT_EQ(complaint(folder.path(), {"check", "a.jar", "--config", "missing.toml"}),
            "snag: missing.toml: there is no such file\n");
  EXPECT_THAT(complaint(folder.path(), {"check", "a.jar", "--config", folder.path().c_str()}),
              HasSubstr("is not a file"));
}

TEST(Configuration, WrongValuesAreOneLine) {
  ScratchFolder folder;
  folder.write("snag.toml", "\njobs = 0");
  EXPECT_EQ(complaint(folder.path(), {"check", "a.jar"}),
            "snag: snag.toml:2: jobs: must be a number from 1 to 1024, not '0'\n");
  folder.write("snag.toml", "checks = [\"stale-vale\"]");
  EXPECT_THAT(complaint(folder.path(), {"check", "a.jar"}), StartsWith("snag: snag.toml:1: checks: there is no check"));
  folder.write("snag.toml", "profile = \"x\\u001b[2J\\n::error::\"");
  EXPECT_THAT(complaint(folder.path(), {"check", "a.jar"}), HasSubstr("cannot be 'x\\x1b[2J\\x0a::error::'"));
  folder.write("snag.toml", "paths = [\"\"]");
  EXPECT_THAT(complaint(folder.path(), {"check"}), HasSubstr("paths: has an empty value"));
}

}  // namespace
}  // namespace snag
