// Zip archives for tests, right ones and wrong ones, byte by byte; and texts of what is read from them.
#pragma once

#include <libdeflate.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/cursor.h"
#include "program/blob.h"
#include "program/origin.h"

namespace snag::testing_support {

inline std::string little(std::uint64_t value, int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

inline std::string big(std::uint64_t value, int size) {
  std::string bytes;
  for (int i = size - 1; i >= 0; --i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

inline Bytes as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// A Blob that keeps its own copy.
inline Blob blob_of(std::string content) {
  auto owner = std::make_shared<const std::string>(std::move(content));
  Bytes bytes = as_bytes(*owner);
  return Blob{.bytes = bytes, .owner = std::move(owner)};
}

// Raw deflate (zlib = false) or a zlib stream.
inline std::string deflate(std::string_view content, bool zlib = false) {
  libdeflate_compressor* compressor = libdeflate_alloc_compressor(6);
  std::string out(libdeflate_zlib_compress_bound(compressor, content.size()), '\0');
  out.resize((zlib ? libdeflate_zlib_compress : libdeflate_deflate_compress)(compressor, content.data(), content.size(),
                                                                             out.data(), out.size()));
  libdeflate_free_compressor(compressor);
  return out;
}

struct ZipMember {
  std::string name = "";
  std::string content = "";
  bool stored = false;
  bool streamed = false;  // sizes behind the data, not before
  bool zip64 = false;     // sizes and offset in the extra field
  std::uint16_t flags = 0;
  // What the central directory says when it lies.
  std::optional<std::uint16_t> stated_method = std::nullopt;
  std::optional<std::uint32_t> stated_crc = std::nullopt;
  std::optional<std::uint64_t> stated_size = std::nullopt;
  std::optional<std::uint64_t> stated_compressed_size = std::nullopt;
  std::optional<std::uint64_t> stated_offset = std::nullopt;
};

struct ZipShape {
  std::string prefix = "";  // before the archive, not counted in its offsets
  std::string comment = "";
  bool zip64_end = false;
  std::optional<std::uint16_t> stated_count = std::nullopt;
};

inline std::string make_zip(const std::vector<ZipMember>& members, const ZipShape& shape = {}) {
  std::string data;
  std::string directory;
  for (const ZipMember& member : members) {
    std::uint64_t offset = member.stated_offset.value_or(data.size());
    std::string packed = member.stored ? member.content : deflate(member.content);
    std::uint64_t size = member.stated_size.value_or(member.content.size());
    std::uint64_t packed_size = member.stated_compressed_size.value_or(packed.size());
    std::uint32_t crc = member.stated_crc.value_or(libdeflate_crc32(0, member.content.data(), member.content.size()));
    std::uint16_t method = member.stated_method.value_or(member.stored ? 0 : 8);
    auto flags = static_cast<std::uint16_t>(member.flags | (member.streamed ? 8 : 0));
    std::string numbers = little(crc, 4) + little(packed_size, 4) + little(size, 4);
    std::string common = little(20, 2) + little(flags, 2) + little(method, 2) + little(0, 4);
    data += "PK\3\4" + common + (member.streamed ? std::string(12, '\0') : numbers) + little(member.name.size(), 2) +
            little(0, 2) + member.name + packed;
    if (member.streamed) data += "PK\7\10" + numbers;

    std::string extra;
    if (member.zip64) {
      extra = little(0x9901, 2) + little(1, 2) + "x" + little(1, 2) + little(24, 2) + little(size, 8) +
              little(packed_size, 8) + little(offset, 8);
      numbers = little(crc, 4) + std::string(8, '\xFF');
    }
    directory += "PK\1\2" + little(20, 2) + common + numbers + little(member.name.size(), 2) + little(extra.size(), 2) +
                 little(0, 2) + little(0, 2) + little(0, 6) +
                 (member.zip64 ? std::string(4, '\xFF') : little(offset, 4)) + member.name + extra;
  }
  std::string end;
  if (shape.zip64_end) {
    end += "PK\6\6" + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8) + little(members.size(), 8) +
           little(members.size(), 8) + little(directory.size(), 8) + little(data.size(), 8);
    end += "PK\6\7" + little(0, 4) + little(data.size() + directory.size(), 8) + little(1, 4);
  }
  std::uint64_t count = shape.stated_count.value_or(members.size());
  end += std::string("PK\5\6") + little(0, 4) + little(shape.zip64_end ? 0xFFFF : count, 2) +
         little(shape.zip64_end ? 0xFFFF : count, 2) + little(shape.zip64_end ? 0xFFFFFFFF : directory.size(), 4) +
         little(shape.zip64_end ? 0xFFFFFFFF : data.size(), 4) + little(shape.comment.size(), 2) + shape.comment;
  return shape.prefix + data + directory + end;
}

// The smallest class file of this name; `marker` makes two of them differ.
inline std::string make_class(std::string_view name, std::string_view marker = "") {
  auto utf8 = [](std::string_view text) { return big(1, 1) + big(text.size(), 2) + std::string(text); };
  return big(0xCAFEBABE, 4) + big(52, 4) + big(6, 2) + big(7, 1) + big(2, 2) + utf8(name) + big(7, 1) + big(4, 2) +
         utf8("java/lang/Object") + utf8(marker) + big(0x21, 2) + big(1, 2) + big(3, 2) + big(0, 8);
}

// The content, or "error: ..." with its message.
inline std::string content_of(const Result<Blob>& blob) {
  return blob ? std::string(as_text(blob->bytes)) : "error: " + blob.error().message;
}

inline std::string short_name(Origin origin) {
  constexpr const char* kNames[] = {"app", "lib", "jdk"};
  return kNames[static_cast<std::size_t>(origin)];
}

}  // namespace snag::testing_support
