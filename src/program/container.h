// One place that contains classes: an archive (or one layer of it), a folder, a file, a JDK image. Containers are
// immutable; any thread may call every member.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "program/blob.h"

namespace snag {

// A class in a container, by internal name. Only the container can interpret `entry`.
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

  // Returns, for example, "app.jar!/BOOT-INF/lib/x.jar".
  const std::string& path() const { return path_; }

  // Returns the classes sorted by name; of equal names the highest release comes first, and at the same release the one
  // that takes precedence.
  virtual std::vector<ClassEntry> classes() const = 0;
  virtual std::string_view name(std::uint32_t entry) const = 0;
  virtual Result<Blob> read(std::uint32_t entry) const = 0;
  virtual std::string describe(std::uint32_t entry) const = 0;

 private:
  std::string path_;
};

}  // namespace snag
