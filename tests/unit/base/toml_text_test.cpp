#include "base/toml_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <toml++/toml.h>

namespace snag {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string repeated(std::string_view text, std::size_t count, std::string_view separator = "") {
  std::string result;
  for (std::size_t n = 0; n < count; ++n) (n == 0 ? result : result.append(separator)).append(text);
  return result;
}

std::string toml_complaint(std::string_view text) {
  const Result<toml::table> table = parse_toml(text, "x.toml");
  return table ? "accepted" : table.error().message;
}

constexpr const char* kTooManyParts = ": a key has more than 16 parts";
constexpr const char* kTooDeep = ": more than 16 lists or tables are nested";

TEST(TomlText, KeysOfManyPartsAreRefusedBeforeTheyAreParsed) {
  for (const std::size_t parts : {std::size_t{17}, std::size_t{40'000}}) {
    const std::string key = repeated("a", parts, ".");
    EXPECT_THAT(toml_complaint("\n" + key + " = 1"), StartsWith(std::string("x.toml:2") + kTooManyParts));
    EXPECT_THAT(toml_complaint("x = 1\n\n[" + key + "]"), StartsWith(std::string("x.toml:3") + kTooManyParts));
    EXPECT_THAT(toml_complaint("[[" + key + "]]"), HasSubstr(kTooManyParts));
    EXPECT_THAT(toml_complaint("x = {" + key + " = 1}"), HasSubstr(kTooManyParts));
    EXPECT_THAT(toml_complaint("x = [1, {b = 1, " + key + " = 1}]"), HasSubstr(kTooManyParts));
    EXPECT_THAT(toml_complaint(repeated("\"a\"", parts, " . ") + " = 1"), HasSubstr(kTooManyParts));
    EXPECT_THAT(toml_complaint("x = \"\"\"\n[[\"\"\"\n" + key + " = 1"), StartsWith("x.toml:3: a key"));
  }
  EXPECT_EQ(toml_complaint(repeated("a", 16, ".") + " = 1"), "accepted");
}

TEST(TomlText, DeepNestingIsRefusedBeforeItIsParsed) {
  for (const std::size_t levels : {std::size_t{17}, std::size_t{40'000}}) {
    EXPECT_THAT(toml_complaint("\nx = " + repeated("[", levels) + repeated("]", levels)),
                StartsWith(std::string("x.toml:2") + kTooDeep));
    EXPECT_THAT(toml_complaint("x = " + repeated("[\n", levels)), StartsWith(std::string("x.toml:17") + kTooDeep));
    EXPECT_THAT(toml_complaint("x = " + repeated("{a = ", levels)), HasSubstr(kTooDeep));
    EXPECT_THAT(toml_complaint("x = " + repeated("[{a = ", levels)), HasSubstr(kTooDeep));
  }
  EXPECT_EQ(toml_complaint("x = " + repeated("[", 16) + repeated("]", 16)), "accepted");
}

TEST(TomlText, StringsAndCommentsAreNoNesting) {
  const std::string dots = repeated("a", 100, "."), brackets = repeated("[{", 100);
  for (const std::string& text : {dots, brackets}) {
    EXPECT_EQ(toml_complaint("# " + text + "\nx = 1 # " + text), "accepted");
    EXPECT_EQ(toml_complaint("x = \"" + text + "\""), "accepted");
    EXPECT_EQ(toml_complaint("x = '" + text + "\\'"), "accepted");
    EXPECT_EQ(toml_complaint("\"" + text + "\" = 1"), "accepted");
    EXPECT_EQ(toml_complaint("x = \"\\\"" + text + "\""), "accepted");
    EXPECT_EQ(toml_complaint("x = \"\"\"\n" + text + "\n\"" + text + "\\\"\"\"" + text + "\"\"\"\""), "accepted");
    EXPECT_EQ(toml_complaint("x = '''\n" + text + "\n''" + text + "''''"), "accepted");
    EXPECT_EQ(toml_complaint("x = \"\" # \" " + text), "accepted");
    EXPECT_EQ(toml_complaint("x = \"# no comment\"\ny = \"" + text + "\""), "accepted");
  }
  EXPECT_EQ(toml_complaint("x = [" + repeated("1.5", 100, ", ") + "]\n" + repeated("y", 16, ".") + " = 1"), "accepted");
}

// What follows a string is looked at again.
TEST(TomlText, NothingHidesBehindAString) {
  const std::string key = "\n" + repeated("a", 17, ".") + " = 1";
  for (const char* text :
       {"x = \"\"", "x = ''", "x = \"\\\\\"", "x = '\\'", "x = \"\"\"a\"\"\"\"\"", "x = '''a'''''", "x = \"\"\"\"\"\"",
        "x = \"a\\\"b\"", "x = \"#\"", "# \"", "# '''", "x = \"\"\"\\\n\"\"\""}) {
    EXPECT_EQ(toml_complaint(text), "accepted") << text;
    EXPECT_THAT(toml_complaint(text + key), HasSubstr(kTooManyParts)) << text;
  }
}

TEST(TomlText, LargeFilesAndErrorsNameTheFile) {
  EXPECT_THAT(toml_complaint(std::string(kMaximumTomlSize + 1, '\n')), StartsWith("x.toml:1: is too large"));
  EXPECT_EQ(toml_complaint(std::string(kMaximumTomlSize, '\n')), "accepted");
  EXPECT_THAT(toml_complaint("\nx = "), StartsWith("x.toml:2: "));
}

}  // namespace
}  // namespace snag
