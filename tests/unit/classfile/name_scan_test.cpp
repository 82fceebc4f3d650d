// The fast checks agree with descriptor.h on every short text over the characters that matter, at every distance from
// the end of the readable bytes, and on long names with one character changed.
#include "classfile/name_scan.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace snag::classfile {
namespace {

void expect_agreement(const std::string& text, std::size_t slack) {
  // Exactly as many bytes as are said to be readable, so that a sanitizer sees one too many. Slashes follow the text.
  std::vector<std::uint8_t> bytes(text.begin(), text.end());
  bytes.resize(text.size() + slack, '/');
  NameScan scan(bytes.data() + bytes.size());
  std::string_view view(reinterpret_cast<const char*>(bytes.data()), text.size());
  ASSERT_EQ(scan.class_name(view), is_class_name(text)) << text;
  ASSERT_EQ(scan.field_descriptor(view), is_field_descriptor(text)) << text;
  ASSERT_EQ(scan.method_descriptor(view), is_method_descriptor(text)) << text;
}

TEST(NameScan, AgreesOnEveryShortText) {
  constexpr std::string_view kAlphabet = "aL/;[.()VJ";
  std::size_t good = 0;
  for (std::size_t length = 0; length <= 5; ++length) {
    std::size_t count = 1;
    for (std::size_t i = 0; i < length; ++i) count *= kAlphabet.size();
    for (std::size_t n = 0; n < count; ++n) {
      std::string text;
      for (std::size_t i = 0, rest = n; i < length; ++i, rest /= kAlphabet.size())
        text += kAlphabet[rest % kAlphabet.size()];
      expect_agreement(text, /*slack=*/16);
      if (HasFatalFailure()) return;
      good += is_class_name(text) + is_field_descriptor(text) + is_method_descriptor(text);
    }
  }
  EXPECT_GT(good, 1000u);
}

TEST(NameScan, AgreesOnLongTextsWithOneCharacterChanged) {
  for (std::size_t length = 1; length <= 50; ++length) {
    std::string name(length, 'x');
    for (const std::string& whole : {name, "L" + name + ";", "[[L" + name + ";", "(IL" + name + ";J)L" + name + ";"}) {
      for (std::size_t i = 0; i <= whole.size(); ++i) {
        for (char c : {'/', ';', '[', '.', '(', 'x'}) {
          std::string text = whole;
          if (i < whole.size()) text[i] = c;
          for (std::size_t slack :
               {std::size_t{0}, std::size_t{1}, std::size_t{15}, std::size_t{16}, std::size_t{40}}) {
            expect_agreement(text, slack);
            if (HasFatalFailure()) return;
          }
        }
      }
    }
  }
}

TEST(NameScan, AgreesOnLimits) {
  for (std::size_t count : {254u, 255u, 256u, 257u}) {
    expect_agreement(std::string(count, '[') + "I", 16);
    expect_agreement("(" + std::string(count, 'I') + ")V", 16);
    expect_agreement("(" + std::string(count / 2, 'J') + "I)V", 16);
  }
  expect_agreement("a//b", 16), expect_agreement("xxxxxxxxxxxxxxx/", 16), expect_agreement("xxxxxxxxxxxxxxx//x", 16);
}

}  // namespace
}  // namespace snag::classfile
