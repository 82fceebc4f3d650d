#include "report/source_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <system_error>

#include "base/text.h"
#include "findings/names.h"
#include "report/printable.h"

namespace snag {

namespace {

namespace fs = std::filesystem;

constexpr std::array kUsualRoots = {"", "src/main/java", "src", "java"};
constexpr std::size_t kRecentFiles = 16;
constexpr std::size_t kMaxCandidates = 64;              // files of one name that are read to find the right one
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

// a.b as a/b; nothing if a part cannot be the name of a folder.
std::optional<fs::path> folder_of(std::string_view package) {
  fs::path result;
  if (package.empty()) return result;
  for (std::string_view part : split(package, '.')) {
    if (!is_plain_name(part)) return std::nullopt;
    result /= part;
  }
  return result;
}

// Lines end as the compiler counts them (JLS 3.4): with LF, CR, or both.
std::vector<std::uint32_t> line_starts(std::string_view source) {
  std::vector<std::uint32_t> starts = {0};
  // Not find_first_of: it calls memchr for every character, which was half of the time of a SARIF report.
  for (std::size_t at = 0; at < source.size(); ++at) {
    if (source[at] != '\n' && source[at] != '\r') continue;
    if (source[at] == '\r' && at + 1 < source.size() && source[at + 1] == '\n') ++at;
    starts.push_back(static_cast<std::uint32_t>(at + 1));
  }
  if (starts.size() > 1 && starts.back() == source.size()) starts.pop_back();  // the last line has an end, too
  return starts;
}

// Java's rule for a class that does not say its file: a.b.C$D is in C.java.
std::string usual_file(std::string_view class_name) {
  std::string_view simple = class_name.substr(class_name.rfind('.') + 1);
  simple = simple.substr(0, simple.find('$', 1));
  return simple.empty() ? "" : std::string(simple) + ".java";
}

// Whether the file lies in a/b/; anything does in the folder of no package.
bool lies_in(const fs::path& file, const fs::path& folder) {
  const fs::path parent = file.parent_path();
  const auto count = std::distance(folder.begin(), folder.end());
  return std::distance(parent.begin(), parent.end()) >= count &&
         std::equal(folder.begin(), folder.end(), std::prev(parent.end(), count));
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

// At most `width` characters, of which an ellipsis is one; a third of them before the word, so that what is done with
// it can be seen.
void cut(Excerpt& excerpt, std::size_t width) {
  const std::string_view text = excerpt.text;
  const std::size_t length = columns(text);
  if (length <= width) return;
  const std::size_t word = columns(text.substr(0, excerpt.word.value_or(0)));
  const std::size_t start = std::min(word - std::min(word, width / 3), length - width);
  const std::string_view before = start > 0 ? kEllipsis : "", after = start + width < length ? kEllipsis : "";
  const std::string_view shown = middle(text, start + columns(before), width - columns(before) - columns(after));
  if (excerpt.word) *excerpt.word -= static_cast<std::size_t>(shown.data() - text.data()) - before.size();
  excerpt.text = fmt::format("{}{}{}", before, shown, after);
}

}  // namespace

SourceLines::SourceLines(std::vector<fs::path> folders, const fs::path& root) : folders_(std::move(folders)) {
  std::error_code error;
  root_ = fs::weakly_canonical(root.empty() ? fs::current_path(error) : root, error);
}

std::optional<std::string_view> SourceLines::find(std::string_view class_name, std::string_view file,
                                                  std::uint32_t line) {
  const std::vector<std::string_view> found = lines(class_name, file, line, line);
  if (found.empty()) return std::nullopt;
  return found.front();
}

std::optional<std::string_view> SourceLines::code(std::string_view class_name, std::string_view file,
                                                  std::uint32_t line) {
  const std::optional<std::string_view> found = find(class_name, file, line);
  const std::size_t begin = found ? found->find_first_not_of(" \t") : std::string_view::npos;
  if (begin == std::string_view::npos) return std::nullopt;
  return found->substr(begin);
}

std::vector<std::string_view> SourceLines::lines(std::string_view class_name, std::string_view file,
                                                 std::uint32_t first, std::uint32_t last) {
  std::vector<std::string_view> result;
  if (first == 0) return result;
  const SourceFile* of = source(class_name, file);
  if (of == nullptr) return result;
  const std::string_view content = of->content;
  last = static_cast<std::uint32_t>(std::min<std::size_t>(last, of->line_starts.size()));
  for (std::uint32_t line = first; line <= last; ++line) {
    const std::string_view text = content.substr(of->line_starts[line - 1]);
    const std::size_t length =
        line < of->line_starts.size() ? of->line_starts[line] - of->line_starts[line - 1] : text.npos;
    result.push_back(text.substr(0, text.substr(0, length).find_last_not_of("\r\n") + 1));
  }
  return result;
}

std::string SourceLines::path(std::string_view class_name, std::string_view file) {
  return look_up(class_name, file).shown;
}

const SourceLines::SourceFile* SourceLines::source(std::string_view class_name, std::string_view file) {
  if (file.empty()) return nullptr;  // such a class has no line numbers either
  const fs::path& path = look_up(class_name, file).path;
  return path.empty() ? nullptr : read(path);
}

const SourceLines::Known& SourceLines::look_up(std::string_view class_name, std::string_view file) {
  const std::string_view package = package_of(class_name);
  const std::string name = file.empty() ? usual_file(class_name) : std::string(file);
  std::string key = fmt::format("{}/{}", package, name);
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  Known& result = known_[std::move(key)];
  const std::optional<fs::path> folder = folder_of(package);
  if (!is_plain_name(name)) return result;
  result.shown = folder ? (*folder / name).native() : name;
  if (folders_.empty() || !folder) return result;
  result.path = search(package, *folder, name);
  if (!result.path.empty()) result.shown = shown_path(result.path);
  return result;
}

fs::path SourceLines::search(std::string_view package, const fs::path& below, std::string_view file) {
  for (const fs::path& root : folders_) {
    for (const char* usual : kUsualRoots) {
      const SourceFile* found = read(root / usual / below / file);
      if (found != nullptr && (found->package.empty() || found->package == package)) return found->path;
    }
  }
  if (index_ == nullptr) index_ = std::make_unique<SourceIndex>(folders_);
  fs::path declares, lies;
  // Those in the package's folder first, so that many files of one name do not hide the right one.
  std::vector<fs::path> candidates = index_->find(file);
  std::stable_partition(candidates.begin(), candidates.end(),
                        [&](const fs::path& path) { return lies_in(path, below); });
  candidates.resize(std::min(candidates.size(), kMaxCandidates));
  for (const fs::path& path : candidates) {
    const SourceFile* found = read(path);
    if (found == nullptr) continue;
    const bool in_folder = lies_in(path, below);
    if (found->package == package) {
      if (in_folder) return path;
      if (declares.empty()) declares = path;
    } else if (found->package.empty() && in_folder && lies.empty()) {
      lies = path;
    }
  }
  return declares.empty() ? lies : declares;
}

bool SourceLines::is_below_folders(const fs::path& canonical) const {
  return std::any_of(folders_.begin(), folders_.end(), [&](const fs::path& folder) {
    std::error_code error;
    const fs::path whole = fs::canonical(folder, error);
    return !error && std::mismatch(whole.begin(), whole.end(), canonical.begin(), canonical.end()).first == whole.end();
  });
}

std::string SourceLines::shown_path(const fs::path& path) const {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(path, error);
  if (error) return path.native();
  const fs::path seen_from_root = whole.lexically_relative(root_);
  const bool outside = seen_from_root.empty() || *seen_from_root.begin() == "..";
  return outside ? whole.native() : seen_from_root.native();
}

const SourceLines::SourceFile* SourceLines::read(const fs::path& path) {
  const auto known = std::find_if(recent_.begin(), recent_.end(), [&](const auto& file) { return file->path == path; });
  if (known != recent_.end()) {
    std::rotate(recent_.begin(), known, known + 1);
    return recent_.front().get();
  }
  std::error_code error;
  // Anything but a regular file could block (a pipe) or never end (a device).
  if (!fs::is_regular_file(path, error)) return nullptr;
  // A link could show a file of this machine in a report that others read.
  if (!is_below_folders(fs::canonical(path, error)) || error) return nullptr;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error || size > kMaxFileSize) return nullptr;
  std::ifstream in(path, std::ios::binary);
  if (!in.is_open()) return nullptr;
  auto file = std::make_unique<SourceFile>();
  file->path = path;
  file->content.resize(size);
  in.read(file->content.data(), static_cast<std::streamsize>(size));
  file->content.resize(static_cast<std::size_t>(in.gcount()));
  file->line_starts = line_starts(file->content);
  file->package = declared_package(file->content);
  if (recent_.size() == kRecentFiles) recent_.pop_back();
  recent_.insert(recent_.begin(), std::move(file));
  return recent_.front().get();
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

Excerpt excerpt(std::string_view line, std::string_view word, std::size_t width) {
  Excerpt result;
  line = line.substr(0, line.find_last_not_of(" \t") + 1);
  std::size_t at = find_word(line, word);
  if (line.size() > kLongLine) {
    const std::size_t start = at == line.npos ? 0 : at - std::min(at, kLongLine / 2);
    line = line.substr(start, kLongLine);
    if (at != line.npos) at -= start;
  }
  result.text = with_tabs_expanded(line.substr(0, at), 0);
  if (at != line.npos) {
    result.word = result.text.size();
    result.text += with_tabs_expanded(line.substr(at), columns(result.text));
  }
  cut(result, std::max<std::size_t>(width, 16));
  return result;
}

}  // namespace snag
