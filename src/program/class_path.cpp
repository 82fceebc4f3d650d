// Problem: turn a list of places into one definition per class name, without reading more than is requested.
//
// Opening a place reads names only. The first query builds an index (from name to definition) over all containers
// except JDK images, which have a hash table of their own: for Guava's 2,000 classes opening and indexing take 1 ms,
// and the 27,000 names of the JDK are not touched. The index is built that late because the JDK, which may be added
// last, determines for which release multi-release jars are read.
//
// Manifests may refer to each other in cycles; each path is opened once per origin, so the search ends.
#include "program/class_path.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <system_error>

#include "base/hash.h"
#include "program/archive.h"
#include "program/byte_source.h"
#include "program/class_name.h"
#include "program/container.h"
#include "program/folder.h"
#include "program/image_container.h"
#include "program/input_file.h"
#include "program/jimage.h"

namespace snag {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kOrigins = 3;
constexpr std::uint64_t kReleaseFileLimit = 1 << 20;

bool path_exists(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

// Returns the files of a folder with this ending (in lower or upper case), sorted.
std::vector<std::string> files_ending_in(const fs::path& folder, std::string_view small, std::string_view capital,
                                         std::error_code& error) {
  std::vector<std::string> files;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::string extension = entry->path().extension().string();
    if (extension == small || extension == capital) files.push_back(entry->path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Reads JAVA_VERSION="17.0.8" in the JDK's file `release`; Java 8 calls itself 1.8.0.
std::optional<int> release_of_jdk(const fs::path& jdk_home) {
  Result<Blob> content = load_file((jdk_home / "release").string(), kReleaseFileLimit);
  if (!content) return std::nullopt;
  std::string_view text = as_text(content->bytes);
  constexpr std::string_view kKey = "JAVA_VERSION=\"";
  std::size_t at = text.starts_with(kKey) ? 0 : text.find(std::string("\n").append(kKey));
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + kKey.size() + (at == 0 ? 0 : 1));
  if (text.starts_with("1.")) text.remove_prefix(2);
  int release = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), release);
  if (error != std::errc() || release < 1 || release > 10'000) return std::nullopt;
  return release;
}

std::string_view without_package(std::string_view internal_name) {
  return internal_name.substr(internal_name.rfind('/') + 1);
}

}  // namespace

struct ClassPath::Index {
  // Abseil's own hash of std::string_view depends on how Abseil was built.
  struct NameHash {
    std::size_t operator()(std::string_view name) const { return hash_text(name); }
  };
  absl::flat_hash_map<std::string_view, ClassLocation, NameHash, std::equal_to<std::string_view>> winners;
  std::array<std::vector<ClassLocation>, kOrigins> module_descriptors;
};

ClassPath::ClassPath(Diagnostics& diagnostics, ReadLimits limits) : diagnostics_(diagnostics), budget_(limits) {}
ClassPath::~ClassPath() = default;

void ClassPath::add(const std::string& path, Origin origin) {
  if (path == "*" || path.ends_with("/*")) return add_wildcard(path.substr(0, path.size() - 1), origin);
  add_path(path, origin, Missing::kReported);
}

// Java's rule: `dir/*` means all jars of the folder, but not those of its subfolders, and no classes.
void ClassPath::add_wildcard(const std::string& folder, Origin origin) {
  std::error_code error;
  std::vector<std::string> jars = files_ending_in(folder.empty() ? "." : folder, ".jar", ".JAR", error);
  if (error) {
    DiagnosticSeverity severity =
        origin == Origin::kApplication ? DiagnosticSeverity::kError : DiagnosticSeverity::kWarning;
    diagnostics_.add(severity, folder + "*", {error.message()});
  } else if (jars.empty()) {
    diagnostics_.add(DiagnosticSeverity::kWarning, folder + "*", {"no jars in this folder"});
  }
  for (const std::string& jar : jars) {
    // In the current folder `*` means `a.jar`, not `./a.jar`.
    add_path(folder.empty() ? fs::path(jar).filename().string() : jar, origin, Missing::kReported);
  }
}

void ClassPath::add_path(const std::string& first_path, Origin first_origin, Missing first_missing) {
  struct Pending {
    std::string path;
    Origin origin;
    Missing missing;
  };
  // Paths that a manifest names are searched right after the jar that names them, as in Java: a stack, filled
  // backwards.
  std::vector<Pending> pending{{first_path, first_origin, first_missing}};
  while (!pending.empty()) {
    Pending next = std::move(pending.back());
    pending.pop_back();
    if (next.missing == Missing::kNoted && !path_exists(next.path)) {
      diagnostics_.add(DiagnosticSeverity::kNote, next.path, {"named by a manifest's Class-Path, but does not exist"});
      continue;
    }
    std::error_code error;
    fs::path canonical = fs::weakly_canonical(next.path, error);
    std::string key = error ? next.path : canonical.string();
    // What was already added as application need not be added again as library.
    bool stronger = next.origin != Origin::kApplication && added_.contains({key, Origin::kApplication});
    if (stronger || !added_.emplace(std::move(key), next.origin).second) continue;
    std::vector<std::string> further = open_path(next.path, next.origin);
    for (auto path = further.rbegin(); path != further.rend(); ++path) {
      pending.push_back({std::move(*path), std::max(next.origin, Origin::kLibrary), Missing::kNoted});
    }
  }
}

// Adds one file or folder; returns the paths of what it requires in addition.
std::vector<std::string> ClassPath::open_path(const std::string& path, Origin origin) {
  auto report = [&](const Error& error) -> std::vector<std::string> {
    // A missing application or JDK is an error. Java continues without a missing library, and so does Snag.
    diagnostics_.add(origin == Origin::kLibrary ? DiagnosticSeverity::kWarning : DiagnosticSeverity::kError, path,
                     error);
    return {};
  };
  if (std::optional<std::string> why = why_not_read(path)) return report({*std::move(why)});
  if (is_folder(path)) return open_folder_path(path, origin);
  Result<ByteSource> source = open_source(path);
  if (!source) return report(source.error());
  Result<Blob> start = source->read_up_to(0, 4);
  if (!start) return report(start.error());
  if (starts_with_class_magic(start->bytes)) {
    Result<std::unique_ptr<Container>> file = open_class_file(path, budget_);
    if (!file) return report(file.error());
    add_member(*std::move(file), origin);
    return {};
  }
  if (ImageFile::has_magic(start->bytes)) {
    Result<ImageFile> image = ImageFile::open(*std::move(source));
    if (!image) return report(image.error());
    auto container = std::make_unique<ImageContainer>(path, *std::move(image), budget_);
    const ImageContainer* asked = origin == Origin::kJdk ? container.get() : nullptr;
    add_member(std::move(container), origin, asked);
    return {};
  }
  Result<OpenedArchive> archive = open_archive(path, *std::move(source), origin, budget_, diagnostics_);
  if (!archive) {
    // A file named .class was hardly meant to be an archive.
    Result<std::unique_ptr<Container>> file = tl::unexpected(archive.error());
    if (path.ends_with(".class")) file = open_class_file(path, budget_);
    return report(file ? archive.error() : file.error());
  }
  for (OpenedContainer& opened : archive->containers) add_member(std::move(opened.container), opened.origin);

  std::vector<std::string> further;
  std::string folder = fs::path(path).parent_path().string();
  for (const std::string& url : archive->manifest.class_path) {
    std::string target = resolve_class_path_url(url, folder);
    if (target.empty()) {
      diagnostics_.add(DiagnosticSeverity::kNote, path,
                       {fmt::format("Class-Path names '{}', which is not a file", url)});
    } else {
      further.push_back(std::move(target));
    }
  }
  return further;
}

Result<ByteSource> ClassPath::open_source(const std::string& path) {
  if (!budget_.spend_open_file()) {
    return load_file(path, budget_.limits().archive_size).map([](Blob blob) { return ByteSource(std::move(blob)); });
  }
  Result<std::shared_ptr<const InputFile>> file = InputFile::open(path);
  if (!file) return tl::unexpected(file.error());
  files_.push_back(*file);
  return ByteSource(*std::move(file));
}

void ClassPath::report_changes() const {
  for (const std::shared_ptr<const InputFile>& file : files_) {
    if (std::optional<Error> change = file->change()) diagnostics_.add(DiagnosticSeverity::kError, "", *change);
  }
}

std::vector<std::string> ClassPath::open_folder_path(const std::string& path, Origin origin) {
  FolderRoots roots = origin == Origin::kApplication ? FolderRoots::kDeduced : FolderRoots::kGiven;
  OpenedFolder folder = open_folder(path, roots, budget_, diagnostics_);
  std::vector<std::string> libraries;
  for (const std::string& archive : folder.archives) {
    if (is_in_library_folder(archive)) libraries.push_back((fs::path(path) / archive).string());
  }
  if (folder.container != nullptr) {
    add_member(std::move(folder.container), origin);
  } else if (!folder.archives.empty() && libraries.empty()) {
    diagnostics_.add(
        DiagnosticSeverity::kWarning, path,
        {fmt::format("folder without classes; for the archives in it, like {}, say {}/*", folder.archives.front(),
                     (fs::path(path) / folder.archives.front()).parent_path().lexically_normal().string())});
  } else if (origin == Origin::kApplication && libraries.empty()) {
    diagnostics_.add(DiagnosticSeverity::kWarning, path, {"folder without classes"});
  }
  return libraries;
}

void ClassPath::add_member(std::unique_ptr<Container> container, Origin origin, const ImageContainer* image) {
  members_.push_back({.container = std::move(container), .image = image, .origin = origin});
  std::lock_guard lock(index_mutex_);
  built_index_.store(nullptr);
  index_.reset();
}

void ClassPath::add_jdk(const std::string& jdk_home) {
  fs::path home(jdk_home);
  std::size_t before = members_.size();
  auto added = [&] { return members_.size() > before; };
  auto add_all = [&](const fs::path& folder, std::string_view small, std::string_view capital) {
    std::error_code ignored;  // a folder that is not there holds nothing
    for (const std::string& file : files_ending_in(folder, small, capital, ignored)) {
      add_path(file, Origin::kJdk, Missing::kReported);
    }
  };
  if (path_exists(home / "lib/modules")) add_path((home / "lib/modules").string(), Origin::kJdk, Missing::kReported);
  if (!added()) add_all(home / "jmods", ".jmod", ".JMOD");
  if (!added() && is_folder(home / "modules/java.base")) {  // the result of building the JDK
    std::vector<fs::path> modules;
    std::error_code error;
    for (fs::directory_iterator entry(home / "modules", error), end; !error && entry != end; entry.increment(error)) {
      modules.push_back(entry->path());
    }
    std::sort(modules.begin(), modules.end());
    for (const fs::path& module : modules) add_path(module.string(), Origin::kJdk, Missing::kReported);
  }
  // Java 8 and earlier: the JRE is in the JDK, or by itself. Old jars of the JDK refer to each other in their
  // manifests.
  for (const fs::path& lib : {home / "jre/lib", home / "lib"}) {
    if (added() || !path_exists(lib / "rt.jar")) continue;
    for (const char* jar : {"resources.jar", "rt.jar", "jsse.jar", "jce.jar", "charsets.jar"}) {
      if (path_exists(lib / jar)) add_path((lib / jar).string(), Origin::kJdk, Missing::kReported);
    }
    add_all(lib / "ext", ".jar", ".JAR");
  }
  if (!added()) {
    diagnostics_.add(DiagnosticSeverity::kError, jdk_home,
                     {"not a JDK: expected lib/modules, jmods/*.jmod or lib/rt.jar in it"});
    return;
  }
  release_ = release_of_jdk(home).value_or(kDefaultRelease);
}

const ClassPath::Index& ClassPath::index() const {
  if (const Index* built = built_index_.load(std::memory_order_acquire)) return *built;
  std::lock_guard lock(index_mutex_);
  if (index_ == nullptr) {
    index_ = build_index();
    built_index_.store(index_.get(), std::memory_order_release);
  }
  return *index_;
}

std::unique_ptr<const ClassPath::Index> ClassPath::build_index() const {
  auto index = std::make_unique<Index>();
  struct Duplicates {
    std::size_t count = 0;
    std::string_view example;
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, Duplicates> duplicates;  // by (winner, loser)

  for (Origin origin : {Origin::kApplication, Origin::kLibrary, Origin::kJdk}) {
    for (std::uint32_t member = 0; member < members_.size(); ++member) {
      if (members_[member].origin != origin || members_[member].image != nullptr) continue;
      std::string_view last;
      for (const ClassEntry& entry : members_[member].container->classes()) {
        if (entry.release > release_ || entry.name == last) continue;  // the highest suitable release comes first
        last = entry.name;
        ClassLocation location{.container = member, .entry = entry.entry};
        if (without_package(entry.name) == "module-info") {
          index->module_descriptors[static_cast<std::size_t>(origin)].push_back(location);
          continue;
        }
        auto [winner, inserted] = index->winners.try_emplace(entry.name, location);
        std::uint32_t other = winner->second.container;
        if (inserted || members_[other].origin != origin || without_package(entry.name) == "package-info") continue;
        Duplicates& pair = duplicates[{other, member}];
        if (pair.count++ == 0) pair.example = entry.name;
      }
    }
  }
  for (const auto& [pair, found] : duplicates) {
    diagnostics_.add(DiagnosticSeverity::kWarning, members_[pair.second].container->path(),
                     {fmt::format("{} {} already defined by {}, for example {}; the first definition is used",
                                  found.count, found.count == 1 ? "class is" : "classes are",
                                  members_[pair.first].container->path(), found.example)});
  }
  return index;
}

std::optional<ClassLocation> ClassPath::find(std::string_view internal_name) const {
  const Index& known = index();
  if (auto winner = known.winners.find(internal_name); winner != known.winners.end()) return winner->second;
  for (std::uint32_t member = 0; member < members_.size(); ++member) {
    if (members_[member].image == nullptr) continue;
    if (auto entry = members_[member].image->find(internal_name)) return ClassLocation{member, *entry};
  }
  return std::nullopt;
}

Result<Blob> ClassPath::read(ClassLocation location) const {
  return members_[location.container].container->read(location.entry);
}

std::string_view ClassPath::name(ClassLocation location) const {
  return members_[location.container].container->name(location.entry);
}

std::string ClassPath::describe(ClassLocation location) const {
  return members_[location.container].container->describe(location.entry);
}

Origin ClassPath::origin(ClassLocation location) const { return members_[location.container].origin; }

std::vector<ClassLocation> ClassPath::classes(Origin origin) const {
  const Index& known = index();
  std::vector<std::pair<std::string_view, ClassLocation>> found;
  for (const auto& [class_name, location] : known.winners) {
    if (members_[location.container].origin == origin) found.emplace_back(class_name, location);
  }
  for (std::uint32_t member = 0; member < members_.size(); ++member) {
    if (members_[member].image == nullptr || members_[member].origin != origin) continue;
    for (const ClassEntry& entry : members_[member].container->classes()) {
      if (without_package(entry.name) == "module-info" || known.winners.contains(entry.name)) continue;
      found.emplace_back(entry.name, ClassLocation{member, entry.entry});
    }
  }
  if (!std::is_sorted(found.begin(), found.end())) std::sort(found.begin(), found.end());  // one image is sorted
  // A class can occur twice only with two images, or in a damaged one.
  found.erase(std::unique(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first == b.first; }),
              found.end());
  std::vector<ClassLocation> locations;
  locations.reserve(found.size());
  for (const auto& [class_name, location] : found) locations.push_back(location);
  return locations;
}

std::vector<ClassLocation> ClassPath::module_descriptors(Origin origin) const {
  std::vector<ClassLocation> locations = index().module_descriptors[static_cast<std::size_t>(origin)];
  for (std::uint32_t member = 0; member < members_.size(); ++member) {
    if (members_[member].image == nullptr || members_[member].origin != origin) continue;
    for (const ClassEntry& entry : members_[member].container->classes()) {
      if (without_package(entry.name) == "module-info") locations.push_back({member, entry.entry});
    }
  }
  return locations;
}

}  // namespace snag
