// Zip archives are little-endian, JDK images have the byte order of their machine, and Cursor reads Java's big-endian.
// These functions read through a Cursor, with its checks, and swap the bytes.
#pragma once

#include "base/cursor.h"

namespace snag {

inline std::uint32_t load_little_u4(const std::uint8_t* p) { return __builtin_bswap32(load_u4(p)); }

inline std::uint16_t little_u2(Cursor& cursor) { return __builtin_bswap16(cursor.u2()); }
inline std::uint32_t little_u4(Cursor& cursor) { return __builtin_bswap32(cursor.u4()); }
inline std::uint64_t little_u8(Cursor& cursor) { return __builtin_bswap64(cursor.u8()); }

}  // namespace snag
