// Problem: which class is /home/me/shop/target/classes/shop/Order.class, if the user typed `snag check target`? Java
// would need `target/classes`. And `snag check target/classes/shop`? A class file contains its own name, so Snag reads
// one class of every folder, the first whose name matches its file: its package is that of all classes in the folder.
//
// Symbolic links to folders are followed, each real folder once, so that cycles of links end.
#include "program/folder.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "classfile/modified_utf8.h"
#include "program/archive.h"
#include "program/class_name.h"
#include "program/input_file.h"

namespace snag {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kClassEnding = ".class";

// The classes of a folder, or a single class file.
class FolderContainer final : public Container {
 public:
  struct Class {
    std::string name;
    std::string file;  // relative to the folder; empty for a single class file
  };

  FolderContainer(std::string path, std::vector<Class> classes, ReadBudget& budget)
      : Container(std::move(path)), classes_(std::move(classes)), budget_(budget) {}

  std::vector<ClassEntry> classes() const override {
    std::vector<ClassEntry> entries;
    for (std::uint32_t index = 0; index < classes_.size(); ++index) {
      entries.push_back({.name = classes_[index].name, .entry = index, .release = 0});
    }
    return entries;
  }
  std::string_view name(std::uint32_t entry) const override { return classes_[entry].name; }
  Result<Blob> read(std::uint32_t entry) const override {
    return load_file(describe(entry), budget_.limits().class_size);
  }
  std::string describe(std::uint32_t entry) const override {
    const std::string& file = classes_[entry].file;
    return fmt::format("{}{}{}", path(), file.empty() || path().ends_with('/') ? "" : "/", file);
  }

 private:
  std::vector<Class> classes_;  // sorted by name, each name once
  ReadBudget& budget_;
};

class FolderWalk {
 public:
  FolderWalk(const std::string& path, FolderRoots roots, ReadBudget& budget, Diagnostics& diagnostics)
      : path_(path), roots_(roots), budget_(budget), diagnostics_(diagnostics) {}

  OpenedFolder open() {
    std::vector<std::string> pending{""};  // relative, ending in a slash
    while (!pending.empty() && !over_limit_) {
      std::string folder = std::move(pending.back());
      pending.pop_back();
      walk(folder, pending);
    }
    remove_duplicates();
    std::sort(archives_.begin(), archives_.end());
    OpenedFolder opened{.container = nullptr, .archives = std::move(archives_)};
    if (!classes_.empty()) {
      opened.container = std::make_unique<FolderContainer>(path_, std::move(classes_), budget_);
    }
    return opened;
  }

 private:
  fs::path absolute(const std::string& relative) const { return fs::path(path_) / relative; }

  void warn(const std::string& relative, std::string message) {
    diagnostics_.add(DiagnosticSeverity::kWarning, absolute(relative).string(), {std::move(message)});
  }

  // Returns false for a folder that was visited before, through whatever links, and for what is not read
  // (why_not_read).
  bool enter(const std::string& folder) {
    const std::string path = absolute(folder).string();
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return false;
    if (!visited_.emplace(status.st_dev, status.st_ino).second) return false;
    std::optional<std::string> why = why_not_read(path);
    if (why) warn(folder, *why + "; it is skipped");
    return !why;
  }

  void walk(const std::string& folder, std::vector<std::string>& pending) {
    if (!enter(folder)) return;
    std::error_code error;
    std::vector<std::string> files;
    std::size_t first_pending = pending.size();
    for (fs::directory_iterator entry(absolute(folder), error), end; !error && entry != end; entry.increment(error)) {
      std::string file_name = entry->path().filename().string();
      std::string name = folder + file_name;
      if (!budget_.spend_entries(1)) {
        over_limit_ = true;
        return warn(folder, fmt::format("over the limit of {} files and entries", budget_.limits().total_entries));
      }
      std::error_code ignored;  // a dangling link is neither a folder nor a file
      if (entry->is_directory(ignored)) {
        // This is the META-INF of an unpacked jar: its versions/N are not packages, and Java ignores them in folders.
        if (file_name != "META-INF") pending.push_back(name + "/");
      } else if (!entry->is_regular_file(ignored)) {
        if (name.ends_with(kClassEnding) || has_archive_ending(name)) warn_of_special(name);
      } else if (name.ends_with(kClassEnding)) {
        files.push_back(std::move(name));
      } else if (has_archive_ending(name)) {
        archives_.push_back(std::move(name));
      }
    }
    if (error) warn(folder, error.message());
    // The operating system returns names in an arbitrary order; the stack is popped from its end.
    std::sort(pending.begin() + static_cast<std::ptrdiff_t>(first_pending), pending.end(), std::greater<>());
    std::sort(files.begin(), files.end());
    add_classes(folder, files);
  }

