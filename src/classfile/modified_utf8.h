// Modified UTF-8 (JVMS 4.4.7): NUL is two bytes, characters beyond the basic plane are two three-byte surrogates.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/cursor.h"

namespace snag::classfile {

bool is_modified_utf8(Bytes text);

// Returns whether all bytes are 1 to 127, as in nearly every text; always false if that cannot be determined quickly,
// which is near `end`, the end of the readable bytes. It reads whole words and masks what follows the text, so that
// most names take one or two steps.
inline bool is_plain_text(const std::uint8_t* text, std::size_t length, const std::uint8_t* end) {
#ifdef __SSE2__
  constexpr std::size_t kWord = 16;
#else
  constexpr std::size_t kWord = 8;
#endif
  if (static_cast<std::size_t>(end - text) < length + kWord) return false;
  for (;;) {
#ifdef __SSE2__
    __m128i word = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text));
    __m128i zero = _mm_cmpeq_epi8(word, _mm_setzero_si128());
    auto special = static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(word, zero)));  // a bit for each byte
    if (length < kWord) return (special & ((1u << length) - 1)) == 0;
#else
    std::uint64_t word;
    std::memcpy(&word, text, sizeof word);
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    if (length < kWord) word |= 0x0101010101010101ULL << (8 * length), word &= ~(0x8080808080808080ULL << (8 * length));
    std::uint64_t special = (word | (word - 0x0101010101010101ULL)) & 0x8080808080808080ULL;
    if (length < kWord) return special == 0;
#endif
    if (special != 0) return false;
    text += kWord;
    length -= kWord;
  }
}

// Converts to standard UTF-8 for display; an unpaired surrogate becomes U+FFFD.
std::string to_utf8(std::string_view modified);

// The inverse, for names of files and of archives' entries. Returns nothing if the text is not UTF-8.
std::optional<std::string> to_modified_utf8(std::string_view utf8);

}  // namespace snag::classfile
