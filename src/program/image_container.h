// A JDK image as a container. Its classes are found by hashing; only `classes` reads all of them.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

#include "program/container.h"
#include "program/jimage.h"
#include "program/read_limits.h"

namespace snag {

class ImageContainer final : public Container {
 public:
  // `budget` must outlive the container.
  ImageContainer(std::string path, ImageFile image, ReadBudget& budget);
  ~ImageContainer() override;

  // The slot of a class is its entry.
  std::optional<std::uint32_t> find(std::string_view internal_name) const { return image_.find_class(internal_name); }

  std::vector<ClassEntry> classes() const override;
  std::string_view name(std::uint32_t entry) const override;
  Result<Blob> read(std::uint32_t entry) const override;
  std::string describe(std::uint32_t entry) const override;

 private:
  ImageFile image_;
  ReadBudget& budget_;
  // The image stores package and simple name separately. Joined names are created on demand and kept.
  mutable std::unique_ptr<std::atomic<const std::string*>[]> names_;
  // Created on demand: a JDK has 27,000 classes to find and sort.
  mutable std::once_flag listed_;
  mutable std::vector<ClassEntry> listing_;
};

}  // namespace snag
