// The sites of all checks in the watched program, and what is known about its classes: written by the rewriter when
// classes are loaded (by any thread), read by the agent when the runtime asks what a site stands for.
//
// All that is known belongs to a class, and is forgotten with it: when the JVM has unloaded it, and nothing mentions
// its sites any more (agent/jvm/loaded_classes.h). Numbers of sites are not given twice, so that one that is still
// somewhere never stands for another place.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "instrument/decisions.h"
#include "instrument/texts.h"

namespace snag::instrument {

// An instruction, in the code as it was before it was rewritten.
struct CodePlace {
  std::string class_name, method, descriptor, file;  // internal class name
  std::uint16_t line = 0;                            // 0: not known
  std::uint16_t pc = 0;
};

struct SiteAccess {
  std::string owner, name, descriptor;  // as named by the instruction; arrays: owner empty, name = "[]"
  Access access = Access::kRead;
  bool is_static = false;
  std::uint16_t line = 0, pc = 0;
};

struct Site {
  CodePlace place;                   // the first access or the call
  std::vector<SiteAccess> accesses;  // of the group; none for locks and units
};

// From position `now` of a rewritten method on, its instructions are those that were at `pc` and behind it, up to the
// next Shift. Code that was inserted there stands before the instruction of the next Shift. The last one is the end of
// the method's own code.
struct Shift {
  std::uint16_t now, pc;
};
// The position before the method was rewritten; nothing: only the rewritten method has code there.
std::optional<std::uint16_t> original_pc(std::span<const Shift> shifts, std::uint32_t now);

struct RewrittenMethod {
  std::string name, descriptor;
  std::vector<Shift> shifts;
};

struct FieldFacts {
  std::string name, descriptor;
  std::uint16_t access = 0;  // flags of the class file
};
struct ClassFacts {
  std::string super;  // internal name
  std::vector<FieldFacts> fields;
  bool carries_static_state = false;    // has words for its static fields
  std::vector<std::string> interfaces;  // internal names
  bool several = false;                 // classes of this name have different super types
};

struct ResolvedField {
  std::string owner;  // the class that declares it
  std::uint16_t access = 0;
};

// A loader of classes. kBoot stands for all whose classes are never unloaded.
enum class LoaderId : std::uint32_t { kBoot = 0 };

// A class of one loader. Numbers are not given twice. kNone: a class that is never forgotten.
enum class LoadedClassId : std::uint32_t { kNone = 0 };

// Sites that were numbered one after the other.
struct SiteRun {
  std::int32_t first = 0, count = 0;
};

class Sites {
 public:
  std::int32_t add(const Site& site, LoadedClassId of = LoadedClassId::kNone);  // ids from 1
  std::optional<Site> find(std::int32_t id) const;  // nothing: there is none, or it was forgotten
  LoadedClassId class_of(std::int32_t id) const;    // kNone as well if there is no such site
  std::size_t size() const;                         // the forgotten ones are counted
  std::size_t living() const;                       // they are not

  // The same class (loader and name) has the same id when it is added again; its methods then count as not rewritten.
  LoadedClassId add_class(std::string_view internal_name, ClassFacts facts, LoaderId loader = LoaderId::kBoot);
  LoadedClassId find_class(std::string_view internal_name, LoaderId loader) const;  // kNone: not added
  LoaderId loader_of(LoadedClassId id) const;                                       // kBoot: there is none
  std::vector<LoadedClassId> take_classes(LoaderId loader);                         // of a loader that is gone
  std::vector<SiteRun> runs_of(LoadedClassId id) const;
  void add_rewritten(LoadedClassId id, std::span<const RewrittenMethod> methods);
  // Empty if the method was not rewritten.
  std::vector<Shift> shifts_of(LoadedClassId id, std::string_view method, std::string_view descriptor) const;
  std::size_t forgotten_classes() const;
  // Forgets the class. Returns its name if no other loader has a class of that name.
  std::optional<std::string> forget(LoadedClassId id);
  // What is known about a class that is not loaded yet: its superclass and its volatile fields (unloaded_classes.h).
  void add_unloaded(std::string_view internal_name, ClassFacts facts);
  bool carries_static_state(std::string_view internal_name) const;  // false if unknown
  // The nearest superclass that is a class of the platform; empty if one below it is not known.
  std::string library_super(std::string_view internal_name) const;
  // A type that is known not to be Serializable, before it is loaded or although it is not watched.
  void add_not_serializable(std::string_view internal_name);
  // Judged by all supertypes. True if one of them is not known: a class that gets a serialVersionUID without need
  // behaves as before, one that lacks it cannot read what was written before.
  bool may_be_serializable(std::string_view internal_name) const;
  // Searches `owner` and its known superclasses. Nothing if it is not found there.
  std::optional<ResolvedField> resolve(std::string_view owner, std::string_view name,
                                       std::string_view descriptor) const;

  // Keeps the first few. `in` is the class of the place.
  void add_allocation(std::string_view allocated_class, CodePlace place, LoadedClassId in = LoadedClassId::kNone);
  // Nothing if some of them were forgotten.
  std::vector<CodePlace> allocations(std::string_view internal_name) const;

 private:
  struct StoredSite {
    std::uint32_t class_name, method, descriptor, file;  // texts
    std::uint16_t line, pc;
    std::uint32_t first_access, access_count;
  };
  struct StoredAccess {
    std::uint32_t owner, name, descriptor;
    Access access;
    bool is_static;
    std::uint16_t line, pc;
  };
  struct StoredMethod {
    std::uint32_t name, descriptor;
    std::vector<Shift> shifts;
  };
  struct Class {
    LoadedClassId id = LoadedClassId::kNone;
    std::uint32_t name = 0;  // a text
    LoaderId loader = LoaderId::kBoot;
    std::vector<StoredSite> sites;
    std::vector<StoredAccess> accesses;
    std::vector<std::int32_t> runs;        // their first sites
    std::vector<std::uint32_t> allocated;  // texts: the classes that it allocates
    std::vector<StoredMethod> rewritten;
  };
  struct Run {
    Class* of;
    std::uint32_t first;  // in Class::sites
    std::int32_t count;
  };
  struct Named {
    ClassFacts facts;         // of the one that was added last
    std::uint32_t count = 0;  // of classes with this name
  };
  struct Allocations {
    std::vector<CodePlace> places;
    bool incomplete = false;  // some were forgotten
  };
  // With the lock held:
  const ClassFacts* facts_of(std::string_view internal_name) const;  // null: not known
  const Run* run_of(std::int32_t id, std::int32_t& first) const;     // null: there is none
  Class& class_at(LoadedClassId id);
  void forget_allocations(const Class& in);
  void forget_rewritten(Class& of);

  mutable std::mutex mutex_;
  Texts texts_;
  std::uint32_t class_count_ = 0;
  std::size_t forgotten_classes_ = 0, living_sites_ = 0;
  std::int32_t site_count_ = 0;
  absl::flat_hash_map<LoadedClassId, std::unique_ptr<Class>> by_id_;
  absl::flat_hash_map<std::pair<LoaderId, std::uint32_t>, LoadedClassId> ids_;  // by loader and name
  absl::flat_hash_map<LoaderId, std::vector<LoadedClassId>> of_loader_;         // but for kBoot
  std::map<std::int32_t, Run> runs_;                                            // by their first sites
  absl::flat_hash_map<std::string, Named> classes_;
  absl::flat_hash_map<std::string, ClassFacts> unloaded_;
  absl::flat_hash_set<std::string> not_serializable_;
  absl::flat_hash_map<std::string, Allocations> allocations_;
};

}  // namespace snag::instrument
