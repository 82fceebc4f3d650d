#include "base/diagnostic.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace snag {
namespace {

TEST(DiagnosticTest, Text) {
  EXPECT_EQ(to_text({DiagnosticSeverity::kWarning, "a.jar!/B.class", 120, "unexpected end of data"}),
            "warning: a.jar!/B.class:120: unexpected end of data");
  EXPECT_EQ(to_text({DiagnosticSeverity::kError, "a.jar", std::nullopt, "no zip"}), "error: a.jar: no zip");
  EXPECT_EQ(to_text({DiagnosticSeverity::kNote, "", std::nullopt, "about everything"}), "note: about everything");
}

TEST(DiagnosticTest, SortedWithoutDuplicates) {
  Diagnostics diagnostics;
  EXPECT_TRUE(diagnostics.empty());
  diagnostics.add({DiagnosticSeverity::kWarning, "b", 9, "x"});
  diagnostics.add({DiagnosticSeverity::kWarning, "b", 10, "x"});
  diagnostics.add({DiagnosticSeverity::kWarning, "b", std::nullopt, "x"});
  diagnostics.add({DiagnosticSeverity::kWarning, "a", 99, "y"});
  diagnostics.add(DiagnosticSeverity::kWarning, "b", Error{"x", 9});
  diagnostics.add({DiagnosticSeverity::kError, "b", 9, "x"});
  EXPECT_FALSE(diagnostics.empty());
  std::vector<Diagnostic> expected = {{DiagnosticSeverity::kWarning, "a", 99, "y"},
                                      {DiagnosticSeverity::kWarning, "b", std::nullopt, "x"},
                                      {DiagnosticSeverity::kWarning, "b", 9, "x"},
                                      {DiagnosticSeverity::kError, "b", 9, "x"},
                                      {DiagnosticSeverity::kWarning, "b", 10, "x"}};
  EXPECT_EQ(diagnostics.sorted(), expected);
}

TEST(DiagnosticTest, AnyThreadMayAdd) {
  Diagnostics diagnostics;
  std::vector<std::thread> threads;
  for (std::uint64_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (std::uint64_t i = 0; i < 500; ++i) diagnostics.add({DiagnosticSeverity::kNote, "f", t * 1000 + i, "m"});
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(diagnostics.sorted().size(), 2000u);
}

}  // namespace
}  // namespace snag
