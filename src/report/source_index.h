// Where the sources lie: the source files below the folders of the source path, sorted by name.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace snag {

// Walks the folders when it is made: 100,000 entries take 0.1 s. What may not be read is left out, and so are hidden
// folders and node_modules. Symbolic links to folders are not followed.
class SourceIndex {
 public:
  // Names of files and folders that are looked at, in each folder of the source path. Where there are more, those of
  // the deepest folders are missing.
  static constexpr std::size_t kMaxEntries = 200'000;
  static constexpr std::size_t kMaxDepth = 40;

  explicit SourceIndex(const std::vector<std::filesystem::path>& folders, std::size_t max_entries = kMaxEntries);

  // In the order in which they should be tried.
  std::vector<std::filesystem::path> find(std::string_view file) const;

 private:
  void walk(const std::filesystem::path& root, std::size_t max_entries);

  struct Folder {
    std::filesystem::path path;
    bool written_by_builds = false;
  };
  std::vector<Folder> folders_;
  absl::flat_hash_map<std::string, std::vector<std::uint32_t>> files_;  // to the folders that have one of that name
};

// The package that a source declares, of Java, Kotlin, Groovy or Scala; empty if it declares none.
std::string declared_package(std::string_view source);

}  // namespace snag
