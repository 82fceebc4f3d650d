// TOML from outside: snag.toml, which Snag finds by itself in any checkout, and the files of --models.
//
// The parser, toml++, makes a table of every part of a dotted key, and frees tables within tables by recursion: a key
// of 40,000 parts ended the program with a full stack. It also looks for tables one by one: the worst file of 1 MB
// takes 1.6 s, and one of 4 MB would take sixteen times as long. So the text is looked over first, and what is too
// large or too deep is refused. No file that people write comes near these limits: a model's key has two parts, its
// value is a list.
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
inline constexpr std::size_t kMaximumTomlDepth = 16;        // parts of a key; lists and inline tables in one another

// `shown` is how errors name the file: `snag.toml:3: …`.
Result<toml::table> parse_toml(std::string_view text, const std::string& shown);

}  // namespace snag
