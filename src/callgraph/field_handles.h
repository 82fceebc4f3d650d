// Which field a VarHandle or a field updater stands for, and how a call on it accesses that field.
//
//     static final VarHandle COUNT = MethodHandles.lookup().findVarHandle(Pool.class, "count", int.class);
//     COUNT.getAndAdd(this, 1);            reads and writes Pool.count, as one atomic action
//     COUNT.set(this, 0);                  writes it as `count = 0` would
//
// Problem: the code names neither the field nor the object as an access does, so that the field looks as if nothing
// but plain accesses touched it.
// Idea: such a handle is found once, with constants, and kept in a static final field: the class initializer says for
// what it stands. Every call on what is read from that field is then an access, as the models say (`handle` in
// docs/models.md): `get` and `set` of a VarHandle are plain; all its other modes are atomic, and so are all methods of
// an updater, whose field is volatile.
//
// Cannot see: handles that are kept elsewhere, found by computed names, or made of elements of arrays.
//
// Nothing changes after building; any number of threads may ask.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "callgraph/calls.h"

namespace snag {

class FieldHandles {
 public:
  explicit FieldHandles(Calls& calls);

  struct Access {
    FieldId field;
    ir::ValueId object;  // invalid: a static field
    bool reads = false, writes = false;
    bool atomic = false;  // not a plain access: it never races with others of this kind
  };
  // What a call does if its receiver is a handle that is known.
  std::optional<Access> access(const ir::MethodIr& method, ir::ValueId call) const;
  // The fields for which there is a handle, ascending.
  std::span<const FieldId> targets() const { return targets_; }

 private:
  FieldId target_of(const ir::MethodIr& method, ir::ValueId made) const;

  Calls& calls_;
  absl::flat_hash_map<FieldId, FieldId> target_of_;  // by the static final field that holds the handle
  std::vector<FieldId> targets_;
};

}  // namespace snag
