// Problem: find one class among the 27,000 of a JDK image without reading a list of them.
//
//     header | redirect table | offset table | location attributes | strings | resources
//
// The image is a minimal perfect hash table over full paths (/java.base/java/util/Map.class), in the byte order of the
// machine for which it was made. A path is hashed once with a fixed seed; the entry of the redirect table is either the
// slot, or the seed with which to hash again. The slot contains an offset into the location attributes: bytes that give
// kind and length, then a value, for module, parent, base, extension (offsets into the strings), content offset and
// sizes. A perfect hash is correct for every path from which it was built and arbitrary for others, so names are
// compared.
//
// The module of a package is itself a resource: /packages/java.util contains pairs of (1 if the package is empty in
// this module, offset of the module's name). So one class costs two lookups and touches a handful of pages.
//
// Every loop is bounded by the bytes of one record, by the size of the table, or by the eight permitted layers of
// compression. Strings are modified UTF-8, like names in class files.
#include "program/jimage.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "program/image_compression.h"
#include "program/inflate.h"
#include "program/little_endian.h"

namespace snag {

namespace {

constexpr std::uint32_t kMagic = 0xCAFEDADA;
constexpr std::uint32_t kCompressedMagic = 0xCAFEFAFA;
constexpr std::uint32_t kSupportedMajorVersion = 1;
constexpr std::uint64_t kHeaderSize = 28;
constexpr std::uint64_t kCompressedHeaderSize = 29;
constexpr std::uint32_t kHashSeed = 0x01000193;
constexpr int kMaxCompressionLayers = 8;
constexpr std::uint64_t kMaxPackageSize = 1 << 20;  // of the list of a package's modules: there are about 70 modules

enum Attribute : std::uint8_t {
  kEnd,
  kModule,
  kParent,
  kBase,
  kExtension,
  kOffset,
  kCompressed,
  kUncompressed,
  kKinds
};

std::uint32_t hash(std::uint32_t seed, std::string_view text) {
  for (char c : text) seed = (seed * kHashSeed) ^ static_cast<unsigned char>(c);
  return seed;
}

// Removes `piece` from the front of `text`, or returns false.
bool consume(std::string_view& text, std::string_view piece) {
  if (!text.starts_with(piece)) return false;
  text.remove_prefix(piece.size());
  return true;
}

}  // namespace

bool ImageFile::has_magic(Bytes bytes) {
  return bytes.size() >= 4 && (load_u4(bytes.data()) == kMagic || load_little_u4(bytes.data()) == kMagic);
}

Result<ImageFile> ImageFile::open(ByteSource image) {
  Result<Blob> header = image.read_up_to(0, kHeaderSize);
  if (!header) return tl::unexpected(image.explained(header.error()));
  if (!has_magic(header->bytes)) return failure("not a JDK image: expected the number 0xCAFEDADA", 0);
  if (header->bytes.size() < kHeaderSize) return failure("truncated JDK image: expected a header", image.size());
  ImageFile file(std::move(image));
  file.index_ = *std::move(header);
  file.big_endian_ = load_u4(file.index_.bytes.data()) == kMagic;
  std::uint32_t major_version = file.u4(4) >> 16;
  if (major_version != kSupportedMajorVersion) {
    return failure(fmt::format("JDK image of version {}: expected {}", major_version, kSupportedMajorVersion), 4);
  }
  // Flags and the number of resources, at 8 and 12, are not needed.
  file.table_length_ = file.u4(16);
  std::uint64_t locations_size = file.u4(20);
  std::uint64_t strings_size = file.u4(24);
  file.redirects_ = kHeaderSize;
  file.offsets_ = file.redirects_ + std::uint64_t{file.table_length_} * 4;
  file.locations_ = file.offsets_ + std::uint64_t{file.table_length_} * 4;
  file.strings_ = file.locations_ + locations_size;
  file.resources_ = file.strings_ + strings_size;
  if (file.resources_ > file.image_.size()) {
    return failure(fmt::format("truncated JDK image: expected an index of {} bytes", file.resources_),
                   file.image_.size());
  }
  Result<Blob> index = file.image_.read(0, file.resources_);
  if (!index) return tl::unexpected(file.image_.explained(index.error()));
  file.index_ = *std::move(index);
  return file;
}

std::uint32_t ImageFile::load(const std::uint8_t* p) const { return big_endian_ ? load_u4(p) : load_little_u4(p); }

// `offset` was checked against the size of the index when the image was opened.
std::uint32_t ImageFile::u4(std::uint64_t offset) const { return load(index_.bytes.data() + offset); }

std::optional<std::string_view> ImageFile::string_at(std::uint64_t index) const {
  if (index >= resources_ - strings_) return std::nullopt;
  std::string_view rest = as_text(index_.bytes.subspan(strings_ + index, resources_ - strings_ - index));
  std::size_t end = rest.find('\0');
  if (end == std::string_view::npos) return std::nullopt;
  return rest.substr(0, end);
}

std::optional<ImageLocation> ImageFile::location(std::uint32_t slot) const {
  if (slot >= table_length_) return std::nullopt;
  std::uint64_t start = u4(offsets_ + std::uint64_t{slot} * 4);
  if (start >= strings_ - locations_) return std::nullopt;
  Cursor cursor(index_.bytes.subspan(locations_ + start, strings_ - locations_ - start));
  std::array<std::uint64_t, kKinds> values{};
  while (true) {
    std::uint8_t head = cursor.u1();
    std::uint8_t kind = head >> 3;
    if (!cursor.ok()) return std::nullopt;
    if (kind == kEnd) break;
    std::uint64_t value = 0;
    for (int rest = (head & 7) + 1; rest > 0; --rest) value = (value << 8) | cursor.u1();
    if (kind < kKinds) values[kind] = value;  // later versions may have further attributes
  }
  auto module = string_at(values[kModule]);
  auto parent = string_at(values[kParent]);
  auto base = string_at(values[kBase]);
  auto extension = string_at(values[kExtension]);
  if (!module || !parent || !base || !extension) return std::nullopt;
  return ImageLocation{.module = *module,
                       .parent = *parent,
                       .base = *base,
                       .extension = *extension,
                       .offset = values[kOffset],
                       .compressed_size = values[kCompressed],
                       .size = values[kUncompressed]};
}

// Looks up /module/path+suffix without concatenating the string.
std::optional<std::uint32_t> ImageFile::find_parts(std::string_view module, std::string_view path,
                                                   std::string_view suffix) const {
  if (table_length_ == 0) return std::nullopt;
  auto slot_for = [&](std::uint32_t seed) {
    seed = hash(hash(hash(hash(hash(seed, "/"), module), "/"), path), suffix);
    return (seed & 0x7FFFFFFF) % table_length_;
  };
  std::uint32_t slot = slot_for(kHashSeed);
  auto redirect = static_cast<std::int32_t>(u4(redirects_ + std::uint64_t{slot} * 4));
  if (redirect == 0) return std::nullopt;
  slot = redirect > 0 ? slot_for(static_cast<std::uint32_t>(redirect)) : ~static_cast<std::uint32_t>(redirect);

  std::optional<ImageLocation> found = location(slot);
  if (!found || found->module != module) return std::nullopt;
  // The stored parent/base.extension must be equal to path+suffix, wherever it was split.
  std::string full;
  if (!found->parent.empty()) full.append(found->parent).append("/");
  full.append(found->base);
  if (!found->extension.empty()) full.append(".").append(found->extension);
  std::string_view rest = full;
  if (!consume(rest, path) || rest != suffix) return std::nullopt;
  return slot;
}

std::optional<std::uint32_t> ImageFile::find(std::string_view path) const {
  if (!consume(path, "/")) return std::nullopt;
  std::size_t slash = path.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  return find_parts(path.substr(0, slash), path.substr(slash + 1), "");
}

std::optional<std::uint32_t> ImageFile::find_class(std::string_view internal_name) const {
  std::size_t slash = internal_name.rfind('/');
  if (slash == std::string_view::npos) return std::nullopt;  // modules have no classes without a package
  std::string package(internal_name.substr(0, slash));
  std::replace(package.begin(), package.end(), '/', '.');
  std::optional<std::uint32_t> slot = find_parts("packages", package, "");
  if (!slot) return std::nullopt;
  std::optional<ImageLocation> entry = location(*slot);
  if (!entry || entry->compressed_size != 0 || entry->size > kMaxPackageSize || entry->offset > image_.size()) {
    return std::nullopt;
  }
  const Result<Blob> pairs = image_.read(resources_ + entry->offset, entry->size);
  if (!pairs) return std::nullopt;
  // The content is pairs of (1 if the package is empty in this module, offset of the module's name).
  for (Bytes rest = pairs->bytes; rest.size() >= 8; rest = rest.subspan(8)) {
    if (load(rest.data()) != 0) continue;
    std::optional<std::string_view> module = string_at(load(rest.data() + 4));
    if (module) {
      if (auto found = find_parts(*module, internal_name, ".class")) return found;
    }
  }
  return std::nullopt;
}

std::vector<std::uint32_t> ImageFile::class_slots() const {
  std::vector<std::uint32_t> slots;
  for (std::uint32_t slot = 0; slot < table_length_; ++slot) {
    std::optional<ImageLocation> found = location(slot);
    if (found && found->extension == "class" && found->module != "modules" && found->module != "packages") {
      slots.push_back(slot);
    }
  }
  return slots;
}

std::string ImageFile::class_name(const ImageLocation& location) {
  std::string name(location.parent);
  if (!name.empty()) name += '/';
  return name.append(location.base);
}

Result<Blob> ImageFile::read(std::uint32_t slot, std::uint64_t size_limit, ReadBudget& budget) const {
  std::optional<ImageLocation> found = location(slot);
  if (!found) return failure("damaged location in a JDK image", offsets_ + std::uint64_t{slot} * 4);
  std::uint64_t available = image_.size() - resources_;
  std::uint64_t stored_size = found->compressed_size != 0 ? found->compressed_size : found->size;
  if (found->offset > available || stored_size > available - found->offset) {
    return failure(fmt::format("truncated JDK image: expected a resource of {} bytes", stored_size), image_.size());
  }
  if (found->size > size_limit || stored_size > size_limit) {
    return failure(
        fmt::format("resource of {} bytes is over the limit of {}", std::max(found->size, stored_size), size_limit),
        resources_ + found->offset);
  }
  Result<Blob> resource = image_.read(resources_ + found->offset, stored_size);
  if (!resource) return tl::unexpected(image_.explained(resource.error()));
  if (found->compressed_size == 0) return resource;
  return decompress(*std::move(resource), found->size, resources_ + found->offset, size_limit, budget);
}

// A compressed resource starts with a header that names its decompressor; the decompressed data may start with another
// header.
Result<Blob> ImageFile::decompress(Blob resource, std::uint64_t size, std::uint64_t offset, std::uint64_t size_limit,
                                   ReadBudget& budget) const {
  auto string_of = [this](std::uint64_t index) { return string_at(index); };
  for (int layer = 0; layer < kMaxCompressionLayers; ++layer) {
    Cursor header(resource.bytes);
    auto u4_of_header = [&] { return big_endian_ ? header.u4() : little_u4(header); };
    auto u8_of_header = [&] { return big_endian_ ? header.u8() : little_u8(header); };
    if (resource.bytes.size() < kCompressedHeaderSize || u4_of_header() != kCompressedMagic) {
      if (layer == 0) return failure("expected the header of a compressed resource", offset);
      if (resource.bytes.size() != size) {
        return failure(fmt::format("resource inflates to {} bytes: expected {}", resource.bytes.size(), size), offset);
      }
      return resource;
    }
    std::uint64_t compressed_size = u8_of_header();
    std::uint64_t inflated_size = u8_of_header();
    std::optional<std::string_view> method = string_at(u4_of_header());
    header.skip(4 + 1);  // configuration, whether this is the last layer
    Bytes data = header.bytes(compressed_size);
    if (!header.ok()) return failure("compressed resource ends too early", offset);
    // An inner layer has a header in addition to the content, and compression may have made it slightly larger.
    if (inflated_size > size_limit + size_limit / 8 + kMaxCompressionLayers * kCompressedHeaderSize) {
      return failure(fmt::format("resource of {} bytes is over the limit of {}", inflated_size, size_limit), offset);
    }
    auto inflate_compact = [&]() -> Result<Blob> {
      if (!budget.spend_inflated(inflated_size)) return tl::unexpected(over_inflated_limit(budget));
      return inflate_compact_pool(data, inflated_size, string_of);
    };
    Result<Blob> inflated = method == "zip"          ? inflate(data, inflated_size, DeflateForm::kZlib, budget)
                            : method == "compact-cp" ? inflate_compact()
                                                     : failure("resource compressed in an unknown way");
    if (!inflated) return failure(inflated.error().message, offset);
    resource = *std::move(inflated);
  }
  return failure("resource compressed too often", offset);
}

}  // namespace snag
