// Whether a constructor calls something on its object, or on a part of it, that is still being made, so that nobody
// else uses it yet.
//
//     Channel() { registry.add(this); transport = new Transport(); transport.start(listener); }
//
// Problem: ownership (heap/ownership.h) ends as soon as anything refers to the object that another thread may have: a
// constructor that registers a listener ends it. As a rule nobody uses the object before it is ready.
// Idea: `this` of a constructor is still being made until the constructor starts a thread, or calls what publishes
// `this` and may start one. What the constructor makes is still being made until it is stored elsewhere than in `this`,
// or passed to code that publishes it. A field of `this` that the constructor writes once is the object that it stored.
// Terminates: each use of the object is looked at once.
// What is taken for granted: nobody uses an object that was registered while it is being made.
//
// Used by any number of threads.
#pragma once

#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "execution/threads.h"
#include "heap/ownership.h"

namespace snag {

class Construction {
 public:
  // All must outlive this object.
  Construction(const Threads& threads, const Ownership& ownership, Calls& calls);

  bool is_under_way(NodeId method, ir::ValueId call, ir::ValueId receiver) const;

 private:
  ir::ValueId made_here(NodeId node, ir::ValueId receiver) const;
  bool is_made_by(const ir::Instruction& origin) const;
  bool may_start(const ir::Instruction& call) const;
  bool is_published_by(NodeId node, const ir::Instruction& use, ir::ValueId made) const;

  const Ownership& ownership_;
  Calls& calls_;
  absl::flat_hash_map<MethodId, std::vector<ir::ValueId>> starts_;  // places where threads are started
  absl::flat_hash_set<MethodId> may_start_;                         // methods with such a place, or that call them
};

}  // namespace snag
