#include "cli/suggest.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace snag {
namespace {

const std::vector<std::string> kOptions = {"--class-path", "--color", "--format", "--jdk", "--jobs", "--output"};

TEST(NearestWord, ForgivesOneSlipOfEachKind) {
  EXPECT_EQ(nearest_word("--fromat", kOptions), "--format");   // swapped
  EXPECT_EQ(nearest_word("--formt", kOptions), "--format");    // dropped
  EXPECT_EQ(nearest_word("--formatt", kOptions), "--format");  // added
  EXPECT_EQ(nearest_word("--firmat", kOptions), "--format");   // replaced
}

TEST(NearestWord, FindsLongWordsWithSeveralSlips) {
  EXPECT_EQ(nearest_word("--classpath", kOptions), "--class-path");
  EXPECT_EQ(nearest_word("--colour", kOptions), "--color");
}

TEST(NearestWord, SuggestsNothingForAnUnrelatedWord) {
  EXPECT_EQ(nearest_word("--verbose", kOptions), std::nullopt);
  EXPECT_EQ(nearest_word("", kOptions), std::nullopt);
  EXPECT_EQ(nearest_word("--", kOptions), std::nullopt);
  EXPECT_EQ(nearest_word(std::string(10000, 'x'), kOptions), std::nullopt);
}

TEST(NearestWord, ShortWordsToleratesOneEditOnly) {
  EXPECT_EQ(nearest_word("--jdl", kOptions), "--jdk");
  EXPECT_EQ(nearest_word("--abc", kOptions), std::nullopt);
}

TEST(NearestWord, FirstOfEquallyNearWins) {
  const std::vector<std::string> words = {"bat", "cat"};
  EXPECT_EQ(nearest_word("rat", words), "bat");
}

}  // namespace
}  // namespace snag
