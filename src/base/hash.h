// A fast hash of short texts. Not for anything that an attacker may choose to collide at cost: tables here compare the
// text as well, and a run that is slow on a hostile jar is bounded by the jar's size limits.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace snag {

namespace hash_internal {
inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}
inline std::uint64_t load(const char* p, std::size_t n) {
  std::uint64_t word = 0;
  std::memcpy(&word, p, n);
  return word;
}
}  // namespace hash_internal

inline std::uint64_t hash_text(std::string_view text) {
  using hash_internal::load;
  using hash_internal::mix;
  constexpr std::uint64_t kOdd1 = 0x9E37'79B9'7F4A'7C15ULL, kOdd2 = 0xD6E8'FEB8'6659'FD93ULL;
  const char* p = text.data();
  std::size_t left = text.size();
  std::uint64_t state = kOdd1 ^ left;
  for (; left > 16; p += 16, left -= 16) state = mix(load(p, 8) ^ kOdd2, load(p + 8, 8) ^ state);
  std::uint64_t a = 0, b = 0;
  if (left >= 8) {  // two words that may overlap cover 8 to 16 bytes
    a = load(p, 8);
    b = load(p + left - 8, 8);
  } else if (left >= 4) {
    a = load(p, 4);
    b = load(p + left - 4, 4);
  } else if (left > 0) {
    a = (std::uint64_t{static_cast<unsigned char>(p[0])} << 16) |
        (std::uint64_t{static_cast<unsigned char>(p[left / 2])} << 8) | static_cast<unsigned char>(p[left - 1]);
  }
  return mix(mix(a ^ kOdd2, b ^ state), kOdd1);
}

}  // namespace snag
