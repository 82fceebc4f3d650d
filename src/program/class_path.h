// Where classes are found: an ordered list of archives, folders and files, and the JDK.
//
// Usage: add everything, then query. One thread must first call `add` and its relatives; any number of threads may then
// call every const member. Nothing is inflated before `read` (except nested archives, which must be opened), and one
// class of a JDK image is found by hashing, without listing the image.
//
// Which definition of a class takes precedence: application before library before JDK, and within each the one added
// first. Java itself would search the JDK first; here the code that the user wants analysed is analysed even if the JDK
// has a copy. Definitions that are hidden by one of the same origin are reported once per pair of containers, with a
// count.
#pragma once

#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "program/blob.h"
#include "program/byte_source.h"
#include "program/origin.h"
#include "program/read_limits.h"

namespace snag {

class Container;
class ImageContainer;

// A class in the class path. It is cheap to copy and compare, and valid only for the ClassPath that returned it.
struct ClassLocation {
  std::uint32_t container = 0;
  std::uint32_t entry = 0;

  friend constexpr auto operator<=>(ClassLocation, ClassLocation) = default;
};

class ClassPath {
 public:
  static constexpr int kDefaultRelease = 17;

  // `diagnostics` must outlive the class path.
  explicit ClassPath(Diagnostics& diagnostics, ReadLimits limits = {});
  ~ClassPath();
  ClassPath(const ClassPath&) = delete;
  ClassPath& operator=(const ClassPath&) = delete;

  // Adds a jar, war, ear, zip, jmod, JDK image, folder or .class file (distinguished by content, not by name), or
  // `dir/*` for all jars in a folder. The paths in a manifest's Class-Path are added as library. Archives inside an
  // application's archive are library too if they lie where libraries lie: BOOT-INF/lib, WEB-INF/lib, an ear's lib.
  void add(const std::string& path, Origin origin);
  // Adds lib/modules; if there is none, jmods/*.jmod, an exploded build's modules/, or rt.jar and its companions.
  void add_jdk(const std::string& jdk_home);

  // Returns the feature release for which multi-release jars are read: the JDK's, or kDefaultRelease without a JDK.
  int release() const { return release_; }

  // Finds a class by internal name: "java/util/Map". Never returns module-info, which is not a class.
  std::optional<ClassLocation> find(std::string_view internal_name) const;
  Result<Blob> read(ClassLocation location) const;
  // Returns the internal name by which the class is found; the reader of the bytes must check whether they agree.
  std::string_view name(ClassLocation location) const;
  // Returns, for example, "app.jar!/BOOT-INF/lib/x.jar!/a/B.class".
  std::string describe(ClassLocation location) const;
  Origin origin(ClassLocation location) const;

  // Returns all classes of one origin that are not hidden by another definition, sorted by name.
  std::vector<ClassLocation> classes(Origin origin) const;
  // Returns the module-info classes of one origin, in class path order: they cannot be found by name, since every
  // module has one.
  std::vector<ClassLocation> module_descriptors(Origin origin) const;

  // Adds a diagnostic for every archive that was written to since it was opened.
  void report_changes() const;

 private:
  struct Index;
  struct Member {
    std::unique_ptr<Container> container;
    const ImageContainer* image;  // the same container if it is a JDK's image, which is queried instead of indexed
    Origin origin;
  };

  enum class Missing : bool { kReported, kNoted };  // a path that does not exist: the user's, or some manifest's

  void add_path(const std::string& path, Origin origin, Missing missing);
  std::vector<std::string> open_path(const std::string& path, Origin origin);
  Result<ByteSource> open_source(const std::string& path);
  std::vector<std::string> open_folder_path(const std::string& path, Origin origin);
  void add_wildcard(const std::string& folder, Origin origin);
  void add_member(std::unique_ptr<Container> container, Origin origin, const ImageContainer* image = nullptr);
  const Index& index() const;
  std::unique_ptr<const Index> build_index() const;

  Diagnostics& diagnostics_;
  mutable ReadBudget budget_;
  int release_ = kDefaultRelease;
  std::vector<Member> members_;
  std::vector<std::shared_ptr<const InputFile>> files_;  // archives that are open
  std::set<std::pair<std::string, Origin>> added_;       // canonical paths, so that nothing is read twice
  mutable std::mutex index_mutex_;                       // held while the index is built
  mutable std::unique_ptr<const Index> index_;
  mutable std::atomic<const Index*> built_index_{nullptr};  // set by the first query, reset by `add`
};

}  // namespace snag
