// The user's sources, for reports: their lines, and how a report names the files.
//
// A class file says only `Account.java`. The folder comes from the package: of class a.b.C in C.java, every folder of
// the source path is asked for a/b/C.java, also below src/main/java, src and java. If none has it, all folders below
// are walked, once, and their source files sorted by name (several modules, Kotlin and Scala, generated sources); of
// those named C.java the first is taken that lies in a/b and declares the package, or else declares it wherever it
// lies, or else lies in a/b and declares none. First are the earlier folders of the source path, and what lies in no
// folder that builds write to.
//
// Sources and the names in class files are from outside: a name that would leave the folder finds nothing, the walk is
// bounded and follows no symbolic links, only regular files of bounded size are read, and what `excerpt` hands out can
// be printed.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/source_index.h"

namespace snag {

// Belongs to one thread. Keeps the files it read last.
class SourceLines {
 public:
  static constexpr std::uintmax_t kMaxFileSize = 8 << 20;

  SourceLines() : SourceLines(std::vector<std::filesystem::path>()) {}  // finds nothing
  // Reports name files as seen from `root`, the working folder if it is empty.
  explicit SourceLines(std::vector<std::filesystem::path> folders, const std::filesystem::path& root = {});

  // As it stands in the file, without its end; nothing if the file or the line is not there. Valid until the next call.
  std::optional<std::string_view> find(std::string_view class_name, std::string_view file, std::uint32_t line);

  // The same without its indentation; nothing if it is blank.
  std::optional<std::string_view> code(std::string_view class_name, std::string_view file, std::uint32_t line);

  // Lines first to last, as many as the file has of them. Valid until the next call.
  std::vector<std::string_view> lines(std::string_view class_name, std::string_view file, std::uint32_t first,
                                      std::uint32_t last);

  // `src/main/java/bank/Account.java`, seen from the root; absolute if it lies outside of it; `bank/Account.java` if it
  // is not found. A class that does not say its file is taken to be in the one that Java would have it in. Empty for
  // what names no file.
  std::string path(std::string_view class_name, std::string_view file);

  const std::filesystem::path& root() const { return root_; }  // absolute

 private:
  struct SourceFile {
    std::filesystem::path path;
    std::string content;
    std::vector<std::uint32_t> line_starts;
    std::string package;  // that it declares
  };
  struct Known {
    std::filesystem::path path;  // empty: not found
    std::string shown;
  };

  const SourceFile* source(std::string_view class_name, std::string_view file);
  const Known& look_up(std::string_view class_name, std::string_view file);
  std::filesystem::path search(std::string_view package, const std::filesystem::path& below, std::string_view file);
  const SourceFile* read(const std::filesystem::path& path);
  bool is_below_folders(const std::filesystem::path& canonical) const;
  std::string shown_path(const std::filesystem::path& path) const;

  std::vector<std::filesystem::path> folders_;
  std::filesystem::path root_;
  std::unique_ptr<SourceIndex> index_;               // when first needed
  absl::flat_hash_map<std::string, Known> known_;    // by package and file
  std::vector<std::unique_ptr<SourceFile>> recent_;  // the last used first
};

// Where `word` first stands in the line as a whole word; npos if it does not.
std::size_t find_word(std::string_view line, std::string_view word);

// A line made ready to print, with the place of a word in it.
struct Excerpt {
  std::string text;                 // printable; tabs are expanded, and a long line is cut around the word
  std::optional<std::size_t> word;  // where it begins in `text`; none if it is not there
};

// `word` is looked for as a whole word; the first one counts. `width` is how many characters the text may have.
Excerpt excerpt(std::string_view line, std::string_view word, std::size_t width);

}  // namespace snag
