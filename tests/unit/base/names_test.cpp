#include "base/names.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace snag {
namespace {

TEST(NamesTest, EqualTextsHaveEqualIds) {
  Names names;
  std::string text = "java/lang/Object";
  Name a = names.intern(text);
  Name b = names.intern("java/lang/String");
  EXPECT_NE(a, b);
  EXPECT_EQ(names.intern("java/lang/Object"), a);
  text[0] = 'x';
  EXPECT_EQ(names.text(a), "java/lang/Object") << "the table has its own copy";
  EXPECT_EQ(names.size(), 2u);
}

TEST(NamesTest, FindDoesNotIntern) {
  Names names;
  EXPECT_FALSE(names.find("a").valid());
  EXPECT_EQ(names.size(), 0u);
  Name a = names.intern("a");
  EXPECT_EQ(names.find("a"), a);
}

TEST(NamesTest, EmptyLongAndBinaryTexts) {
  Names names;
  std::string long_text(100'000, 'x');
  std::string with_nul("a\0b", 3);
  Name empty = names.intern("");
  Name large = names.intern(long_text);
  Name nul = names.intern(with_nul);
  EXPECT_TRUE(empty.valid());
  EXPECT_EQ(names.text(empty), "");
  EXPECT_EQ(names.text(large), long_text);
  EXPECT_EQ(names.text(nul), with_nul);
  EXPECT_NE(nul, names.intern("a"));
}

TEST(NamesTest, ThreadsAgree) {
  Names names;
  constexpr int kTexts = 5000;
  std::vector<std::vector<Name>> seen(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < seen.size(); ++t) {
    threads.emplace_back([&, t] {
      seen[t].resize(kTexts);
      for (int i = 0; i < kTexts; ++i) {
        int k = t % 2 == 0 ? i : kTexts - 1 - i;
        seen[t][static_cast<std::size_t>(k)] = names.intern("name" + std::to_string(k));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& mine : seen) EXPECT_EQ(mine, seen[0]);
  EXPECT_EQ(names.size(), static_cast<std::size_t>(kTexts));
  for (int i = 0; i < kTexts; ++i) {
    EXPECT_EQ(names.text(seen[0][static_cast<std::size_t>(i)]), "name" + std::to_string(i));
  }
}

}  // namespace
}  // namespace snag
