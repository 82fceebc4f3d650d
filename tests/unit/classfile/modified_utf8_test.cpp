#include "classfile/modified_utf8.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace snag::classfile {
namespace {

using namespace std::string_literals;

bool valid(std::string_view text) {
  return is_modified_utf8({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

const std::string kEmoji = "\xF0\x9F\x98\x80";                  // U+1F600 in UTF-8
const std::string kModifiedEmoji = "\xED\xA0\xBD\xED\xB8\x80";  // its two surrogates
const std::string kReplacement = "\xEF\xBF\xBD";

TEST(ModifiedUtf8Test, WhatIsValid) {
  EXPECT_TRUE(valid(""));
  EXPECT_TRUE(valid("java/lang/Object and more than eight characters"));
  EXPECT_TRUE(valid("\xC0\x80"));
  EXPECT_TRUE(valid("\xC3\xA4 \xE2\x82\xAC"));
  EXPECT_TRUE(valid(kModifiedEmoji));
  EXPECT_TRUE(valid("\xED\xA0\xBD")) << "unpaired surrogates are legal in class files";
  EXPECT_FALSE(valid("a\0b"s));
  EXPECT_FALSE(valid("12345678\0"s));
  EXPECT_FALSE(
      valid("1234\0"
            "5678"s));
  EXPECT_FALSE(valid(kEmoji)) << "four-byte sequences are not";
  EXPECT_FALSE(valid("\xC3"));
  EXPECT_FALSE(valid("\xE2\x82"));
  EXPECT_FALSE(valid("\xE2\x28\xA1"));
  EXPECT_FALSE(valid("\x80"));
  EXPECT_FALSE(valid("\xFF"));
}

TEST(ModifiedUtf8Test, ToUtf8) {
  EXPECT_EQ(to_utf8("plain"), "plain");
  EXPECT_EQ(to_utf8("\xC0\x80"), "\0"s);
  EXPECT_EQ(to_utf8("\xE2\x82\xAC"), "\xE2\x82\xAC");
  EXPECT_EQ(to_utf8("a" + kModifiedEmoji + "b"), "a" + kEmoji + "b");
  EXPECT_EQ(to_utf8("\xED\xA0\xBD!"), kReplacement + "!");
  EXPECT_EQ(to_utf8("\xED\xA0\xBD"), kReplacement);
  EXPECT_EQ(to_utf8("\xED\xB8\x80"), kReplacement);
  EXPECT_EQ(to_utf8("\xFF"), kReplacement);
}

TEST(ModifiedUtf8Test, ToModifiedUtf8) {
  EXPECT_EQ(to_modified_utf8("plain"), "plain");
  EXPECT_EQ(to_modified_utf8("\0"s), "\xC0\x80");
  EXPECT_EQ(to_modified_utf8(kEmoji), kModifiedEmoji);
  EXPECT_EQ(to_modified_utf8("a\xC3\xA4\xE2\x82\xAC"), "a\xC3\xA4\xE2\x82\xAC");
  EXPECT_EQ(to_modified_utf8("a\xEF\xBF\xBD"), "a\xEF\xBF\xBD") << "U+FFFD itself is a character";
  for (std::string_view wrong : {"\xFF", "\x80", "\xC3", "\xC3(", "\xF8\x88\x80\x80\x80"}) {
    EXPECT_EQ(to_modified_utf8(wrong), std::nullopt);
  }
  EXPECT_EQ(to_modified_utf8("\xC1\x81"), std::nullopt) << "overlong";
  EXPECT_EQ(to_modified_utf8("\xF0\x80\x80\x80"), std::nullopt) << "overlong";
  EXPECT_EQ(to_modified_utf8("\xED\xA0\xBD"), std::nullopt) << "a surrogate";
  EXPECT_EQ(to_modified_utf8("\xF4\x90\x80\x80"), std::nullopt) << "beyond U+10FFFF";
}

TEST(ModifiedUtf8Test, AnyBytesBecomeValidOrNothing) {
  std::mt19937 random(7);
  const std::string alphabet("\0aZ\x7F\x80\xBF\xC0\xC3\xE0\xE2\xED\xA0\xB8\xF0\x9F\x98\xF4\xFF", 18);
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes;
    for (unsigned length = random() % 12; length > 0; --length) bytes += alphabet[random() % alphabet.size()];
    std::string shown = to_utf8(bytes);
    std::optional<std::string> modified = to_modified_utf8(shown);
    ASSERT_TRUE(modified && valid(*modified)) << testing::PrintToString(bytes);
    ASSERT_EQ(to_utf8(*modified), shown) << testing::PrintToString(bytes);
    if (std::optional<std::string> direct = to_modified_utf8(bytes)) {
      ASSERT_EQ(to_utf8(*direct), bytes) << testing::PrintToString(bytes);
    }
  }
}

}  // namespace
}  // namespace snag::classfile
