// Objects that go from one thread to another, and that only one thread has at a time: those that are handed over in a
// collection (jobs in a queue), and those that are borrowed from a pool (von Praun 4.7.2).
//
//     job.text = "…";  queue.put(job);                      the giver does not touch it any more
//     Job job = queue.take();  job.done = true;             the taker has it for itself
//
// Problem: the abstract object is used by the giver and by many takers, and no lock is held.
// Idea: an object is handed over if nothing refers to it but collections out of which objects only ever get by being
// removed, and if no method that puts it into one uses it afterwards, nor do that method's callers with what they
// passed to it. The collection itself has to be safe, which is a question of its own. What only objects refer to that
// are handed over is handed over with them.
// Terminates: methods that put a parameter into a collection are found in kMaximumRounds rounds; candidates are taken
// away once.
// What is taken for granted: an object is in one collection at a time, and the giver has no further variable for it in
// a caller that passes it to nobody.
// Cannot see: pools that are linked lists.
//
// Used by one thread: it asks PointsTo for sets.
#pragma once

#include <cstdint>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "callgraph/calls.h"
#include "heap/heap_shape.h"

namespace snag {

class HandedOver {
 public:
  static constexpr int kMaximumRounds = 4;

  // Both must outlive this object.
  HandedOver(const HeapShapeGraph& heap, Calls& calls);

  bool is_handed_over(ObjectId object) const { return handed_over_[object.value]; }

 private:
  struct Put {
    NodeId node;
    ir::ValueId at, value;
  };
  void look_at_methods();
  void look_at(MethodId method, const ir::MethodIr& ir);
  void mark_objects(MethodId method, ir::ValueId value, std::vector<bool>& marks);
  void find_uses_after_puts();
  static bool is_used_after(const ir::MethodIr& ir, ir::ValueId put, ir::ValueId value);
  void find_candidates();

  const HeapShapeGraph& heap_;
  const PointsTo& points_to_;
  Calls& calls_;
  std::vector<Put> puts_;
  std::vector<bool> looked_into_;  // by object: a collection that shows what it holds without removing it
  std::vector<bool> used_after_;   // by object
  std::vector<bool> handed_over_;  // by object
};

}  // namespace snag
