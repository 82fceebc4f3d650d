// Where a command's result goes: standard output, or a file that appears only when it is complete. Where everything
// else goes: standard error.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace snag {

// These throw UsageError, saying why, when the text cannot be written whole; no part of a file is left behind then. A
// file that is replaced hands on its rights, and its owner as far as that is permitted; a link stays, and the file that
// it points to is written; anything but a file (a pipe, /dev/stdout) is written to as it is. A reader of standard
// output that went away (`snag dump ir app.jar | head`) is not an error; main() ignores SIGPIPE.
void write_output(const std::optional<std::filesystem::path>& file, std::string_view text);
void write_standard_output(std::string_view text);

// Throws UsageError when the file can surely not be written: its folder is missing, say. `option` named it.
void refuse_unwritable(const std::filesystem::path& file, std::string_view option);

// One line, without its end, to standard error: paths, names and values in it may be from outside, and what a terminal
// would obey is written as an escape (base/unicode.h), the end of a line too. `paint` is a colour for what stands
// before the first colon, as an escape sequence of ours. What cannot be written there is lost: there is no place left
// to say so.
void print_message(std::string_view line, std::string_view paint = {});
// Several lines.
void print_messages(std::string_view lines);

// The end of a command that holds much memory: like `return code` from main, but nothing is given back piece by piece
// (0.4 of 4.9 s of 136 jars). Sanitizer builds return instead, so that leaks are seen.
int end_at_once(int code);

}  // namespace snag
