// Objects that are used only in the scope of another object: the object-specific analysis of von Praun 3.3.6.
//
//   class Table {
//     final boolean[] forks = new boolean[8];           specific to the table: only the table's methods have it
//     final List<Fork> list = new ArrayList<>();        so is the list
//     void add() { list.add(new Fork()); }              and each fork, in the list; the host is the table
//     Fork any() { return list.get(0); }                no more: forks are handed out
//   }
//
// Idea: an object is not specific to another one if a reference to it is in a static field, returned, thrown, passed to
// a parameter that escapes (escaping_values.h), received by the library, or the object of a thread. Any other one has a
// host if exactly one object refers to it. The rules of figure 3.7 ask for a field to be used through `this`. If it is
// used otherwise, as the elements of an array always are, then the object that has the field is not a host; but if it
// is object-specific itself, its own host is one. References of an object to objects of its own kind (the next node of
// a list) do not count. Terminates: each object is decided once; a circle of objects without a host outside has none.
//
// Cannot see: whether one abstract object stands for several of a run that share what they refer to; so whoever relies
// on a host must have the accesses go through one object.
#pragma once

#include <vector>

#include "heap/heap_shape.h"

namespace snag {

class ObjectHosts {
 public:
  // Sets hosts and ObjectProperty::kObjectSpecific.
  static void find(HeapShapeGraph& graph, const CallGraph& calls);

 private:
  explicit ObjectHosts(HeapShapeGraph& graph);

  void find_escaping();
  void look_at_accesses(const CallGraph& calls);
  void decide();
  ObjectId only_referrer(ObjectId id) const;
  ObjectId host_of(ObjectId id);

  HeapShapeGraph& graph_;
  const PointsTo& points_to_;
  std::vector<bool> escapes_;           // by object
  std::vector<bool> not_through_this_;  // by object: a field that refers to it is used otherwise
  enum class State : std::uint8_t { kUnknown, kBeingDecided, kDecided };
  std::vector<State> states_;
};

}  // namespace snag
