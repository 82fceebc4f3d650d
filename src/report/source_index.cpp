#include "report/source_index.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <system_error>

namespace snag {

namespace {

namespace fs = std::filesystem;

// Whether it is a source of a language whose compiler writes class files.
bool is_source_name(std::string_view name) {
  static constexpr std::array<std::string_view, 9> kEndings = {".java", ".kt",   ".kts",   ".groovy", ".scala",
                                                               ".clj",  ".cljc", ".xtend", ".aj"};
  return std::any_of(kEndings.begin(), kEndings.end(), [&](std::string_view ending) { return name.ends_with(ending); });
}

// Whether builds write to the folder: they leave copies of sources there.
bool is_written_by_builds(const fs::path& folder) {
  static constexpr std::array<std::string_view, 4> kNames = {"target", "build", "out", "bin"};
  return std::any_of(folder.begin(), folder.end(), [](const fs::path& part) {
    return std::find(kNames.begin(), kNames.end(), part.native()) != kNames.end();
  });
}

// The entries of one folder, sorted: what the walk finds must not depend on the file system's order.
struct Entries {
  std::vector<std::string> folders, files;
};

Entries read_folder(const fs::path& folder, std::size_t& left) {
  Entries entries;
  std::error_code error;
  fs::directory_iterator next(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && next != fs::directory_iterator() && left > 0; next.increment(error)) {
    --left;
    const std::string name = next->path().filename().native();
    std::error_code ignored;
    if (next->is_directory(ignored) && !next->is_symlink(ignored)) {
      if (!name.starts_with('.') && name != "node_modules") entries.folders.push_back(name);
    } else if (is_source_name(name)) {
      entries.files.push_back(name);
    }
  }
  std::sort(entries.folders.begin(), entries.folders.end());
  return entries;
}

bool is_part_of_name(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || c == '$' || c == '`' || byte >= 0x80;
}

// Reads the head of a source, up to the first thing that is neither a comment nor an annotation nor a package clause.
class HeadScanner {
 public:
  explicit HeadScanner(std::string_view source) : rest_(source) {
    if (rest_.starts_with("\xef\xbb\xbf")) rest_.remove_prefix(3);
    if (rest_.starts_with("#!")) skip_line();
  }

  // Scala may say it in several clauses, which are parts of one name.
  std::string package() {
    std::string name;
    while (true) {
      skip_annotations();
      if (word() != "package") return name;
      const std::string part = dotted_name();
      if (part.empty() || part == "object") return name;
      if (!name.empty()) name += '.';
      name += part;
      skip_space();
      if (rest_.starts_with(';')) rest_.remove_prefix(1);
    }
  }

 private:
  void skip_line() { rest_.remove_prefix(std::min(rest_.find_first_of("\r\n"), rest_.size())); }

  void skip_space() {
    while (!rest_.empty()) {
      if (std::isspace(static_cast<unsigned char>(rest_.front())) != 0) {
        rest_.remove_prefix(1);
      } else if (rest_.starts_with("//")) {
        skip_line();
      } else if (rest_.starts_with("/*")) {
        const std::size_t end = rest_.find("*/", 2);
        rest_.remove_prefix(end == rest_.npos ? rest_.size() : end + 2);
      } else {
        return;
      }
    }
  }

  std::string_view word() {
    skip_space();
    const auto* end = std::find_if_not(rest_.begin(), rest_.end(), is_part_of_name);
    const std::string_view result = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    rest_.remove_prefix(result.size());
    return result;
  }

  // Kotlin's quotes are left out.
  std::string dotted_name() {
    std::string name;
    while (true) {
      const std::string_view part = word();
      if (part.empty()) return name;
      std::copy_if(part.begin(), part.end(), std::back_inserter(name), [](char c) { return c != '`'; });
      skip_space();
      if (!rest_.starts_with('.')) return name;
      rest_.remove_prefix(1);
      name += '.';
    }
  }

  // `@file:JvmName("Accounts")` before Kotlin's package clause, and others of the kind.
  void skip_annotations() {
    for (skip_space(); rest_.starts_with('@'); skip_space()) {
      const std::string_view part_of_name = "@:.";
      while (!rest_.empty() && (is_part_of_name(rest_.front()) || part_of_name.find(rest_.front()) != rest_.npos)) {
        rest_.remove_prefix(1);
      }
      if (rest_.starts_with('(')) rest_.remove_prefix(std::min(rest_.find(')'), rest_.size() - 1) + 1);
    }
  }

  std::string_view rest_;
};

}  // namespace

SourceIndex::SourceIndex(const std::vector<fs::path>& folders, std::size_t max_entries) {
  for (const fs::path& folder : folders) {
    const std::size_t first = folders_.size();
    walk(folder, max_entries);
    // By the order of the names, and what builds have written after all others.
    for (auto& [name, found] : files_) {
      const auto start = std::find_if(found.begin(), found.end(), [&](std::uint32_t id) { return id >= first; });
      std::sort(start, found.end(), [&](std::uint32_t a, std::uint32_t b) {
        const bool a_late = folders_[a].written_by_builds, b_late = folders_[b].written_by_builds;
        return a_late != b_late ? b_late : folders_[a].path < folders_[b].path;
      });
    }
  }
}

// Level by level, so that what is missing when there is too much is the deepest.
void SourceIndex::walk(const fs::path& root, std::size_t max_entries) {
  std::size_t left = max_entries;
  std::vector<fs::path> level = {root};
  for (std::size_t depth = 0; depth < kMaxDepth && !level.empty() && left > 0; ++depth) {
    std::vector<fs::path> next;
    for (const fs::path& folder : level) {
      const Entries entries = read_folder(folder, left);
      for (const std::string& name : entries.folders) next.push_back(folder / name);
      if (entries.files.empty()) continue;
      const auto id = static_cast<std::uint32_t>(folders_.size());
      folders_.push_back({folder, is_written_by_builds(folder.lexically_relative(root))});
      for (const std::string& name : entries.files) files_[name].push_back(id);
    }
    level = std::move(next);
  }
}

std::vector<fs::path> SourceIndex::find(std::string_view file) const {
  std::vector<fs::path> result;
  if (const auto found = files_.find(std::string(file)); found != files_.end()) {
    for (std::uint32_t id : found->second) result.push_back(folders_[id].path / file);
  }
  return result;
}

std::string declared_package(std::string_view source) { return HeadScanner(source).package(); }

}  // namespace snag
