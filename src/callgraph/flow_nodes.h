// Which node of the flow graph stands for which variable.
//
//   class Box { Shape content; }          one node for `content` of all boxes together
//   new Shape[8]                          one node for the elements of all arrays of that type
//   String name;                          one node for all variables of a plain type: it holds that type alone
//   new Circle()                          one node for all allocations of a type
//   Thread's model field `task`           one node for all threads, and one for what is put there after construction
//
// SSA values, parameters and results get fresh nodes. Two nodes are special: `thrown` holds all exceptions that are
// thrown anywhere, and `escaped` holds everything that the unexplored library has received (unknown_library.h).
// For rapid types all variables, these two included, are one node; only plain types stay apart.
//
// Used by one thread.
#pragma once

#include <absl/container/flat_hash_map.h>

#include "callgraph/flow_graph.h"
#include "callgraph/object_types.h"
#include "program/program.h"

namespace snag {

struct Propagation;

class FlowNodes {
 public:
  // With `apart` variables have nodes of their own (variable types), else they are all one node (rapid types).
  FlowNodes(Propagation& run, bool apart);

  bool apart() const { return apart_; }
  FlowNodeId all() const { return all_; }  // rapid types: the node of every variable
  FlowNodeId escaped() const { return escaped_; }
  FlowNodeId thrown() const { return thrown_; }

  FlowNodeId fresh();
  FlowNodeId plain(Name type);           // invalid when variables of the type have to be followed
  FlowNodeId variable(Name type);        // the node of its type if that is plain, else a fresh one
  FlowNodeId object(ObjectTypeId type);  // holds exactly that type
  FlowNodeId field(FieldId field);       // invalid for primitive types
  FlowNodeId elements(ObjectTypeId array);
  FlowNodeId model_field(Name field) { return fresh_in(model_fields_, field); }
  // What is put into the model field of an object after its constructor.
  FlowNodeId late_model_field(Name field) { return fresh_in(late_model_fields_, field); }

  // The library, or code that is not known, provides a value of this type: any escaped object that fits, or an object
  // of its own. Nothing happens for an invalid node and for plain types.
  void add_unknown_value(FlowNodeId node, Name type);

 private:
  // What the library may hand out as a `type`. All uses share one node, so that each escaped object is compared with
  // each type once (Guava in library mode takes minutes without it).
  FlowNodeId escaped_as(Name type);
  template <class Key>
  FlowNodeId fresh_in(absl::flat_hash_map<Key, FlowNodeId>& nodes, Key key) {
    auto [it, added] = nodes.try_emplace(key);
    if (added) it->second = fresh();
    return it->second;
  }
  FlowNodeId holding(ObjectTypeId type);  // a new node

  Propagation& run_;
  ObjectTypes& types_;
  FlowGraph& flows_;
  const bool apart_;
  FlowNodeId all_, escaped_, thrown_;
  absl::flat_hash_map<Name, FlowNodeId> plain_, model_fields_, late_model_fields_, escaped_as_;
  absl::flat_hash_map<ObjectTypeId, FlowNodeId> objects_, elements_;
  absl::flat_hash_map<FieldId, FlowNodeId> fields_;
};

}  // namespace snag
