// The objects that one method handles, which values may refer to them, and what each instruction does to them.
//
//     Job job = new Job();            object 1, allocated here
//     job.log = new ArrayList();      object 2; `log` of object 1 holds it
//     job.log.add(text);              what is read from `log` of object 1 is object 2
//     queue.add(job);                 `queue` is a parameter, object 3: it holds object 1
//
// Problem: whether another thread has an object depends on where references to it were stored, also by callees.
// Idea: an object is an allocation, the result of a call that returns a fresh object, what a callee left behind in its
// arguments, or a path from a parameter (Path). One pass over the instructions, repeated until nothing changes, finds
// for each value the objects it may refer to, and which objects may hold which; a callee is known by its summary, the
// library by its models. What does not depend on the order of instructions is complete then. The order is the business
// of the data flow (ownership_of_method.h), for which each instruction becomes a list of actions.
//
// Terminates: objects, edges and pointees have limits. What is made beyond kMaximumObjects is shared, and so is what is
// stored beyond kMaximumEdges. A value that may refer to more than kMaximumPointees objects makes all of them shared.
// Beyond kMaximumRounds the method is given up: nothing in it is owned, and it publishes everything.
//
// What it cannot see: two parameters that are one object, or hold each other, when the method begins. The caller checks
// that instead (OwnershipOfMethod).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/inlined_vector.h>

#include "callgraph/callees.h"
#include "heap/library_holders.h"
#include "heap/ownership_state.h"
#include "heap/ownership_summary.h"

namespace snag::ownership {

using ObjectId = std::uint32_t;  // 0: anything that other threads may have
inline constexpr ObjectId kSharedObject = 0;
using Objects = absl::InlinedVector<ObjectId, 4>;  // ascending, each once

struct Edge {
  ObjectId holder;
  Slot slot;
  ObjectId what;
  bool at_entry;  // from a parameter to what it holds when the method begins
};

enum class ActionKind : std::uint8_t { kAllocate, kPublish, kStore };
struct Action {
  ActionKind kind;
  std::uint32_t id;            // of the object, or the edge
  bool direct = false;         // the object, or what is stored: only the last one made (ownership_state.h)
  bool holder_direct = false;  // kStore: the same of the holder
};

// One call of a method with code, with the objects that it is given.
struct KnownCall {
  ir::ValueId site;
  NodeId callee;
  struct Argument {
    Objects objects;
    bool direct = false;
  };
  absl::InlinedVector<Argument, 4> arguments;
};

// What the objects of any method depend on. It outlives them.
struct OwnershipContext {
  Calls& calls;
  const Callees& callees;
  const LibraryHolders& holders;
  std::span<const Summary> summaries;  // by node
};

class MethodObjects {
 public:
  static constexpr std::size_t kMaximumObjects = 200, kMaximumEdges = 400, kMaximumPointees = 12;
  static constexpr std::size_t kMaximumParameters = 15, kMaximumSlotPaths = 30;
  static constexpr int kMaximumRounds = 12;

  // Which conditions a method may have: those of its last summary, or also new ones. What depends on others is not
  // owned (kUnaskedBit).
  enum class Conditions : std::uint8_t { kMayGrow, kKnown };

  MethodObjects(const OwnershipContext& context, NodeId node, Conditions conditions);

  const ir::MethodIr& method() const { return method_; }
  bool gave_up() const { return gave_up_; }

  struct Object {
    enum class Kind : std::uint8_t { kShared, kPath, kMade };
    Kind kind = Kind::kShared;
    Path path = {};
    ir::ValueId site = {};  // kMade
    Mask at_entry = 0;
    bool lost = false;       // too many things may be this one: it counts as shared
    bool by_others = false;  // kMade: what other threads put into an object of this method, once it is published
    absl::InlinedVector<std::uint32_t, 2> edges = {};
  };
  const std::vector<Object>& objects() const { return objects_; }
  const std::vector<Edge>& edges() const { return edges_; }
  const std::vector<Path>& conditions() const { return conditions_; }
  const Objects& pointees(ir::ValueId value) const { return pointees_[value.value]; }
  // Whether the value is the object that its instruction has just made, and none of an earlier round of a loop.
  bool is_direct(ir::ValueId value) const;
  std::span<const Action> actions(ir::ValueId instruction) const;
  std::span<const KnownCall> known_calls() const { return known_calls_; }  // by site
  // The lambdas that this instruction is given and only runs, by operand.
  bool runs_lambda(ir::ValueId instruction, ir::ValueId lambda) const;
  // The objects that a path of a callee means at a call.
  Objects objects_of(const Path& path, const Objects& argument);
  // These objects, and those that they may hold at some time, as far as the method has met them.
  Objects with_held(Objects from) const;

