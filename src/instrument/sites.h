// The sites of all checks in the watched program, and what is known of its classes: written by the rewriter as classes
// are loaded (by any thread), asked by the agent when the runtime wants to know what a site stands for.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "instrument/decisions.h"

namespace snag::instrument {

struct SiteAccess {
  std::string owner, name, descriptor;  // as named by the instruction; arrays: owner empty, name = "[]"
  Access access = Access::kRead;
  std::uint16_t line = 0;  // 0: not known
  bool is_static = false;
};

struct Site {
  std::string class_name, method, descriptor, file;  // internal class name
  std::uint16_t line = 0;                            // of the first access or of the call
  std::vector<SiteAccess> accesses;                  // of the group; none for locks and units
};

struct FieldFacts {
  std::string name, descriptor;
  std::uint16_t access = 0;  // flags of the class file
};
struct ClassFacts {
  std::string super;  // internal name
  std::vector<FieldFacts> fields;
  std::string file;
  bool carries_static_state = false;    // has words for its static fields
  std::vector<std::string> interfaces;  // internal names
  bool several = false;                 // classes of this name have different super types
};

struct ResolvedField {
  std::string owner;  // the class that declares it
  std::uint16_t access = 0;
};

struct AllocationPlace {
  std::string class_name, method, descriptor, file;
  std::uint16_t line = 0;
};

class Sites {
 public:
  std::int32_t add(const Site& site);  // ids from 1
  std::optional<Site> find(std::int32_t id) const;
  std::size_t size() const;

  void add_class(std::string_view internal_name, ClassFacts facts);
  // What is known of a class that is not loaded yet: its super class and its volatile fields (foreseen.h).
  void foresee(std::string_view internal_name, ClassFacts facts);
  bool knows_class(std::string_view internal_name) const;
  bool carries_static_state(std::string_view internal_name) const;  // false if unknown
  // The first class above it that is the library's by name; empty if one on the way was neither seen nor foreseen.
  std::string library_super(std::string_view internal_name) const;
  // A type that is known not to be Serializable, before it is loaded or although it is not watched.
  void add_not_serializable(std::string_view internal_name);
  // By all super types of the type. True if one of them is not known: a class that gets a serialVersionUID in vain is
  // the same to the program, one that lacks it cannot read what was written before.
  bool may_be_serializable(std::string_view internal_name) const;
  // Walks up from `owner` through the classes that were seen or foreseen. Nothing: unknown.
  std::optional<ResolvedField> resolve(std::string_view owner, std::string_view name,
                                       std::string_view descriptor) const;

  void add_allocation(std::string_view allocated_class, AllocationPlace place);  // keeps the first few
  std::vector<AllocationPlace> allocations(std::string_view internal_name) const;

 private:
  struct StoredSite {
    std::uint32_t class_name, method, descriptor, file;  // texts
    std::uint16_t line;
    std::uint32_t first_access, access_count;
  };
  struct StoredAccess {
    std::uint32_t owner, name, descriptor;
    std::uint16_t line;
    Access access;
    bool is_static;
  };
  // With the lock held:
  std::uint32_t text(std::string_view text);
  const ClassFacts* facts_of(std::string_view internal_name) const;  // null: neither seen nor foreseen

  mutable std::mutex mutex_;
  std::deque<std::string> texts_;
  absl::flat_hash_map<std::string_view, std::uint32_t> text_of_;  // views of texts_
  std::vector<StoredSite> sites_;
  std::vector<StoredAccess> accesses_;
  absl::flat_hash_map<std::string, ClassFacts> classes_;
  absl::flat_hash_map<std::string, ClassFacts> foreseen_;
  absl::flat_hash_set<std::string> not_serializable_;
  absl::flat_hash_map<std::string, std::vector<AllocationPlace>> allocations_;
};

}  // namespace snag::instrument
