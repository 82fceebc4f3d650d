// The locks of one method: how each is named, and in which mode it is taken.
//
//     both.readLock().lock();       the lock `both`, in read mode: the receiver is a view, by the model of readLock
//     changed.await();              waits on `lock`, if `changed = lock.newCondition()` in the constructor
//
// This is the one place that names locks. A lock is the access path of its object; a view (ReadWriteLock.readLock) or a
// condition stands for the lock that it belongs to, also where a field holds it. A lock without a portable name still
// has an id within the method, so that its acquisition and its release match.
#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include <absl/container/inlined_vector.h>

#include "sections/object_names.h"

namespace snag::sections {

struct LockTag;
using LockId = Id<LockTag>;  // within one method
using LockSet = absl::InlinedVector<LockId, 4>;

struct LockOfMethod {
  AccessPath path;
  bool own = false;      // belongs to an object that protects itself, or is one that cannot be named
  bool library = false;  // of java.util.concurrent

  // A home-made lock: what a field or an atomic holds says whether it is taken.
  bool is_claim() const { return !own && path.ends_in_contents(); }
  // Whether those who hold it have the memory to themselves. A claim is the affair of the object that has it, be it in
  // a lock of its own: another object has another claim, and may use the same outer object or the same static fields.
  // A static claim is one for all.
  bool covers(const AccessPath& memory) const {
    if (!is_claim() || path.root() == AccessPath::Root::kStatic) return true;
    const AccessPath owner = memory.owner_of_last_field();
    return owner.known() && path.starts_with(owner);
  }
};

// Belongs to one thread.
class LockTable {
 public:
  explicit LockTable(ObjectNames& names) : names_(names) {}

  std::span<const LockOfMethod> all() const { return locks_; }
  const LockOfMethod& operator[](LockId id) const { return locks_[id.value]; }

  // The id of a lock, which is made if it is new. All locks without a path are one.
  LockId intern(const AccessPath& path, bool own, bool library);
  // The lock that a value is: the object itself, or what it is a view or a condition of. The mode is that of the view;
  // where the value may be one of several views, the weakest of theirs.
  NamedByView name_of(ir::ValueId value);

 private:
  std::optional<LockMode> view_mode(ir::ValueId value) const;
  struct Viewed {
    ir::ValueId lock;
    LockMode mode;
  };
  std::optional<Viewed> lock_of_views(const ir::Instruction& phi);

  ObjectNames& names_;
  std::vector<LockOfMethod> locks_;
  std::unordered_multimap<std::size_t, LockId> by_hash_;  // empty while there are few
};

}  // namespace snag::sections
