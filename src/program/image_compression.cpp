// `zip` is a zlib stream. `compact-cp` moves the strings of constant pools into the image's own string table, where all
// classes share equal ones:
//
//     Utf8 "sealed"                 ->  23, index of "sealed"
//     Utf8 "(Ljava/util/Map;I)V"    ->  25, index of "(L;I)V", size of what follows, index of "java/util", index of
//     "Map"
//
// Every other constant, and everything after the constant pool, is unchanged. Indexes have one to four bytes: if the
// top bit is set, the next two bits say how many, and the other five are the value's highest; otherwise there are four.
//
// A few bytes of input can refer to long strings again and again, so every output byte is charged against the stated
// size, which the caller has checked: this bounds both time and space.
#include "program/image_compression.h"

#include <fmt/format.h>

#include <memory>
#include <vector>

#include "classfile/constant_pool.h"

namespace snag {

namespace {

constexpr auto kUtf8 = static_cast<std::uint8_t>(classfile::ConstantTag::kUtf8);
constexpr auto kLong = static_cast<std::uint8_t>(classfile::ConstantTag::kLong);
constexpr auto kDouble = static_cast<std::uint8_t>(classfile::ConstantTag::kDouble);
constexpr std::uint8_t kExternalString = 23;
constexpr std::uint8_t kExternalDescriptor = 25;

class CompactPool {
 public:
  CompactPool(Bytes data, std::uint64_t size, const ImageStringAt& string_at)
      : input_(data), size_(size), string_at_(string_at) {}

  Result<Blob> inflate() {
    output_->reserve(size_);
    append(input_.bytes(8));  // number and version of the class file
    Bytes count_bytes = input_.bytes(2);
    append(count_bytes);
    if (!input_.ok()) return input_.error();
    std::uint16_t count = load_u2(count_bytes.data());
    for (std::uint32_t index = 1; index < count && input_.ok(); ++index) {
      std::uint8_t tag = input_.u1();
      if (tag == kLong || tag == kDouble) ++index;  // they take two places (JVMS 4.4.5)
      constant(tag);
    }
    append(input_.bytes(input_.remaining()));
    if (!input_.ok()) return input_.error();
    if (output_->size() != size_) {
      return failure(fmt::format("compact-cp resource of {} bytes: expected {}", output_->size(), size_));
    }
    Bytes bytes(output_->data(), output_->size());
    return Blob{.bytes = bytes, .owner = std::move(output_)};
  }

 private:
  void constant(std::uint8_t tag) {
    switch (tag) {
      case kExternalString: {
        std::size_t start = begin_utf8();
        append(string(input_));
        return end_utf8(start);
      }
      case kExternalDescriptor:
        return descriptor();
      case kUtf8: {
        append_byte(tag);
        Bytes size = input_.bytes(2);
        append(size);
        if (input_.ok()) append(input_.bytes(load_u2(size.data())));
        return;
      }
      default: {
        std::size_t size = classfile::constant_size(static_cast<classfile::ConstantTag>(tag));
        if (size == 0) return input_.fail("unknown constant in a compact-cp resource");
        append_byte(tag);
        append(input_.bytes(size));
      }
    }
  }

  // After every L of the template comes a package and a class, in the order in which they are listed.
  void descriptor() {
    std::string_view pattern = string(input_);
    Cursor names(input_.bytes(integer(input_)));
    std::size_t start = begin_utf8();
    bool has_names = !names.at_end();
    for (char c : pattern) {
      append_byte(static_cast<std::uint8_t>(c));
      if (c != 'L' || !has_names) continue;
      std::string_view package = string(names);
      append(package);
      if (!package.empty()) append_byte('/');
      append(string(names));
      if (!names.ok()) return input_.fail("damaged descriptor in a compact-cp resource");
      if (!input_.ok()) return;
    }
    end_utf8(start);
  }

  std::size_t begin_utf8() {
    append_byte(kUtf8);
    append_byte(0);
    append_byte(0);
    return output_->size();
  }
  void end_utf8(std::size_t start) {
    std::size_t size = output_->size() - start;
    if (size > 0xFFFF) input_.fail("constant of more than 65535 bytes in a compact-cp resource");
    if (!input_.ok()) return;
    (*output_)[start - 2] = static_cast<std::uint8_t>(size >> 8);
    (*output_)[start - 1] = static_cast<std::uint8_t>(size);
  }

  static std::uint32_t integer(Cursor& cursor) {
    std::uint8_t first = cursor.u1();
    bool short_form = (first & 0x80) != 0;
    int following = short_form ? ((first >> 5) & 3) - 1 : 3;
    std::uint32_t value = short_form ? first & 0x1F : first;
    for (; following > 0; --following) value = (value << 8) | cursor.u1();
    return value;
  }

  std::string_view string(Cursor& cursor) {
    std::uint32_t index = integer(cursor);
    std::optional<std::string_view> found = string_at_(index);
    if (!found) cursor.fail("string index outside the image's strings");
    return found.value_or(std::string_view());
  }

  void append(Bytes bytes) {
    if (bytes.size() > size_ - output_->size()) return input_.fail("compact-cp resource is larger than stated");
    output_->insert(output_->end(), bytes.begin(), bytes.end());
  }
  void append(std::string_view text) { append(Bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size())); }
  void append_byte(std::uint8_t byte) { append(Bytes(&byte, 1)); }

  Cursor input_;
  std::uint64_t size_;
  const ImageStringAt& string_at_;
  std::shared_ptr<std::vector<std::uint8_t>> output_ = std::make_shared<std::vector<std::uint8_t>>();
};

}  // namespace

Result<Blob> inflate_compact_pool(Bytes data, std::uint64_t size, const ImageStringAt& string_at) {
  return CompactPool(data, size, string_at).inflate();
}

}  // namespace snag
