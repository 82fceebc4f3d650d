// A bounds-checked reader of big-endian bytes: class files and archives are read in no other way.
//
// Failure is sticky: the first read past the end (or an explicit `fail`) is remembered with its offset, and every later
// read returns zero. A decoder is therefore straight-line code with one check at its end; loops over a count that was
// itself read must still test `ok()` if their body does more than read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "base/result.h"

namespace snag {

using Bytes = std::span<const std::uint8_t>;

inline std::uint16_t load_u2(const std::uint8_t* p) {
  std::uint16_t value;
  std::memcpy(&value, p, sizeof value);
  return __builtin_bswap16(value);
}
inline std::uint32_t load_u4(const std::uint8_t* p) {
  std::uint32_t value;
  std::memcpy(&value, p, sizeof value);
  return __builtin_bswap32(value);
}
inline std::uint64_t load_u8(const std::uint8_t* p) {
  std::uint64_t value;
  std::memcpy(&value, p, sizeof value);
  return __builtin_bswap64(value);
}

inline std::string_view as_text(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

class Cursor {
 public:
  // `base` is what `offset()` returns at the first byte, so that errors in nested structures name the offset in the
  // file.
  explicit Cursor(Bytes bytes, std::size_t base = 0)
      : begin_(bytes.data()), position_(begin_), end_(begin_ + bytes.size()), base_(base) {}

  std::uint8_t u1() { return take(1) ? position_[-1] : std::uint8_t{0}; }
  std::uint16_t u2() { return take(2) ? load_u2(position_ - 2) : std::uint16_t{0}; }
  std::uint32_t u4() { return take(4) ? load_u4(position_ - 4) : std::uint32_t{0}; }
  std::uint64_t u8() { return take(8) ? load_u8(position_ - 8) : std::uint64_t{0}; }

  Bytes bytes(std::size_t count) { return take(count) ? Bytes(position_ - count, count) : Bytes(); }
  void skip(std::size_t count) { take(count); }

  std::size_t offset() const { return base_ + static_cast<std::size_t>(position_ - begin_); }
  std::size_t remaining() const { return static_cast<std::size_t>(end_ - position_); }
  bool at_end() const { return position_ == end_; }
  bool ok() const { return problem_ == nullptr; }

  // Remembers the first problem only. `problem` must be a string literal.
  void fail(const char* problem) { fail_at(problem, offset()); }
  void fail_at(const char* problem, std::size_t offset) {
    if (problem_ != nullptr) return;
    problem_ = problem;
    problem_offset_ = offset;
    position_ = end_;
  }
  const char* problem() const { return problem_; }
  std::size_t problem_offset() const { return problem_offset_; }
  tl::unexpected<Error> error() const { return failure(problem_ != nullptr ? problem_ : "no error", problem_offset_); }

 private:
  bool take(std::size_t count) {
    if (static_cast<std::size_t>(end_ - position_) < count) {
      fail("unexpected end of data");
      return false;
    }
    position_ += count;
    return true;
  }

  const std::uint8_t* begin_;
  const std::uint8_t* position_;
  const std::uint8_t* end_;
  std::size_t base_;
  const char* problem_ = nullptr;
  std::size_t problem_offset_ = 0;
};

}  // namespace snag
