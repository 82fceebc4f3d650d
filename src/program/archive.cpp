// Problem: one file contains code of different owners in different places.
//
//     shop.jar                             what its classes are, if the user named shop.jar
//       BOOT-INF/classes/shop/Order.class  shop/Order, application
//       BOOT-INF/lib/guava.jar             an archive of its own, library
//       org/springframework/boot/...       the launcher: library, because there is a BOOT-INF
//       META-INF/versions/11/a/B.class     a/B for release 11 and later, if the manifest says Multi-Release: true
//
// Every archive becomes one container per owner. The places are:
//
//     with WEB-INF or BOOT-INF   their classes/ (application), their lib*/ (library), everything else (library)
//     jmod                       classes/
//     ear                        archives in lib/ and APP-INF/lib/ (library), all other archives (as the ear itself)
//     zip                        classes, and archives anywhere (as the zip itself)
//     jar                        classes; in an application's jar also archives anywhere (library), because there are
//                                launchers that keep them anywhere
//
// An archive that does not belong to the application is library or JDK throughout. Nested archives are followed to the
// depth that ReadLimits states. A stored one (Spring Boot stores them) is read in place, a deflated one is inflated
// into memory once and kept.
#include "program/archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <deque>

#include "classfile/modified_utf8.h"
#include "program/class_name.h"
#include "program/zip.h"

namespace snag {

namespace {

constexpr std::string_view kClassEnding = ".class";
constexpr std::string_view kVersionsFolder = "META-INF/versions/";
constexpr std::uint32_t kJmodMagic = 0x4A4D0100;  // "JM", version 1.0

bool has_ending(std::string_view name, std::string_view ending) {
  return name.size() > ending.size() && equals_ignoring_case(name.substr(name.size() - ending.size()), ending);
}

enum class Kind : std::uint8_t { kJar, kApplication, kEar, kZip, kJmod };  // kApplication: with WEB-INF or BOOT-INF

class ZipContainer final : public Container {
 public:
  struct Class {
    std::string_view name;
    std::uint32_t zip_entry;
    std::uint16_t release;
  };

  ZipContainer(std::string path, std::shared_ptr<const ZipArchive> zip, std::vector<Class> classes,
               std::shared_ptr<const std::deque<std::string>> converted_names, ReadBudget& budget)
      : Container(std::move(path)),
        zip_(std::move(zip)),
        classes_(std::move(classes)),
        converted_names_(std::move(converted_names)),
        budget_(budget) {}

  std::vector<ClassEntry> classes() const override {
    std::vector<ClassEntry> entries;
    entries.reserve(classes_.size());
    for (std::uint32_t index = 0; index < classes_.size(); ++index) {
      entries.push_back({.name = classes_[index].name, .entry = index, .release = classes_[index].release});
    }
    return entries;
  }
  std::string_view name(std::uint32_t entry) const override { return classes_[entry].name; }
  Result<Blob> read(std::uint32_t entry) const override {
    return zip_->read(zip_entry(entry), budget_.limits().class_size, budget_);
  }
  std::string describe(std::uint32_t entry) const override {
    return fmt::format("{}!/{}", path(), zip_entry(entry).name);
  }

 private:
  const ZipEntry& zip_entry(std::uint32_t entry) const { return zip_->entries()[classes_[entry].zip_entry]; }

  std::shared_ptr<const ZipArchive> zip_;
  std::vector<Class> classes_;
  std::shared_ptr<const std::deque<std::string>> converted_names_;  // what the names that are not ASCII point into
  ReadBudget& budget_;
};

// One archive while it is split into containers.
class ArchiveOpener {
 public:
  ArchiveOpener(std::string path, Origin origin, std::uint32_t depth, ReadBudget& budget, Diagnostics& diagnostics)
      : path_(std::move(path)), origin_(origin), depth_(depth), budget_(budget), diagnostics_(diagnostics) {}

  Result<Manifest> open(ByteSource archive, std::vector<OpenedContainer>& containers) {
    Result<Blob> magic = archive.read_up_to(0, 4);
    bool jmod = magic && magic->bytes.size() == 4 && load_u4(magic->bytes.data()) == kJmodMagic;
    std::vector<Error> problems;
    Result<std::shared_ptr<const ZipArchive>> zip = ZipArchive::open(std::move(archive), budget_, problems);
    for (const Error& problem : problems) diagnostics_.add(DiagnosticSeverity::kWarning, path_, problem);
    if (!zip) return tl::unexpected(zip.error());
    zip_ = *std::move(zip);
    kind_ = jmod ? Kind::kJmod : kind_of_content();
    read_manifest();
    sort_out_entries();
    add_container(std::move(own_classes_), origin_, containers);
    open_nested(containers);
    add_container(std::move(other_classes_), std::max(origin_, Origin::kLibrary), containers);
    warn_of_the_rest();
    return manifest_;
  }

