#include "sections/summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace snag::sections {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Root = AccessPath::Root;

AccessPath parameter(std::uint32_t number) { return AccessPath(Root::kParameter, number); }
AccessPath field(std::uint32_t step) { return parameter(0).then(step); }
AccessPath element(const AccessPath& array, std::uint32_t index) { return array.then(AccessPath::kElementBit | index); }

AccessFacts at(const AccessPath& location) { return {.location = location}; }
AccessFacts keyed(const AccessPath& location, const AccessPath& key) {
  return {.location = location, .keyed = true, .key = key};
}

SummaryAccess access(const AccessPath& location, LockPaths locks = {}) {
  SummaryAccess result{at(location)};
  result.locks = std::move(locks);
  return result;
}

TEST(SameMemory, IsTheSameLocation) {
  EXPECT_TRUE(same_memory(at(field(1)), at(field(1))));
  EXPECT_FALSE(same_memory(at(field(1)), at(field(2))));
  EXPECT_FALSE(same_memory(at({}), at({}))) << "unknown";
}

TEST(SameMemory, OfACollectionIsTheSameKeyOrAllOfIt) {
  EXPECT_TRUE(same_memory(keyed(field(1), parameter(1)), keyed(field(1), parameter(1))));
  EXPECT_FALSE(same_memory(keyed(field(1), parameter(1)), keyed(field(1), parameter(2))));
  EXPECT_FALSE(same_memory(keyed(field(1), parameter(1)), at(field(1))));
  EXPECT_FALSE(same_memory(at(field(1)), keyed(field(1), parameter(1))));
  EXPECT_FALSE(same_memory(keyed(field(1), {}), keyed(field(1), {}))) << "unknown keys";
}

TEST(SameArrayOrMemory, TakesAllElementsForOne) {
  EXPECT_TRUE(same_array_or_memory(at(field(1)), at(field(1))));
  EXPECT_FALSE(same_array_or_memory(at(field(1)), at(field(2))));
  EXPECT_TRUE(same_array_or_memory(at(element(field(1), 5)), at(element(field(1), 6))));
  EXPECT_TRUE(same_array_or_memory(at(element(field(1), 5)), at(field(1).then(AccessPath::kConstantElement))));
  EXPECT_FALSE(same_array_or_memory(at(element(field(1), 5)), at(element(field(2), 5))));
  EXPECT_FALSE(same_array_or_memory(at(element(field(1), 5)), at(element(parameter(1).then(1), 5))));
  EXPECT_FALSE(same_array_or_memory(at(element(field(1), 5)), at(field(1))));
  EXPECT_FALSE(same_array_or_memory(at(element(field(1), 5)), at(field(1).then(AccessPath::kContents))));
  EXPECT_FALSE(same_array_or_memory(at(element(field(1), 5).then(3)), at(element(field(1), 6).then(3))));
  EXPECT_FALSE(same_array_or_memory(at({}), at({})));
}

TEST(Flavor, SomeProtectThemselves) {
  for (Flavor flavor : {Flavor::kField, Flavor::kContents}) EXPECT_FALSE(protects_itself(flavor));
  for (Flavor flavor : {Flavor::kVolatile, Flavor::kAtomic, Flavor::kCollection, Flavor::kLegacy}) {
    EXPECT_TRUE(protects_itself(flavor));
  }
}

TEST(CommonSummary, KeepsSectionsThatBothEnter) {
  MethodSummary a, b;
  a.sections = {{field(1), {MethodId(1), 10}}, {field(2), {MethodId(1), 11}}};
  b.sections = {{field(3), {MethodId(2), 20}}, {field(2), {MethodId(2), 21}}};
  MethodSummary both = common(a, b);
  ASSERT_EQ(both.sections.size(), 1u);
  EXPECT_EQ(both.sections[0].lock, field(2));
  EXPECT_EQ(both.sections[0].place.line, 11u);
}

