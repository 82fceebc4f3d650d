#include "report/source_lines.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <system_error>

#include "report/printable.h"

namespace snag {

namespace {

namespace fs = std::filesystem;

constexpr std::array kUsualRoots = {"", "src/main/java", "src", "java"};
constexpr std::size_t kLongLine = 1 << 14;              // bytes; of a longer one the part around the word is looked at
constexpr std::string_view kEllipsis = "\xe2\x80\xa6";  // one column

bool is_part_of_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || c == '$' || byte >= 0x80;
}

// The name of one file or folder, and nothing else.
bool is_plain_name(std::string_view name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == name.npos && name.find('\0') == name.npos;
}

std::string_view package_of(std::string_view class_name) {
  const std::size_t dot = class_name.rfind('.');
  return dot == class_name.npos ? std::string_view() : class_name.substr(0, dot);
}

// a.b as a/b; nothing when a part is no name of a folder.
std::optional<fs::path> folder_of(std::string_view package) {
  fs::path result;
  while (!package.empty()) {
    const std::size_t dot = std::min(package.find('.'), package.size());
    if (!is_plain_name(package.substr(0, dot)) || dot + 1 == package.size()) return std::nullopt;
    result /= package.substr(0, dot);
    package.remove_prefix(std::min(dot + 1, package.size()));
  }
  return result;
}

// Whether the source says `package a.b`. Comments are not recognised: one that says so, too, does little harm.
bool declares_package(std::string_view source, std::string_view package) {
  constexpr std::string_view kKeyword = "package";
  if (package.empty()) return true;
  for (std::size_t at = source.find(kKeyword); at != source.npos; at = source.find(kKeyword, at + 1)) {
    if (at > 0 && is_part_of_word(source[at - 1])) continue;
    const std::size_t name = source.find_first_not_of(" \t", at + kKeyword.size());
    if (name == source.npos || name == at + kKeyword.size()) continue;
    const std::string_view rest = source.substr(name);
    if (!rest.starts_with(package)) continue;
    if (rest.size() == package.size()) return true;
    const char next = rest[package.size()];
    if (!is_part_of_word(next) && next != '.') return true;
  }
  return false;
}

// Lines end as the compiler counts them (JLS 3.4): with LF, CR, or both.
std::optional<std::string_view> nth_line(std::string_view source, std::uint32_t line) {
  if (line == 0) return std::nullopt;
  for (std::uint32_t current = 1;; ++current) {
    const std::size_t end = source.find_first_of("\r\n");
    if (current == line) return source.substr(0, end);
    if (end == source.npos) return std::nullopt;
    source.remove_prefix(end + (source.substr(end).starts_with("\r\n") ? 2 : 1));
  }
}

std::size_t find_word(std::string_view line, std::string_view word) {
  if (word.empty()) return line.npos;
  for (std::size_t at = line.find(word); at != line.npos; at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_part_of_word(line[at - 1]);
    if (begins && (end == line.size() || !is_part_of_word(line[end]))) return at;
  }
  return line.npos;
}

// With a tab every eight columns, as terminals and the Java tools have it.
std::string with_tabs_expanded(std::string_view text, std::size_t start_column) {
  constexpr std::size_t kTab = 8;
  std::string result;
  std::size_t column = start_column;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\t'), text.size());
    const std::string piece = printable(text.substr(0, end));
    result += piece;
    column += columns(piece);
    if (end == text.size()) break;
    const std::size_t blanks = kTab - column % kTab;
    result.append(blanks, ' ');
    column += blanks;
    text.remove_prefix(end + 1);
  }
  return result;
}

// `count` characters of valid UTF-8, from character `start` on.
std::string_view middle(std::string_view text, std::size_t start, std::size_t count) {
  const auto skip = [](std::string_view from, std::size_t characters) {
    std::size_t at = 0;
    for (; characters > 0 && at < from.size(); --characters) {
      do ++at;
      while (at < from.size() && (static_cast<unsigned char>(from[at]) & 0xc0) == 0x80);
    }
    return at;
  };
  text.remove_prefix(skip(text, start));
  return text.substr(0, skip(text, count));
}

// At most `width` characters; a third of them before the word, so that what is done with it can be seen.
void cut(Excerpt& excerpt, std::size_t width) {
  const std::size_t length = columns(excerpt.text);
  if (length <= width) return;
  const std::size_t word = excerpt.column.value_or(0);
  std::size_t start = word > width / 3 ? word - width / 3 : 0;
  start = std::min(start, length - width);
  std::string_view shown = middle(excerpt.text, start, width);
  std::string result;
  if (start > 0) result += kEllipsis, shown = middle(shown, 1, width);
  const bool more = start + width < length;
  result += more ? middle(shown, 0, columns(shown) - 1) : shown;
  if (more) result += kEllipsis;
  excerpt.text = std::move(result);
  if (excerpt.column) *excerpt.column -= start;
}

}  // namespace

std::optional<std::string_view> SourceLines::find(std::string_view class_name, std::string_view file,
                                                  std::uint32_t line) {
  const std::optional<std::string_view> source = find_file(class_name, file);
  return source ? nth_line(*source, line) : std::nullopt;
}

std::optional<std::string_view> SourceLines::find_file(std::string_view class_name, std::string_view file) {
  if (folders_.empty() || !is_plain_name(file)) return std::nullopt;
  const std::string* source = content(package_of(class_name), file);
  return source == nullptr ? std::nullopt : std::optional<std::string_view>(*source);
}

const std::string* SourceLines::content(std::string_view package, std::string_view file) {
  const std::optional<fs::path> below = folder_of(package);
  if (!below) return nullptr;
  for (const fs::path& folder : folders_) {
    for (const char* root : kUsualRoots) {
      if (read(folder / root / *below / file)) return &content_;
    }
  }
  for (const fs::path& folder : folders_) {
    if (read(folder / file) && declares_package(content_, package)) return &content_;
  }
  return nullptr;
}

bool SourceLines::read(const fs::path& path) {
  if (path == read_path_) return true;
  std::error_code error;
  // What is no regular file could keep us waiting (a pipe) or never end (a device).
  if (!fs::is_regular_file(path, error)) return false;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error || size > kMaxFileSize) return false;
  std::ifstream in(path, std::ios::binary);
  if (!in.is_open()) return false;
  content_.resize(size);
  in.read(content_.data(), static_cast<std::streamsize>(size));
  content_.resize(static_cast<std::size_t>(in.gcount()));
  read_path_ = path;
  return true;
}

Excerpt excerpt(std::string_view line, std::string_view word, std::size_t width) {
  Excerpt result;
  line = line.substr(0, line.find_last_not_of(" \t") + 1);
  std::size_t at = find_word(line, word);
  if (line.size() > kLongLine) {
    const std::size_t start = at == line.npos ? 0 : at - std::min(at, kLongLine / 2);
    line = line.substr(start, kLongLine);
    if (at != line.npos) at -= start;
  }
  if (at == line.npos) {
    result.text = with_tabs_expanded(line, 0);
  } else {
    result.text = with_tabs_expanded(line.substr(0, at), 0);
    result.column = columns(result.text);
    result.text += with_tabs_expanded(line.substr(at), *result.column);
  }
  cut(result, std::max<std::size_t>(width, 16));
  return result;
}

}  // namespace snag
