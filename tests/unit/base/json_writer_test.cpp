#include "base/json_writer.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace snag {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kReplaced = "\xef\xbf\xbd";

std::string sample(std::size_t indented_levels) {
  JsonWriter json(indented_levels);
  json.begin_object();
  json.member("text", "a");
  json.begin_array("empty");
  json.end_array();
  json.begin_array("objects");
  json.begin_object();
  json.member("number", std::uint32_t{4294967295});
  json.array("texts", {"x", "y"});
  json.end_object();
  json.begin_object();
  json.end_object();
  json.end_array();
  json.member("flag", true);
  json.member("large", std::uint64_t{18446744073709551615u});
  json.end_object();
  return json.take();
}

std::string written(std::string_view text, std::size_t indented_levels = JsonWriter::kWhole) {
  JsonWriter json(indented_levels);
  json.value(text);
  return json.take();
}

TEST(JsonWriter, IndentsAsOtherWritersDo) {
  EXPECT_EQ(sample(JsonWriter::kWhole), Json::parse(sample(JsonWriter::kWhole)).dump(2));
  EXPECT_EQ(sample(0), Json::parse(sample(JsonWriter::kWhole)).dump());
}

TEST(JsonWriter, DeepLevelsOnOneLine) {
  EXPECT_EQ(sample(2),
            "{\n"
            "  \"text\": \"a\",\n"
            "  \"empty\": [],\n"
            "  \"objects\": [\n"
            "    {\"number\": 4294967295, \"texts\": [\"x\", \"y\"]},\n"
            "    {}\n"
            "  ],\n"
            "  \"flag\": true,\n"
            "  \"large\": 18446744073709551615\n"
            "}");
}

TEST(JsonWriter, EscapesWhatMustBe) {
  EXPECT_EQ(written("a\"b\\c/d"), R"("a\"b\\c/d")");
  EXPECT_EQ(written(std::string_view("\0\n\r\t\x1b\x7f", 6)), R"("\u0000\n\r\t\u001b\u007f")");
  for (int c = 0; c < 0x80; ++c) {
    const std::string text = "x" + std::string(1, static_cast<char>(c)) + "y";
    for (std::size_t levels : {std::size_t{0}, JsonWriter::kWhole}) EXPECT_EQ(Json::parse(written(text, levels)), text);
  }
}

TEST(JsonWriter, IsFitForHtmlWithoutWhiteSpace) {
  EXPECT_EQ(written("</script><!-- & -->", 0), R"("\u003c/script\u003e\u003c!-- \u0026 --\u003e")");
  EXPECT_EQ(written("</script>"), R"("</script>")");
}

TEST(JsonWriter, LeavesTextOfAnyLanguage) {
  for (const char* text : {"", "Größe 残高 \xf0\x9f\x92\xb0", "\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf"}) {
    EXPECT_EQ(written(text), '"' + std::string(text) + '"');
  }
}

TEST(JsonWriter, EscapesControlAndHiddenCharacters) {
  const std::string text = "a\u009b31m\u202eb\u200b\u2066\U000e0041\u0080";
  EXPECT_EQ(written(text), R"("a\u009b31m\u202eb\u200b\u2066\udb40\udc41\u0080")");
  EXPECT_EQ(written(text, 0), written(text));
  EXPECT_EQ(Json::parse(written(text)), text);
}

// A browser would obey them behind an escape as well.
TEST(JsonWriter, APageGetsNoneOfThem) {
  JsonWriter json = JsonWriter::for_page();
  json.value("a\u202eb\u009b<\x1b\u00e4");
  EXPECT_EQ(json.take(), "\"a\ufffdb\ufffd\\u003c\\u001b\u00e4\"");
}

TEST(JsonWriter, MakesOtherJsonHarmless) {
  const Json json = {{"a\u009b", "\u202e\x7f\x1b \u00e4\U000e0041"}};
  const std::string text = harmless_json(json.dump(2));
  EXPECT_EQ(text, "{\n  \"a\\u009b\": \"\\u202e\\u007f\\u001b \u00e4\\udb40\\udc41\"\n}");
  EXPECT_EQ(Json::parse(text), json);
}

TEST(JsonWriter, ReplacesWhatIsNotUtf8) {
  const auto replaced = [](int count) {
    std::string result;
    for (int i = 0; i < count; ++i) result += kReplaced;
    return result;
  };
  EXPECT_EQ(written("a\xff"
                    "b"),
            "\"a" + replaced(1) + "b\"");
  EXPECT_EQ(written("\xc3"), '"' + replaced(1) + '"');                   // ends too early
  EXPECT_EQ(written("\xe2\x80"), '"' + replaced(2) + '"');               //
  EXPECT_EQ(written("\xc0\xaf"), '"' + replaced(2) + '"');               // overlong /
  EXPECT_EQ(written("\xe0\x9f\xbf"), '"' + replaced(3) + '"');           // overlong
  EXPECT_EQ(written("\xed\xa0\x80"), '"' + replaced(3) + '"');           // a lone surrogate
  EXPECT_EQ(written("\xf4\x90\x80\x80"), '"' + replaced(4) + '"');       // beyond U+10FFFF
  EXPECT_EQ(written("\xf0\x8f\xbf\xbf"), '"' + replaced(4) + '"');       // overlong
  EXPECT_EQ(written("\xf0\x9f\x92("), '"' + replaced(3) + "(\"");        //
  EXPECT_EQ(written("\x80\xc3\xbc"), '"' + replaced(1) + "\xc3\xbc\"");  //
}

// Whatever two bytes come after a beginning: it can be read back.
TEST(JsonWriter, AnyBytesAreValid) {
  for (int first = 0x80; first < 0x100; ++first) {
    for (int second = 0; second < 0x100; ++second) {
      const char bytes[] = {static_cast<char>(first), static_cast<char>(second), '\x80', '"'};
      EXPECT_TRUE(Json::accept(written(std::string_view(bytes, 4)))) << first << " " << second;
    }
  }
}

}  // namespace
}  // namespace snag
