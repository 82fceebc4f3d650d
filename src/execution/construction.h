// Whether a method calls something on an object that it is still making, so that nobody else uses the object yet.
//
//     Channel() { registry.add(this); transport = new Transport(); transport.start(listener); }
//     Appender a = new Appender(); a.setEncoder(encoder); a.start(); root.addAppender(a);
//
// Problem: ownership (heap/ownership.h) ends as soon as anything refers to the object that another thread may have. A
// constructor that registers a listener, or a setter that reports to a log which keeps the object, ends it. As a rule
// nobody uses the object before it is ready.
// Idea: what the method itself does with the object counts: it is still being made until the method stores it
// elsewhere, passes it to code that publishes it, or starts a thread. What methods do that are called *on* the object
// does not count; nor, for a constructor, what it does with `this`, as long as it starts no thread. A final field of a
// constructor's `this` is the object that was stored in it.
// Terminates: each use of the object is looked at once.
// What is taken for granted: nobody uses an object that was registered while it is being made.
//
// Used by any number of threads.
#pragma once

#include <vector>

#include <absl/container/flat_hash_map.h>

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
  bool is_published_by(NodeId node, const ir::Instruction& use, ir::ValueId made) const;

  const Ownership& ownership_;
  Calls& calls_;
  absl::flat_hash_map<MethodId, std::vector<ir::ValueId>> starts_;  // places where threads are started
};

}  // namespace snag