 private:
  Kind kind_of_content() const {
    if (has_ending(path_, ".ear")) return Kind::kEar;
    bool is_ear = false;
    for (const ZipEntry& entry : zip_->entries()) {
      if (entry.name.size() < 8) continue;
      if (entry.name.starts_with("WEB-INF/") || entry.name.starts_with("BOOT-INF/")) return Kind::kApplication;
      if (entry.name == "META-INF/application.xml") is_ear = true;
    }
    if (is_ear) return Kind::kEar;
    return has_ending(path_, ".zip") ? Kind::kZip : Kind::kJar;
  }

  void read_manifest() {
    for (const ZipEntry& entry : zip_->entries()) {
      if (!equals_ignoring_case(entry.name, "meta-inf/manifest.mf")) continue;
      Result<Blob> content = zip_->read(entry, budget_.limits().manifest_size, budget_);
      if (content) {
        manifest_ = parse_manifest(as_text(content->bytes));
      } else {
        diagnostics_.add(DiagnosticSeverity::kWarning, fmt::format("{}!/{}", path_, entry.name), content.error());
      }
      return;
    }
  }

  void sort_out_entries() {
    const std::vector<ZipEntry>& entries = zip_->entries();
    for (std::uint32_t index = 0; index < entries.size(); ++index) {
      std::string_view name = entries[index].name;
      if (name.ends_with(kClassEnding)) {
        sort_out_class(name, index);
      } else if (has_archive_ending(name)) {
        if (std::optional<Origin> origin = nested_origin(name)) nested_.push_back({.entry = index, .origin = *origin});
      }
    }
  }

  void sort_out_class(std::string_view path, std::uint32_t index) {
    std::string_view name = path.substr(0, path.size() - kClassEnding.size());
    std::uint16_t release = 0;
    bool own = true;
    auto strip = [&name](std::string_view prefix) {
      if (!name.starts_with(prefix)) return false;
      name.remove_prefix(prefix.size());
      return true;
    };
    if (kind_ == Kind::kJmod) {
      if (!strip("classes/")) return;
    } else if (kind_ == Kind::kApplication) {
      own = strip("WEB-INF/classes/") || strip("BOOT-INF/classes/");
    }
    if (strip(kVersionsFolder)) {
      if (!manifest_.multi_release) return;
      auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), release);
      if (error != std::errc() || end == name.data() + name.size() || *end != '/' || release < 9) return;
      name.remove_prefix(static_cast<std::size_t>(end + 1 - name.data()));
    } else if (name.starts_with("META-INF/")) {
      return;
    }
    if (name.empty() || name.ends_with('/')) return;
    if (!is_ascii(name)) {
      std::optional<std::string> converted = classfile::to_modified_utf8(name);
      if (!converted) {
        warn(path_, {"class is skipped: its name is not UTF-8", zip_->entries()[index].header_offset});
        return;
      }
      name = converted_names_->emplace_back(*std::move(converted));
    }
    (own ? own_classes_ : other_classes_).push_back({.name = name, .zip_entry = index, .release = release});
  }

  // Returns the owner of an archive inside this one; nothing if it does not belong to the class path.
  std::optional<Origin> nested_origin(std::string_view name) const {
    Origin library = std::max(origin_, Origin::kLibrary);
    switch (kind_) {
      case Kind::kApplication:
        return is_in_library_folder(name) ? std::optional(library) : std::nullopt;
      case Kind::kEar:
        return name.starts_with("lib/") || name.starts_with("APP-INF/lib/") ? library : origin_;
      case Kind::kZip:
        return origin_;
      case Kind::kJar:
        return origin_ == Origin::kApplication ? std::optional(library) : std::nullopt;
      case Kind::kJmod:
        break;
    }
    return std::nullopt;
  }

  void open_nested(std::vector<OpenedContainer>& containers) {
    for (const Nested& nested : nested_) {
      const ZipEntry& entry = zip_->entries()[nested.entry];
      std::string path = fmt::format("{}!/{}", path_, entry.name);
      Result<Manifest> opened = read_nested(entry).and_then([&](ByteSource inner) {
        return ArchiveOpener(path, nested.origin, depth_ + 1, budget_, diagnostics_).open(std::move(inner), containers);
      });
      if (!opened) warn(std::move(path), opened.error());
    }
  }

