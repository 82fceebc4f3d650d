#include "catalog/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace snag {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;
using ::testing::IsSubsetOf;
using ::testing::Not;

using Runs = CheckDescriptor::Runs;

TEST(Catalog, HasEveryCheckOnce) {
  std::set<std::string_view> ids;
  for (const CheckDescriptor& check : all_checks()) {
    EXPECT_TRUE(ids.insert(check.id).second) << check.id;
    EXPECT_EQ(find_check(check.id), &check);
    EXPECT_THAT(check.title, Not(IsEmpty())) << check.id;
    EXPECT_THAT(check.kinds, Not(IsEmpty())) << check.id;
    for (const KindDescriptor& kind : check.kinds) EXPECT_EQ(find_kind(check.id, kind.id), &kind);
  }
  EXPECT_EQ(find_check("no-such-check"), nullptr);
  EXPECT_EQ(find_kind("no-such-check", "x"), nullptr);
  EXPECT_EQ(find_kind(all_checks().front().id, "x"), nullptr);
}

TEST(Catalog, EveryCheckRunsSomewhereAndOnlyThoseOnCodeNeedAnalyses) {
  for (const CheckDescriptor& check : all_checks()) {
    EXPECT_TRUE(check.runs.on_code || check.runs.on_program || check.runs.on_every_program) << check.id;
    EXPECT_FALSE(check.runs.on_program && check.runs.on_every_program) << check.id;
    EXPECT_TRUE(check.runs.on_code || check.needs.empty()) << check.id;
  }
  EXPECT_THAT(checks_that_need(AnalysisId::kCallGraph), IsSubsetOf(checks_that_need(AnalysisId::kCriticalSections)));
}

TEST(Catalog, OptionsHaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const CheckDescriptor& check : all_checks()) {
    for (const CheckOption& option : check.options) {
      EXPECT_TRUE(names.insert(option.name).second) << option.name;
      EXPECT_EQ(option.words.empty(), option.shape != CheckOption::Shape::kWord) << option.name;
      EXPECT_EQ(option.highest == 0, option.shape != CheckOption::Shape::kNumber) << option.name;
    }
  }
}

TEST(Catalog, NamesWithAndWithoutKinds) {
  const std::vector<std::string> ids = check_names(/*with_kinds=*/false), all = check_names(/*with_kinds=*/true);
  EXPECT_EQ(ids.size(), all_checks().size());
  EXPECT_EQ(all[0], ids[0]);
  EXPECT_EQ(all[1], kind_name(ids[0], all_checks()[0].kinds[0].id));
  EXPECT_EQ(kind_name("a", "b"), "a/b");
}

TEST(Catalog, TheChosenChecksAreInTheOrderOfTheCatalog) {
  const std::vector<std::string_view> on_code = checks_that_run(&Runs::on_code);
  const std::vector<std::string_view> on_program = checks_that_run(&Runs::on_program);
  ASSERT_GE(on_code.size(), 2U);
  const std::vector<std::string> wanted = {std::string(on_code[1]), std::string(on_program[0]),
                                           std::string(on_code[0])};
  EXPECT_THAT(chosen_checks(wanted, &Runs::on_code), ElementsAre(on_code[0], on_code[1]));
  EXPECT_THAT(chosen_checks(wanted, &Runs::on_program), ElementsAre(on_program[0]));
  EXPECT_THAT(chosen_checks({}, &Runs::on_code), ElementsAreArray(on_code));
  // What is chosen of the other command only chooses nothing here.
  const std::vector<std::string> other = {std::string(on_program[0])};
  EXPECT_THAT(chosen_checks(other, &Runs::on_code), ElementsAreArray(on_code));
}

TEST(CheckOptions, HaveTheValuesThatWereGiven) {
  constexpr CheckOption kFlag = {.name = "flag"};
  constexpr CheckOption kNumber = {.name = "number", .shape = CheckOption::Shape::kNumber, .highest = 9};
  CheckOptions options;
  EXPECT_FALSE(options.flag(kFlag));
  EXPECT_EQ(options.number(kNumber, 3), 3U);
  EXPECT_EQ(options.value(kNumber), std::nullopt);
  options.set(kFlag, true).set(kNumber, std::string("7"));
  EXPECT_TRUE(options.flag(kFlag));
  EXPECT_EQ(options.number(kNumber, 3), 7U);
  EXPECT_FALSE(options.set(kFlag, false).flag(kFlag));
}

}  // namespace
}  // namespace snag
