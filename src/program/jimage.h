// The JDK's class library as it comes with the JDK: the file lib/modules, a "jimage". jimage.cpp describes the format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "program/blob.h"
#include "program/byte_source.h"
#include "program/read_limits.h"

namespace snag {

// Where one resource of an image is, and its name: /module/parent/base.extension.
struct ImageLocation {
  std::string_view module;
  std::string_view parent;
  std::string_view base;
  std::string_view extension;
  std::uint64_t offset = 0;           // from the end of the index
  std::uint64_t compressed_size = 0;  // 0: not compressed
  std::uint64_t size = 0;
};

// Immutable once opened: any thread may read. Resources are identified by their slot in the image's hash table.
class ImageFile {
 public:
  static bool has_magic(Bytes bytes);
  static Result<ImageFile> open(ByteSource image);

  // Finds a class by internal name, "java/util/Map": the package determines the module, and both determine the slot.
  std::optional<std::uint32_t> find_class(std::string_view internal_name) const;
  // Finds a resource by full path: "/java.base/java/util/Map.class".
  std::optional<std::uint32_t> find(std::string_view path) const;

  std::uint32_t slot_count() const { return table_length_; }
  // Returns nothing for slots without a readable resource.
  std::optional<ImageLocation> location(std::uint32_t slot) const;
  // Returns all slots of .class resources (including every module's module-info), in the table's order.
  std::vector<std::uint32_t> class_slots() const;

  Result<Blob> read(std::uint32_t slot, std::uint64_t size_limit, ReadBudget& budget) const;

  // Returns, for example, "java/util/Map".
  static std::string class_name(const ImageLocation& location);

 private:
  explicit ImageFile(ByteSource image) : image_(std::move(image)) {}

  std::uint32_t load(const std::uint8_t* p) const;  // in the image's byte order
  std::uint32_t u4(std::uint64_t offset) const;
  std::optional<std::string_view> string_at(std::uint64_t index) const;
  std::optional<std::uint32_t> find_parts(std::string_view module, std::string_view path,
                                          std::string_view suffix) const;
  Result<Blob> decompress(Blob resource, std::uint64_t size, std::uint64_t offset, std::uint64_t size_limit,
                          ReadBudget& budget) const;

  ByteSource image_;
  Blob index_;  // everything before the resources: 2.6 MB for JDK 17
  bool big_endian_ = false;
  std::uint32_t table_length_ = 0;
  std::uint64_t redirects_ = 0;  // offsets of the index's four parts, and of what follows them
  std::uint64_t offsets_ = 0;
  std::uint64_t locations_ = 0;
  std::uint64_t strings_ = 0;
  std::uint64_t resources_ = 0;
};

}  // namespace snag
