// One place that holds classes: an archive (or one layer of it), a folder, a file, a JDK image. Containers are
// immutable once made; every member may be called by any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "program/blob.h"

namespace snag {

// What ClassPath asks containers for, by internal name. `entry` means something to the container only.
struct ClassEntry {
  std::string_view name;  // lives as long as the container
  std::uint32_t entry;
  std::uint16_t release;  // 0, or the N of META-INF/versions/N
};

class Container {
 public:
  explicit Container(std::string path) : path_(std::move(path)) {}
  virtual ~Container() = default;
  Container(const Container&) = delete;
  Container& operator=(const Container&) = delete;

  // "app.jar!/BOOT-INF/lib/x.jar"
  const std::string& path() const { return path_; }

  // Sorted by name; of one name the highest release first, and at the same release what wins first.
  virtual std::vector<ClassEntry> classes() const = 0;
  virtual std::string_view name(std::uint32_t entry) const = 0;
  virtual Result<Blob> read(std::uint32_t entry) const = 0;
  virtual std::string describe(std::uint32_t entry) const = 0;

 private:
  std::string path_;
};

}  // namespace snag