 private:
  friend class LibraryCalls;

  using Arguments = absl::InlinedVector<KnownCall::Argument, 4>;
  // What the paths of callees mean at a call. The summaries of callees name few objects again and again, and as a rule
  // the last rounds and the emission of actions find nothing new (Derby: ownership took 33 % of the time, half of it
  // for this).
  struct OfCall {
    struct Meaning {
      std::uint32_t version;  // of the objects for which it is known
      Objects objects;
    };
    Arguments arguments = {};
    std::vector<std::uint64_t> paths = {};   // keys
    std::vector<Meaning> meanings = {};      // by index of `paths`
    std::uint32_t done = ~std::uint32_t{0};  // the version for which a visit finds nothing new

    // Forgets everything if the arguments are others.
    void set_arguments(Arguments now);
  };

  void visit(ir::ValueId at);
  void visit_call(ir::ValueId at);
  void call_unknown(ir::ValueId at);
  void apply(ir::ValueId at, NodeId callee, OfCall& call, Objects& results);
  Objects objects_at(const Path& path, OfCall& call);
  KnownCall::Argument argument(ir::ValueId value) const { return {pointees(value), is_direct(value)}; }

  ObjectId add_object(Object object);
  static std::uint64_t key_of(const Path& path);
  ObjectId path_object(Path path);
  ObjectId made_by(ir::ValueId site);       // allocated by the instruction, or returned by the call
  ObjectId left_behind(ir::ValueId site);   // by the call
  ObjectId put_by_others(ObjectId holder);  // owned while the holder is: nothing is there then
  void lose(const Objects& objects);
  void add_pointees(ir::ValueId value, const Objects& objects);
  void unite(Objects& into, const Objects& more);
  // Marks the objects of one search. Returns whether the object was not marked.
  bool mark(ObjectId object);
  // What a field of the object may hold; some of it perhaps twice.
  template <class Found>
  void load_each(ObjectId holder, Slot slot, Found&& found);
  Objects load(const Objects& holders, Slot slot);
  Objects reach(Objects from);
  void store(const Objects& holders, bool holder_direct, Slot slot, const Objects& what, bool direct);
  void publish(const Objects& objects, bool direct);
  std::uint32_t add_edge(ObjectId holder, Slot slot, ObjectId what, bool at_entry);
  void allocate(ObjectId object);
  void emit(const Action& action);
  bool has_state(ir::ValueId value) const;  // a reference to something that can be shared

  const OwnershipContext& context_;
  const NodeId node_;
  const ir::MethodIr& method_;
  const bool fresh_receiver_;  // a constructor: `this` holds nothing yet
  const bool conditions_known_;

  std::vector<Object> objects_;
  std::vector<Edge> edges_;
  absl::flat_hash_map<std::pair<std::uint64_t, std::uint32_t>, std::uint32_t> edge_of_;  // objects, slot
  absl::flat_hash_map<std::uint64_t, ObjectId> path_objects_;
  std::vector<Path> conditions_;
  std::size_t slot_paths_ = 0;
  std::vector<Objects> pointees_;                               // by value
  std::vector<bool> overflowed_;                                // by value: more than kMaximumPointees
  absl::flat_hash_map<std::uint32_t, ObjectId> made_, behind_;  // by instruction
  absl::flat_hash_map<ObjectId, ObjectId> by_others_;           // by holder
  std::vector<std::uint32_t> reached_at_;                       // by object: the last search that has met it
  std::uint32_t reached_ = 0;                                   // counts searches
  std::uint32_t version_ = 0;                                   // counts changes of objects and edges
  absl::flat_hash_map<std::uint32_t, OfCall> of_calls_;         // by instruction
  std::vector<Action> actions_;
  std::vector<std::uint32_t> emitted_;       // by action and its flags: the last emission that has it
  std::vector<std::uint32_t> first_action_;  // by instruction, and the end
  std::uint32_t emission_ = 0;               // counts instructions, and again those that allocate
  bool has_allocated_ = false;               // the instruction whose actions are emitted
  std::vector<KnownCall> known_calls_;
  std::vector<std::pair<ir::ValueId, ir::ValueId>> run_lambdas_;  // instruction, lambda; ascending
  bool changed_ = false, emitting_ = false, gave_up_ = false;
};

}  // namespace snag::ownership