  // Warns of something that has the name of a class or an archive, but cannot be read.
  void warn_of_special(const std::string& name) {
    if (std::optional<std::string> why = why_not_read(absolute(name).string())) warn(name, *why + "; it is skipped");
  }

  void add_classes(const std::string& folder, std::vector<std::string>& files) {
    if (files.empty()) return;
    std::optional<std::string> package = roots_ == FolderRoots::kDeduced ? package_of(folder, files) : std::nullopt;
    for (std::string& file : files) {
      std::string_view stem = simple_name(folder, file);
      if (stem.empty()) continue;
      std::optional<std::string> name =
          classfile::to_modified_utf8(package ? stem : std::string_view(file).substr(0, folder.size() + stem.size()));
      if (!name) {
        warn(file, "class is skipped: its name is not UTF-8");
        continue;
      }
      classes_.push_back({.name = package.value_or("") + *name, .file = std::move(file)});
    }
  }

  static std::string_view simple_name(const std::string& folder, std::string_view file) {
    file.remove_suffix(kClassEnding.size());
    return file.substr(folder.size());
  }

  // Returns the package of the first class whose name matches its file, with a slash at its end; empty if there is
  // none.
  std::optional<std::string> package_of(const std::string& folder, const std::vector<std::string>& files) const {
    for (const std::string& file : files) {
      Result<Blob> content = load_file(absolute(file).string(), budget_.limits().class_size);
      if (!content) continue;
      Result<std::string_view> name = class_name_of(content->bytes);
      if (!name || *name == "module-info") continue;
      std::size_t package_size = name->rfind('/') + 1;
      if (name->substr(package_size) != classfile::to_modified_utf8(simple_name(folder, file))) continue;
      return std::string(name->substr(0, package_size));
    }
    return std::nullopt;
  }

  void remove_duplicates() {
    std::sort(classes_.begin(), classes_.end(),
              [](const auto& a, const auto& b) { return std::tie(a.name, a.file) < std::tie(b.name, b.file); });
    auto same = [](const auto& a, const auto& b) { return a.name == b.name; };
    auto real = [&](const auto& a, const auto& b) { return same(a, b) && !a.name.ends_with("-info"); };
    auto example = std::adjacent_find(classes_.begin(), classes_.end(), real);
    if (example != classes_.end()) {
      warn("", fmt::format("classes occur more than once in this folder, for example {} and {}; the first is used",
                           example->file, std::next(example)->file));
    }
    classes_.erase(std::unique(classes_.begin(), classes_.end(), same), classes_.end());
  }

  const std::string& path_;
  FolderRoots roots_;
  ReadBudget& budget_;
  Diagnostics& diagnostics_;
  std::set<std::pair<dev_t, ino_t>> visited_;
  std::vector<FolderContainer::Class> classes_;
  std::vector<std::string> archives_;
  bool over_limit_ = false;
};

}  // namespace

OpenedFolder open_folder(const std::string& path, FolderRoots roots, ReadBudget& budget, Diagnostics& diagnostics) {
  return FolderWalk(path, roots, budget, diagnostics).open();
}

Result<std::unique_ptr<Container>> open_class_file(const std::string& path, ReadBudget& budget) {
  Result<Blob> content = load_file(path, budget.limits().class_size);
  if (!content) return tl::unexpected(content.error());
  Result<std::string_view> name = class_name_of(content->bytes);
  if (!name) return tl::unexpected(name.error());
  std::vector<FolderContainer::Class> classes{{.name = std::string(*name), .file = ""}};
  return std::make_unique<FolderContainer>(path, std::move(classes), budget);
}

}  // namespace snag
