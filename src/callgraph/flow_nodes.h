// Which node of the flow graph stands for which variable.
//
//                                    variable types                    objects apart (the heap)
//   class Box { Shape content; }     one node for all boxes            one for each box
//   new Shape[8]                     the elements of all arrays of     of each array
//                                    that type
//   a model's field, `task`          one node for all objects          one for each object
//   String name;                     one node for all variables of a plain type: it holds that type alone
//
// SSA values, parameters and results get fresh nodes. Two nodes are special: `thrown` holds all exceptions that are
// thrown anywhere, and `escaped` holds everything that the unexplored library has received (unknown_library.h).
// For rapid types all variables, these two included, are one node; only plain types stay apart.
//
// Used by one thread.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "callgraph/abstract_objects.h"
#include "callgraph/flow_graph.h"
#include "program/program.h"

namespace snag {

struct Propagation;

// What is told apart: the higher, the more precise and the more expensive.
enum class Precision : std::uint8_t {
  kRapidTypes,     // all variables are one
  kVariableTypes,  // each variable has its types
  kObjects,        // each variable has its objects, by place of allocation and context, and each object its fields
};

// A field that an object may have: of its class, of a model, or the elements of an array.
struct ObjectField {
  FieldId field;  // valid: a field of the class
  Name model;     // else valid: a model's field; else the elements
  friend bool operator==(const ObjectField&, const ObjectField&) = default;
  friend auto operator<=>(const ObjectField&, const ObjectField&) = default;
  template <class H>
  friend H AbslHashValue(H state, const ObjectField& f) {
    return H::combine(std::move(state), f.field, f.model);
  }
};

class FlowNodes {
 public:
  FlowNodes(Propagation& run, Precision precision);

  bool apart() const { return precision_ >= Precision::kVariableTypes; }
  bool objects_apart() const { return precision_ == Precision::kObjects; }
  FlowNodeId all() const { return all_; }  // rapid types: the node of every variable
  FlowNodeId escaped() const { return escaped_; }
  FlowNodeId thrown() const { return thrown_; }

  FlowNodeId fresh();
  FlowNodeId plain(Name type);         // invalid when variables of the type have to be followed
  FlowNodeId variable(Name type);      // the node of its type if that is plain, else a fresh one
  FlowNodeId object(ObjectId object);  // holds exactly that object
  // A field of an object. Unless objects are apart, and for static fields, the object does not matter and may be
  // invalid. Invalid for primitive types.
  FlowNodeId field(ObjectId object, FieldId field);
  FlowNodeId elements(ObjectId array);
  FlowNodeId model_field(ObjectId object, Name field);
  // What is put into the model field of an object after its constructor; not used where objects are apart.
  FlowNodeId late_model_field(Name field) { return fresh_in(late_model_fields_, field); }

  // The library, or code that is not known, provides a value of this type: an object of its own, or an escaped object
  // that fits. Where objects are apart, escaped objects come back only as the application's own types: they would come
  // back everywhere else (H2: seven times larger sets). Nothing happens for an invalid node and for plain types.
  void add_unknown_value(FlowNodeId node, Name type);
  // What the library may hand out as a `type`. All uses share one node, so that each escaped object is compared with
  // each type once (Guava in library mode takes minutes without it).
  FlowNodeId escaped_as(Name type);
  // The escaped objects of a type, and nothing that the library might have made itself. Shared for the same reason.
  FlowNodeId escaped_of(Name type) { return filtered(escaped_of_, escaped_, type); }
  // What a handler of this type catches. Shared for the same reason (with both, Derby takes 51 instead of 63 million
  // steps, Tomcat 40 instead of 59).
  FlowNodeId thrown_as(Name type) { return filtered(thrown_as_, thrown_, type); }

  // Where objects are apart: from now on whatever is in the object's fields has escaped with it.
  void let_contents_escape(ObjectId object);
  // The fields of an object that have a node, in the order in which they were needed.
  std::span<const std::pair<ObjectField, FlowNodeId>> fields_of(ObjectId object) const;
  // Static fields that have a node, in the order in which they were needed.
  std::span<const std::pair<FieldId, FlowNodeId>> static_fields() const { return static_fields_; }

 private:
  template <class Key>
  FlowNodeId fresh_in(absl::flat_hash_map<Key, FlowNodeId>& nodes, Key key) {
    auto [it, added] = nodes.try_emplace(key);
    if (added) it->second = fresh();
    return it->second;
  }
  FlowNodeId holding(ObjectId object);  // a new node
  // What passes a cast of the objects at a node: one node for each type.
  FlowNodeId filtered(absl::flat_hash_map<Name, FlowNodeId>& nodes, FlowNodeId from, Name type);
  FlowNodeId of_object(ObjectId object, ObjectField field, bool* added = nullptr);
  void open_field(FlowNodeId node, const Field& field, Name type);

  struct FieldsOfObject {
    std::vector<std::pair<ObjectField, FlowNodeId>> fields;
    bool escaped = false;
  };

  Propagation& run_;
  AbstractObjects& types_;
  FlowGraph& flows_;
  const Precision precision_;
  FlowNodeId all_, escaped_, thrown_;
  absl::flat_hash_map<Name, FlowNodeId> plain_, model_fields_, late_model_fields_, escaped_as_, escaped_of_, thrown_as_;
  absl::flat_hash_map<ObjectId, FlowNodeId> objects_, elements_;
  absl::flat_hash_map<FieldId, FlowNodeId> fields_;
  // Where objects are apart.
  std::vector<FieldsOfObject> of_objects_;                                          // by ObjectId
  absl::flat_hash_map<std::pair<ObjectId, ObjectField>, FlowNodeId> known_fields_;  // of objects that have many
  std::vector<std::pair<FieldId, FlowNodeId>> static_fields_;
};

}  // namespace snag