TEST(CommonSummary, KeepsAccessesUnderTheSameLocks) {
  MethodSummary a, b;
  a.returns = {access(field(1), {parameter(0)}), access(field(2), {parameter(0)}), access(field(3))};
  b.returns = {access(field(3)), access(field(2)), access(field(1), {parameter(0)})};
  MethodSummary both = common(a, b);
  ASSERT_EQ(both.returns.size(), 2u);
  EXPECT_EQ(both.returns[0].location, field(1));
  EXPECT_EQ(both.returns[1].location, field(3));
}

TEST(CommonSummary, AnActIsNoPlainWrite) {
  MethodSummary a, b;
  a.writes = {access(field(1))};
  b.writes = {access(field(1))};
  EXPECT_EQ(common(a, b).writes.size(), 1u);
  b.writes[0].acts = true;
  EXPECT_THAT(common(a, b).writes, IsEmpty());
}

TEST(CommonSummary, AWriteIsRecheckedInEitherAndTakesTheParametersOfBoth) {
  MethodSummary a, b;
  a.writes = {access(field(1))};
  b.writes = {access(field(1))};
  a.writes[0].parameters = 0b0110;
  b.writes[0].parameters = 0b1100;
  b.writes[0].rechecked = b.writes[0].tested = true;
  for (const MethodSummary& both : {common(a, b), common(b, a)}) {
    ASSERT_EQ(both.writes.size(), 1u);
    EXPECT_EQ(both.writes[0].parameters, 0b0100u);
    EXPECT_TRUE(both.writes[0].rechecked);
    EXPECT_TRUE(both.writes[0].tested);
  }
}

TEST(CommonSummary, KeepsLocksThatBothTakeOrGiveBack) {
  MethodSummary a, b;
  a.acquires = {{field(1)}, {field(2), LockMode::kWrite}};
  b.acquires = {{field(2), LockMode::kRead}};
  a.releases = {field(3)};
  b.releases = {field(3), field(4)};
  a.waits = {field(5), AccessPath()};
  b.waits = {field(5), AccessPath()};
  MethodSummary both = common(a, b);
  EXPECT_THAT(both.acquires, ElementsAre(NamedLock{field(2), LockMode::kRead})) << "the weaker mode is sure";
  EXPECT_THAT(both.releases, ElementsAre(field(3)));
  EXPECT_THAT(both.waits, ElementsAre(field(5)));
}

TEST(CommonSummary, KeepsFunctionsThatBothCallInTheSameWay) {
  MethodSummary a, b;
  a.functions = {{.parameter = 1, .locks = {{field(1)}}}, {.parameter = 2}, {.parameter = 3, .returned = true}};
  b.functions = {{.parameter = 1}, {.parameter = 2}, {.parameter = 3}};
  MethodSummary both = common(a, b);
  ASSERT_EQ(both.functions.size(), 1u);
  EXPECT_EQ(both.functions[0].parameter, 2u);
}

TEST(CommonSummary, KeepsTheResultOnlyIfItIsTheSame) {
  MethodSummary a, b;
  a.result = b.result = field(1);
  a.result_parameters = 0b011;
  b.result_parameters = 0b110;
  EXPECT_EQ(common(a, b).result, field(1));
  EXPECT_EQ(common(a, b).result_parameters, 0b010u);
  b.result = field(2);
  EXPECT_FALSE(common(a, b).result.known());
  a.unnamed_section = true;
  EXPECT_FALSE(common(a, b).unnamed_section);
  b.unnamed_section = true;
  EXPECT_TRUE(common(a, b).unnamed_section);
}

TEST(CommonSummary, WithNothingIsNothing) {
  MethodSummary a;
  a.sections = {{field(1), {}}};
  a.returns = a.writes = {access(field(1))};
  a.acquires = {{field(1)}};
  a.releases = a.waits = {field(1)};
  a.functions = {{.parameter = 1}};
  a.result_parameters = 1;
  a.result = field(1);
  a.unnamed_section = true;
  EXPECT_FALSE(a.empty());
  EXPECT_TRUE(common(a, {}).empty());
  EXPECT_TRUE(common({}, a).empty());
  EXPECT_FALSE(common(a, a).empty());
}

}  // namespace
}  // namespace snag::sections
