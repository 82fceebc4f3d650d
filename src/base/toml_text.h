// Untrusted TOML: snag.toml, which Snag finds by itself in any checkout, and the files of --models.
//
// The parser, toml++, creates a table for every part of a dotted key, and frees nested tables by recursion: a key of
// 40,000 parts ended the program with a stack overflow. It also searches tables linearly: the worst file of 1 MB takes
// 1.6 s, and one of 4 MB would take sixteen times as long. So the text is scanned first, and text that is too large or
// nested too deeply is refused. Files written by people do not come near these limits: a model's key has two parts, and
// its value is a list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace toml {
inline namespace v3 {
class table;
}  // namespace v3
}  // namespace toml

namespace snag {

inline constexpr std::uint64_t kMaximumTomlSize = 1 << 20;  // bytes
inline constexpr std::size_t kMaximumTomlDepth = 16;        // parts of a key; nested lists and inline tables

// `shown` is how errors name the file: `snag.toml:3: …`.
Result<toml::table> parse_toml(std::string_view text, const std::string& shown);

}  // namespace snag
