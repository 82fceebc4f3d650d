// Method views and lock views (von Praun 5.1, 5.2.1): the shared variables that a method uses in its dynamic scope, and
// those that each of its critical sections uses.
//
//     class Account {
//       int balance;
//       synchronized int read() { return balance; }          lock view {balance r}
//       void update(int a) {                                  method view {balance r, balance u}
//         int old = read();                                   lock views {balance r} of this call
//         synchronized (this) { balance = old + a; }          and {balance u} of this block
//       } }
//
// Problem: a method that is meant to be atomic uses several critical sections, some of them in the methods that it
// calls. Which, and what do they read and update?
//
// Idea: bottom-up. What a method's own code does comes from sections/method_effects.h: its accesses with the locks
// that it holds there, the sections that it takes and releases, its calls with their arguments. What callees do is
// put into the method's own terms: a variable is a field, or what the array or the collection in it holds, of an
// object that is named by an access path. So objects are told apart (beyond the paper, where a variable is a field of
// whatever object), and the same field of two objects is two variables. A lock that is held already is not taken
// again: a re-entrant acquisition opens no view.
//
// Left out, as in the paper: final fields, volatile fields and objects that protect themselves, accesses of a
// constructor through `this`, class initializers, and read-only fields.
//
// Terminates: calls are followed kMaximumDepth deep, round by round, so recursion needs no fixed point. Further away
// the parts of a method are not meant to be one (docs/evaluation.md has what readers said of far findings). A view has
// at most kMaximumEntries variables and a method kMaximumSections sections; what is beyond is left out and counted.
//
// Cannot see: objects that have no name in the method (elements of arrays, results of calls).
//
// Nothing changes after building; any number of threads may read.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/inlined_vector.h>

#include "callgraph/callees.h"
#include "sections/analysis.h"

namespace snag::atomicity {

using sections::AccessPath;

// A field, or what the array or the plain collection in it holds. Who replaces the collection updates what it holds,
// and who gets hold of an array reads what it holds.
struct Variable {
  FieldId field;
  bool contents = false;
  friend auto operator<=>(const Variable&, const Variable&) = default;

  template <class H>
  friend H AbslHashValue(H state, const Variable& v) {
    return H::combine(std::move(state), v.field, v.contents);
  }
};

// What a method or a critical section does with one variable.
struct Entry {
  Variable variable;
  AccessPath object;  // that has the field; unknown for a static one
  bool read = false, updated = false;
  bool tested = false;         // what is read decides how the method goes on …
  bool throws = false;         // … or that an exception is thrown
  std::uint8_t depth = 0;      // calls between the method and the first access
  sections::Place reads = {};  // the first place of each
  sections::Place updates = {};

  bool is_same(const Entry& other) const;
};
using View = std::vector<Entry>;  // in the order in which they are met, each variable of an object once

// A critical section, as the method sees it in which it lies or that calls it.
struct SectionView {
  ir::ValueId at;  // where the lock is taken, or the call in whose scope that is
  NodeId callee;   // invalid: taken here
  std::uint32_t in_callee = 0;
  AccessPath lock;  // unknown if it has no name in this method
  sections::LockMode mode{};
  std::uint8_t depth = 0;  // calls in between
  View view;
  // Taken here: where it is released.
  std::vector<ir::ValueId> releases = {};
};

class Views {
 public:
  static constexpr std::uint8_t kMaximumDepth = 4;
  static constexpr std::size_t kMaximumEntries = 64, kMaximumSections = 64;
  static constexpr std::size_t kMaximumTargets = 8;  // of a call; with more it is not known what it does

  // All must outlive this object.
  Views(sections::Analysis& analysis, const Callees& callees, unsigned jobs);

  // The variables that a method uses in its dynamic scope.
  const View& method_view(NodeId node) const { return all_[node.value]; }
  // The critical sections in the dynamic scope of a method that it does not enter holding their lock: its own first.
  const std::vector<SectionView>& sections(NodeId node) const { return sections_[node.value]; }
  // Whether some code updates the variable after its object was made: others are read-only.
  bool is_updated(const Variable& variable) const;

  // A section where its lock is taken.
  struct OwnSection {
    NodeId node;
    std::uint32_t number = 0;  // in sections(node)
    friend auto operator<=>(const OwnSection&, const OwnSection&) = default;
  };
  // Those that use a variable, and of these those that update it; ascending.
  const std::vector<OwnSection>& using_it(const Variable& variable) const;
  const std::vector<OwnSection>& updating(const Variable& variable) const;
  const SectionView& operator[](const OwnSection& section) const {
    return sections_[section.node.value][section.number];
  }
  // Where the lock of a section of the method is taken in the end. Calls `visit(caller, section)` for each call on the
  // way.
  template <class Visit>
  OwnSection follow(NodeId node, std::uint32_t number, Visit&& visit) const {
    while (sections_[node.value][number].callee.valid()) {
      const SectionView& section = sections_[node.value][number];
      visit(node, section);
      node = section.callee;
      number = section.in_callee;
    }
    return {node, number};
  }

  struct Counts {
    std::uint64_t sections = 0, left_out = 0;
  };
  const Counts& counts() const { return counts_; }

 private:
  struct Call {
    ir::ValueId at;
    NodeId callee;
    absl::InlinedVector<AccessPath, 4> arguments = {};
    absl::InlinedVector<AccessPath::Step, 4> indexes = {};
    absl::InlinedVector<std::uint32_t, 2> inside = {};  // numbers of own sections
    absl::InlinedVector<AccessPath, 2> held = {};       // the names of locks that are held
    bool tested = false, throws = false;                // what is done with its result: see Entry
  };
  struct OwnFacts {
    View accesses;
    std::vector<SectionView> sections;
    std::vector<Call> calls;
  };

  void look_at(NodeId node);
  static AccessPath translate(const AccessPath& path, const Call& call);
  void add(View& view, const Entry& entry);
  void add_of_callee(View& view, const View& of_callee, const Call& call);
  void add_views(unsigned jobs);
  void add_sections(unsigned jobs);

  sections::Analysis& analysis_;
  const Callees& callees_;
  std::vector<OwnFacts> own_;                       // by node
  std::vector<View> all_;                           // by node
  std::vector<std::vector<SectionView>> sections_;  // by node
  absl::flat_hash_map<Variable, std::vector<OwnSection>> using_, updating_;
  std::atomic<std::uint64_t> left_out_ = 0;
  Counts counts_;
};

}  // namespace snag::atomicity
