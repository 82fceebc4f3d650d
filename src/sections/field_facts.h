// What the application's code says about its fields: whether one is ever written after its object was made, and which
// class of object it holds.
//
//     private final Map<String, Account> accounts = new ConcurrentHashMap<>();    holds ConcurrentHashMap
//     private int limit;    // assigned in the constructor only                    cannot change
//
// One pass over all methods. A write counts as initialisation when it is to `this` in a constructor of the field's
// class, to a static in its class initialiser, or to an object that the method has just made. Reflection and native
// code are not seen; a volatile field always counts as one that changes, unless its class is immutable by declaration
// (`@Immutable`, or `immutable` in models/policy.toml): what such a class fills late, a hash code say, is its own
// affair.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "callgraph/field_handles.h"
#include "heap/sharing.h"
#include "sections/access_path.h"

namespace snag::sections {

// A lock, and the mode of the view through which it was named; none: not a view.
struct NamedByView {
  AccessPath path;
  std::optional<library::LockMode> mode;
};

struct LockBehindField {
  FieldId field;
  std::optional<library::LockMode> mode;  // none: not a view
};

class FieldFacts {
 public:
  FieldFacts(Calls& calls, const FieldHandles& handles, const Sharing& sharing, unsigned jobs);

  // Whether other threads may see it change. Fields of other code do unless they are final.
  bool can_change(FieldId field) const;
  // The one class of all objects stored in it, or invalid.
  ClassId held_class(FieldId field) const;
  // For a field that holds a view or a condition of the lock in another field of the same object, that other field and
  // the view's mode: `readLock = both.readLock()`, `notEmpty = lock.newCondition()`. Else the field itself.
  LockBehindField lock_behind(FieldId field) const;
  // The same for an object that is named by a path. A path that does not end in a field is its own lock.
  NamedByView lock_behind(const AccessPath& path) const;

 private:
  struct Fact {
    bool written = false;
    bool several = false;  // or something whose class is not known
    ClassId held;
    LockBehindField behind;
    bool several_behind = false;  // or something that is not a view
  };
  void look_at(const ir::MethodIr& method, const Method& declaration,
               std::vector<std::pair<FieldId, Fact>>& facts) const;
  ClassId class_of_value(const ir::MethodIr& method, ir::ValueId value) const;
  LockBehindField lock_of_view(const ir::MethodIr& method, const ir::Instruction& store) const;

  Calls& calls_;
  const Sharing& sharing_;
  std::vector<Fact> facts_;  // by FieldId; fields of other code have none
};

}  // namespace snag::sections