  Result<ByteSource> read_nested(const ZipEntry& entry) const {
    const ReadLimits& limits = budget_.limits();
    if (depth_ + 1 >= limits.nesting_depth) {
      return failure(fmt::format("archive is skipped: nested deeper than the limit of {}", limits.nesting_depth));
    }
    Result<ByteSource> inner = zip_->open_archive(entry, limits.archive_size, budget_);
    // The size is charged afterwards: a size that is only stated costs nothing.
    if (inner && !entry.is_stored() && !budget_.spend_nested(inner->size())) {
      return failure(fmt::format("archive is skipped: over the limit of {} bytes for all archives inside others",
                                 limits.total_nested_size));
    }
    return inner;
  }

  // A badly damaged archive causes a few messages, not thousands.
  void warn(std::string file, const Error& error) {
    if (++warnings_ < ZipArchive::kMaxProblems) diagnostics_.add(DiagnosticSeverity::kWarning, std::move(file), error);
  }
  void warn_of_the_rest() {
    if (warnings_ < ZipArchive::kMaxProblems) return;
    std::size_t rest = warnings_ - (ZipArchive::kMaxProblems - 1);
    diagnostics_.add(DiagnosticSeverity::kWarning, path_, {fmt::format("{} more problems with its content", rest)});
  }

  void add_container(std::vector<ZipContainer::Class> classes, Origin origin,
                     std::vector<OpenedContainer>& containers) {
    if (classes.empty()) return;
    // If two entries have the same name, Java's zip reader finds the later one.
    std::sort(classes.begin(), classes.end(), [](const ZipContainer::Class& a, const ZipContainer::Class& b) {
      if (int order = a.name.compare(b.name); order != 0) return order < 0;
      return a.release != b.release ? a.release > b.release : a.zip_entry > b.zip_entry;
    });
    auto same = [](const ZipContainer::Class& a, const ZipContainer::Class& b) {
      return a.release == b.release && a.name == b.name;
    };
    auto example = std::adjacent_find(classes.begin(), classes.end(), same);
    if (example != classes.end()) {
      std::string name(example->name);
      std::size_t before = classes.size();
      classes.erase(std::unique(classes.begin(), classes.end(), same), classes.end());
      diagnostics_.add(DiagnosticSeverity::kWarning, path_,
                       {fmt::format("{} classes occur more than once in this archive, for example {}; the last is used",
                                    before - classes.size(), name)});
    }
    containers.push_back(
        {std::make_unique<ZipContainer>(path_, zip_, std::move(classes), converted_names_, budget_), origin});
  }

  struct Nested {
    std::uint32_t entry;
    Origin origin;
  };

  std::string path_;
  Origin origin_;
  std::uint32_t depth_;
  ReadBudget& budget_;
  Diagnostics& diagnostics_;
  Kind kind_ = Kind::kJar;
  std::shared_ptr<const ZipArchive> zip_;
  Manifest manifest_;
  std::vector<ZipContainer::Class> own_classes_;
  std::vector<ZipContainer::Class> other_classes_;  // beside WEB-INF or BOOT-INF
  std::vector<Nested> nested_;
  std::size_t warnings_ = 0;
  std::shared_ptr<std::deque<std::string>> converted_names_ = std::make_shared<std::deque<std::string>>();
};

}  // namespace

bool is_in_library_folder(std::string_view entry_name) {
  // This includes WEB-INF/lib-provided, which executable wars have.
  return entry_name.starts_with("WEB-INF/lib") || entry_name.starts_with("BOOT-INF/lib");
}

bool has_archive_ending(std::string_view name) {
  if (name.size() < 5 || (name[name.size() - 1] | 0x20) != 'r') return false;
  return has_ending(name, ".jar") || has_ending(name, ".war") || has_ending(name, ".ear") || has_ending(name, ".rar");
}

Result<OpenedArchive> open_archive(const std::string& path, ByteSource archive, Origin origin, ReadBudget& budget,
                                   Diagnostics& diagnostics) {
  OpenedArchive opened;
  Result<Manifest> manifest =
      ArchiveOpener(path, origin, /*depth=*/0, budget, diagnostics).open(std::move(archive), opened.containers);
  if (!manifest) return tl::unexpected(manifest.error());
  opened.manifest = *std::move(manifest);
  return opened;
}

}  // namespace snag
