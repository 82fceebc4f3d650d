#include "base/nearest.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace snag {
namespace {

const std::vector<std::string> kOptions = {"--class-path", "--color", "--format", "--jdk", "--jobs", "--output"};

TEST(NearestWord, ForgivesOneSlipOfEachKind) {
  EXPECT_EQ(nearest("--fromat", kOptions), "--format");   // swapped
  EXPECT_EQ(nearest("--formt", kOptions), "--format");    // dropped
  EXPECT_EQ(nearest("--formatt", kOptions), "--format");  // added
  EXPECT_EQ(nearest("--firmat", kOptions), "--format");   // replaced
}

TEST(NearestWord, FindsLongWordsWithSeveralSlips) {
  EXPECT_EQ(nearest("--classpath", kOptions), "--class-path");
  EXPECT_EQ(nearest("--colour", kOptions), "--color");
}

TEST(NearestWord, SuggestsNothingForAnUnrelatedWord) {
  EXPECT_EQ(nearest("--verbose", kOptions), std::nullopt);
  EXPECT_EQ(nearest("", kOptions), std::nullopt);
  EXPECT_EQ(nearest("--", kOptions), std::nullopt);
  EXPECT_EQ(nearest(std::string(10000, 'x'), kOptions), std::nullopt);
}

TEST(NearestWord, ShortWordsToleratesOneEditOnly) {
  EXPECT_EQ(nearest("--jdl", kOptions), "--jdk");
  EXPECT_EQ(nearest("--abc", kOptions), std::nullopt);
}

TEST(NearestWord, FirstOfEquallyNearWins) {
  const std::vector<std::string> words = {"bat", "cat"};
  EXPECT_EQ(nearest("rat", words), "bat");
}

}  // namespace
}  // namespace snag
