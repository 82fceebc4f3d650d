// Lines of the user's sources, for reports.
//
// A class file says only `Account.java`; the folder comes from the package. Of class a.b.C in C.java, every folder of
// the source path is asked for a/b/C.java, also below src/main/java, src and java, and then for C.java itself, which
// must declare the package a.b.
//
// Sources and the names in class files are from outside: a name that would leave the folder finds nothing, only regular
// files of bounded size are read, and what is handed out can be printed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace snag {

// Belongs to one thread. Keeps the file it read last.
class SourceLines {
 public:
  static constexpr std::uintmax_t kMaxFileSize = 8 << 20;

  SourceLines() = default;  // finds nothing
  explicit SourceLines(std::vector<std::filesystem::path> folders) : folders_(std::move(folders)) {}

  // As it stands in the file, without its end; nothing if the file or the line is not there.
  std::optional<std::string_view> find(std::string_view class_name, std::string_view file, std::uint32_t line);

  // The whole file, for those who need many of its lines. It is there until the next call.
  std::optional<std::string_view> find_file(std::string_view class_name, std::string_view file);

 private:
  const std::string* content(std::string_view package, std::string_view file);
  bool read(const std::filesystem::path& path);

  std::vector<std::filesystem::path> folders_;
  std::filesystem::path read_path_;  // whose content is content_
  std::string content_;
};

// A line made ready to print, with the place of a word in it.
struct Excerpt {
  std::string text;                   // printable; tabs are expanded, and a long line is cut around the word
  std::optional<std::size_t> column;  // of the word, counted from 0 in characters of `text`; none if it is not there
};

// `word` is looked for as a whole word; the first one counts. `width` is how many characters the text may have.
Excerpt excerpt(std::string_view line, std::string_view word, std::size_t width);

}  // namespace snag
