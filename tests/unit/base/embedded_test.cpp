#include "base/embedded.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

namespace snag {
namespace {

namespace fs = std::filesystem;

// The embedded files are exactly the files below the folder, byte for byte, and sorted by name.
void expect_same_as_folder(std::span<const EmbeddedFile> embedded, const fs::path& folder, const char* extension) {
  std::map<std::string, std::string> expected;
  if (fs::is_directory(folder)) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() != extension || entry.path().filename() == "README.md") continue;
      std::ifstream file(entry.path(), std::ios::binary);
      expected[entry.path().lexically_relative(folder).generic_string()] = {std::istreambuf_iterator<char>(file),
                                                                            std::istreambuf_iterator<char>()};
    }
  }
  ASSERT_EQ(embedded.size(), expected.size());
  auto next = expected.begin();
  for (const EmbeddedFile& file : embedded) {
    EXPECT_EQ(file.name, next->first);
    EXPECT_EQ(file.content, next->second) << file.name;
    ++next;
  }
}

TEST(Embedded, ModelsAreTheFilesOfTheFolder) {
  expect_same_as_folder(embedded_models(), fs::path(SNAG_TEST_SOURCE_DIR) / "models", ".toml");
}

TEST(Embedded, CheckPagesAreTheFilesOfTheFolder) {
  expect_same_as_folder(embedded_check_pages(), fs::path(SNAG_TEST_SOURCE_DIR) / "docs/checks", ".md");
}

}  // namespace
}  // namespace snag
