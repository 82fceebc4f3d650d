// The heap shape graph (von Praun 3.3): the abstract objects of a program, which refers to which through which field,
// and what is known of each.
//
//   class Main { static void main(String[] args) {          Philo    global thread escape       tab   -> Table
//     Table tab = new Table(2, 200);                         Table    global escape              forks -> boolean[]
//     for (int i = 0; i < 2; ++i) new Philo(i, tab).start(); boolean[] global escape object-specific, its host is Table
//   } }
//
// Nodes are the abstract objects of the points-to analysis (callgraph/points_to.h), and one more for each class that
// has static state, is locked, or whose class object is used. Edges are fields, the fields that models give to library
// objects, and the elements of arrays.
//
// Set here are the properties that need no threads: class, global, thread, escape, object-specific, and unique for
// classes. Whoever knows more (the execution of the program's threads) sets the others.
//
//  * Thread: the objects on which threads run their first method, and the threads themselves.
//  * Global: reachable from classes and thread roots; and from objects whose methods a thread of the library may call,
//    with what it may pass to them.
//  * Escape (3.3.5): what a value that escapes may refer to (escaping_values.h), and everything reachable from there.
//  * Object-specific (3.3.6): object_hosts.h.
//
// Many fields refer to the same set of objects. Each set is kept once, so that a search visits it once.
//
// Belongs to one thread while it is built and properties are set; then any number of threads may read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/node_hash_map.h>

#include "callgraph/points_to.h"
#include "heap/escaping_values.h"
#include "heap/object_properties.h"

namespace snag {

class HeapShapeGraph {
 public:
  struct OutgoingField {
    ObjectField field;
    std::uint32_t set = 0;              // the number of the set of objects
    std::span<const ObjectId> objects;  // ascending, never empty
  };
  struct IncomingField {
    ObjectId from;
    ObjectField field;
    friend auto operator<=>(const IncomingField&, const IncomingField&) = default;
  };

  // Both must outlive the graph.
  HeapShapeGraph(const PointsTo& points_to, const CallGraph& calls);

  const PointsTo& points_to() const { return points_to_; }
  const EscapingValues& escaping_values() const { return *escaping_; }

  // ---- nodes ----
  // Ids from PointsTo::object_count() on are classes that the points-to analysis has no object for.
  std::uint32_t object_count() const { return static_cast<std::uint32_t>(properties_.size()); }
  // The class that a node stands for; invalid if it stands for objects.
  ClassId represented_class(ObjectId id) const;
  // Its class, or the class that it stands for; invalid for arrays and for classes that are missing.
  ClassId class_of(ObjectId id) const;
  // Whether there are such objects, and all are of the same class.
  bool are_of_one_class(std::span<const ObjectId> objects) const;
  // Of its class (java/util/List), of an array (`[I`), or of the class that it stands for.
  Name name(ObjectId id) const;
  // The node of a class; invalid if the class has none.
  ObjectId class_object(ClassId id) const;
  // The objects of exactly that class that occur: without the node of the class itself; ascending.
  std::span<const ObjectId> objects_of_class(ClassId id) const;
  // Whether something refers to the object or runs on it. (Each type also has an object that stands for those whose
  // place is not known, and most of these occur nowhere.)
  bool occurs(ObjectId id) const { return occurs_[id.value]; }

  // ---- properties ----
  const ObjectProperties& properties(ObjectId id) const { return properties_[id.value]; }
  bool has(ObjectId id, ObjectProperty property) const { return properties_[id.value].has(property); }
  void set(ObjectId id, ObjectProperty property, bool value = true) { properties_[id.value].set(property, value); }
  // Whether a second thread can get the object at all: it is global, the library has received it or what refers to it,
  // or the library has made it and may keep it.
  bool can_be_shared(ObjectId id) const { return can_be_shared_[id.value]; }
  // Whether a field has another value for each thread: that of a ThreadLocal.
  bool is_of_thread(const IncomingField& field) const;
  // The object in whose scope alone an object-specific object is used; invalid for others.
  ObjectId host(ObjectId id) const { return hosts_[id.value]; }

  // ---- edges ----
  // By ObjectField.
  std::span<const OutgoingField> fields(ObjectId id) const;
  // Who refers to it, and through which field; sorted.
  std::vector<IncomingField> incoming(ObjectId id) const;
  // Whether all of these are as `fits` says, which is asked in no particular order. Library objects may have 10,000.
  template <class Fits>
  bool all_incoming(ObjectId id, Fits&& fits) const {
    for (std::uint32_t n = first_containing_[id.value]; n < first_containing_[id.value + 1]; ++n) {
      const std::uint32_t set = containing_[n];
      if (!std::all_of(owners_.begin() + first_owner_[set], owners_.begin() + first_owner_[set + 1], fits))
        return false;
    }
    return true;
  }
  bool has_incoming(ObjectId id) const {
    return !all_incoming(id, [](const IncomingField&) { return false; });
  }
  // Everything that can be reached through fields, the objects themselves included; ascending.
  std::vector<ObjectId> reachable_from(std::span<const ObjectId> objects) const;

 private:
  friend class ObjectHosts;

  void add_fields();
  void add_classes();
  ObjectId add_class(ClassId id);
  std::uint32_t set_of(std::vector<ObjectId> objects);
  void link_sets();
  void find_thread_roots();
  void find_global_objects();
  void find_escaping_objects(const CallGraph& calls);
  void index_classes();
  // By object. Without what is in a ThreadLocal, if `between_threads`.
  std::vector<bool> reach(std::vector<ObjectId> work, bool between_threads = false) const;
  void find_fields_of_threads();

  const PointsTo& points_to_;
  std::vector<ObjectProperties> properties_;  // by object, as the following ones
  std::vector<std::vector<OutgoingField>> fields_;
  std::vector<ObjectId> hosts_;
  std::vector<bool> occurs_, can_be_shared_;
  std::vector<ClassId> further_classes_;  // by id, from PointsTo::object_count() on
  absl::flat_hash_map<ClassId, ObjectId> class_objects_;
  // Model fields that have another value for each thread, with the class: `value` of ThreadLocal; sorted.
  std::vector<std::pair<ClassId, Name>> of_threads_;
  absl::node_hash_map<std::vector<ObjectId>, std::uint32_t> set_ids_;
  std::vector<const std::vector<ObjectId>*> sets_;             // keys of set_ids_
  std::vector<std::uint32_t> first_owner_, first_containing_;  // by set and by object, and the end
  std::vector<IncomingField> owners_;                          // of sets
  std::vector<std::uint32_t> containing_;                      // the sets that contain an object
  std::unique_ptr<EscapingValues> escaping_;
  absl::flat_hash_map<ClassId, std::vector<ObjectId>> of_class_;
};

}  // namespace snag
