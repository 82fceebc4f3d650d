// The critical sections of a whole application: summaries bottom-up, callers' locks top-down, then every method by
// itself.
//
// 1. Fields: which can change, what they hold (field_facts.h).
// 2. Summaries, callees before callers. Within a recursive group a call sees the summary of a method that comes earlier
//    in the order of classes and methods, and of all others an empty one: what those do is missed.
// 3. Locks of callers: a method that code outside of the package cannot call (private, or of the package) and that is
// always called
//    with a lock held starts with that lock. A lambda that is only run before the call it is given to returns does so
//    too. In the same way, a method that only constructors call works on an object that is not shared yet. What
//    `@GuardedBy` says of a method is believed (guarded_by.h), even if any code can call it.
// 4. `for_each_method` gives each method's values to a check.
//
// Cost is linear in the code, apart from methods with very many tracked values, which have a budget (staleness.h).
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "callgraph/callees.h"
#include "sections/guarded_by.h"
#include "sections/staleness.h"

namespace snag::sections {

// A place that changes a field after its object was made, or the collection in it.
struct Writer {
  Place place;
  std::vector<NamedLock> locks;  // held, in that method's terms
  AccessPath object;             // whose field it is, in these terms
  bool removes = false;          // from a collection
  bool contents = false;         // what the collection in the field holds, and not the field
  AccessPath key = {};           // the constant key or element that alone is written; unknown if it is not known
  bool key_is_locked = false;    // the key that alone is written is one of the locks
};

class CanInterfere;  // interference.h

class Analysis {
 public:
  struct Options {
    bool unknown_is_shared = false;  // method_effects.h
    bool all_block_uses = false;     // else only those in which something more than one value takes part
    bool all_contexts = false;       // the callers of all methods will be known: know_callers
    unsigned jobs = 0;
  };
  Analysis(IrStore& store, const library::Models& models, std::span<const ClassId> application, const Options& options);

  Calls& calls() { return calls_; }
  const FieldHandles& handles() const { return handles_; }
  const FieldFacts& fields() const { return fields_; }
  const MethodSummary& summary(NodeId node) const { return summaries_[node.value]; }
  // Of all callers, as far as they are known, and what `@GuardedBy` at the method says.
  const Locks& held_at_entry(NodeId node) const { return of_callers_.held[node.value]; }
  // The same, if the program calls the public methods that it calls at all always as it does where that is seen: no
  // client calls them with fewer locks. Where nothing is known of the whole program, as `held_at_entry`.
  const Locks& held_by_seen_callers(NodeId node) const {
    return held_by_seen_callers_.empty() ? held_at_entry(node) : held_by_seen_callers_[node.value];
  }
  // What `@GuardedBy` at the field says, as far as it is understood; parameter 0 is the object that has the field.
  Locks guards_of(const Field& field) { return sections::guards_of(calls_.program(), fields_, field); }
  // Takes the callers of methods from the graph of a whole program, also of those that any code could call. Needs
  // Options::all_contexts. Code that the graph does not reach counts as a caller nevertheless.
  void know_callers(const CallGraph& graph);
  // What a method does: with the locks that all its callers hold, where they are known; or as if it were alone. The
  // results for different methods can be used at the same time.
  MethodEffects effects(NodeId node) { return {whole_program(), node, held_at_entry(node), only_constructs(node)}; }
  MethodEffects effects_alone(NodeId node) { return {whole_program(), node, {}, /*only_constructs=*/false}; }
  const Sharing& sharing() const { return sharing_; }
  unsigned jobs() const { return options_.jobs; }

  // What a check looks for: uses of stale values, or uses of values outside the block in which they were read.
  enum class WrongUse : std::uint8_t { kStale, kOutsideBlock };
  // Calls `visit` for every method that may have such uses, several at a time. That is known from summarizing it; the
  // locks of callers can only take uses away, except those behind a wait.
  void for_each_method(WrongUse wanted, const std::function<void(NodeId, Staleness&)>& visit);

  std::span<const Writer> writers(FieldId field) const;  // sorted by place
  // Whether a writer cannot write while another thread holds this lock, because it needs the lock, too, and not both of
  // them only to read. `object` is the owner of the field in the terms of the lock's method.
  // With `seen_callers` also because all calls of the writer's method that are seen hold the lock.
  bool is_excluded_by(const NamedLock& lock, const AccessPath& object, const Writer& writer,
                      bool seen_callers = false) const;
  // Whether only constructors and class initializers call the method, as far as they work on its object.
  bool only_constructs(NodeId node) const { return of_callers_.only_construct[node.value]; }
  // Whether something may call the method: false only if all its callers would be known, and there are none.
  bool is_called(NodeId node) const {
    return !calls_.callers_are_known(node) || !contexts_[node.value].empty() || escaping_[node.value] ||
           calls_.has_unknown_calls(node);
  }
  // Who knows which threads run what; null: nobody. What is set must outlive the analysis.
  const CanInterfere* can_interfere() const { return can_interfere_; }
  void set_can_interfere(const CanInterfere* threads) { can_interfere_ = threads; }
  // Whether what the field's collection or array holds is changed somewhere, and not only the field.
  bool contents_change(FieldId field) const { return field.valid() && contents_change_.contains(field); }

  struct Counts {
    std::uint64_t methods = 0, sections = 0, origins = 0, given_up = 0;
  };
  const Counts& counts() const { return counts_; }

 private:
  struct Context {  // one call of a method whose callers are all known
    NodeId caller;
    Locks held;  // in the callee's terms
    absl::InlinedVector<AccessPath, 4> arguments;
  };

  void summarize_all();
  bool does_nothing(const MethodEffects& effects) const;
  void summarize_one(NodeId node);
  static Context context_of(NodeId caller, const CallContext& call, const HeldLocks& held,
                            const MethodEffects& effects);
  void sort_contexts();
  // What all callers have in common, by node.
  struct OfCallers {
    std::vector<Locks> held;
    std::vector<bool> only_construct;
  };
  // `callers_known` says of which methods a graph of the whole program knows all callers; it may be empty.
  OfCallers find_callers_locks(const std::vector<bool>& callers_known);
  // With `clients`, code outside of the program may call public methods.
  std::vector<bool> known_callers(const CallGraph& graph, bool clients) const;
  Locks held_in_callee(const Context& context, const OfCallers& of_callers) const;
  bool grants_construction(const Context& context, const OfCallers& of_callers) const;
  void note_escaping_lambdas(const MethodEffects& effects);

  WholeProgram whole_program() {
    return {calls_, sharing_, fields_, summaries_, options_.unknown_is_shared, options_.all_contexts};
  }

  const Options options_;
  Calls calls_;
  const FieldHandles handles_;
  const Sharing sharing_;
  const BottomUpOrder bottom_up_;  // by the class hierarchy, of calls whose callees are all known
  FieldFacts fields_;
  std::vector<MethodSummary> summaries_;
  OfCallers of_callers_;
  std::vector<Locks> held_by_seen_callers_;  // by node; empty: not known

  std::vector<NodeId> stale_, outside_block_;   // methods with such uses
  std::mutex mutex_;                            // guards what methods add while they are summarized
  std::vector<std::vector<Context>> contexts_;  // by callee
  std::vector<bool> escaping_;                  // by node: a lambda's body that may run at any time
  std::vector<std::vector<Writer>> writers_;    // by FieldId
  absl::flat_hash_set<FieldId> contents_change_;
  const CanInterfere* can_interfere_ = nullptr;
  Counts counts_;
};

}  // namespace snag::sections
