// Ownership: when an instruction runs, can another thread have a reference to the object in a value?
//
//     Node node = new Node();       owned: this thread has created it
//     node.name = name;             still owned, and so is what is stored in it
//     setUp(node);                  still owned, if setUp does not publish its parameter
//     list.add(node);               owned if `list` is
//     queue = node;                 published: from here on it is shared, with everything that it holds
//
// An object is owned by the running thread if on every path to the instruction it was created by this thread and has
// not been published since. It is published when it is stored in a static field, in an object that is not owned, passed
// to code that publishes it or of which nothing is known, thrown, or started as a thread; and when something is
// published that holds it. Returning it is not publishing: the caller gets a fresh object.
//
// Idea: bottom-up, every method gets a summary that says what it publishes, stores where, and returns
// (ownership_summary.h); within a recursive group until nothing changes. Each answer in a method names the parameters
// on which it depends, or what these hold. Top-down, a parameter is owned at entry if all callers are known and pass
// owned objects: the greatest solution, by taking away. A constructor's `this` is owned at entry, whoever calls it.
// Within one method: method_objects.h finds the objects, ownership_of_method.h follows them.
//
// Terminates: summaries grow, have limits, and a method of a recursive group that is analysed for the
// kMaximumAnalyses-th time is given up; conditions at entry are taken away once. A method that is given up owns
// nothing, and publishes what it is passed.
//
// What it cannot see: reflection and native code that get at objects otherwise; an object that is found again through a
// static weak map; subclasses that are not on the class path and override what is called here.
//
// Section 4.3 of von Praun's thesis (NEW-safe accesses); Blackshear et al., "RacerD: Compositional static race
// detection", section 3.3.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "callgraph/callees.h"
#include "heap/library_holders.h"
#include "heap/ownership_of_method.h"

namespace snag {

// Nothing changes after building; any number of threads may ask.
class Ownership {
 public:
  // The analyses of a method of a recursive group; after kExactAnalyses its summary is widened.
  static constexpr int kExactAnalyses = 2, kMaximumAnalyses = 8;

  // The callees must be those of a search (Callees::Purpose::kSearch). Both must outlive this. `all_callers_seen` says
  // of which methods, by node, a whole program is known to contain every call; without it that is so for methods that
  // are neither public nor protected.
  Ownership(Calls& calls, const Callees& callees, unsigned jobs, const std::vector<bool>& all_callers_seen = {});

  enum class State : std::uint8_t {
    kShared,  // other threads may have it
    kOwned,
    kOwnedIfParameters,
  };
  struct Answer {
    State state = State::kShared;
    std::uint64_t parameters = 0;  // kOwnedIfParameters: owned if these and what they hold are owned at entry
    std::uint64_t conditions = 0;  // the same, exactly; for `in_caller`
    friend bool operator==(const Answer&, const Answer&) = default;
  };
  // Of the object that `value` refers to, just before `instruction` runs. Fast for operands of the instruction.
  Answer at(NodeId method, ir::ValueId instruction, ir::ValueId value) const;
  // What becomes of an answer in `callee` when it is called by this instruction of `caller`: the answer in the caller's
  // terms. Shared if the call is not known.
  Answer in_caller(NodeId caller, ir::ValueId call, NodeId callee, const Answer& answer) const;
  // The same with all that is known of all callers.
  bool is_owned(NodeId method, ir::ValueId instruction, ir::ValueId value) const;
  bool is_owned(NodeId method, const Answer& answer) const;
  // Whether nothing else is asked for than that the parameter is owned at entry; what it holds may be anything.
  bool is_owned_with(NodeId method, const Answer& answer, std::uint32_t parameter) const;
  // At entry, by all callers. True for `this` of a constructor.
  bool parameter_is_owned(NodeId method, std::uint32_t parameter) const;

  // Whether all that it returns are objects that it or a callee has created, and that nothing else refers to that other
  // threads may have. False if it returns no objects.
  bool returns_fresh(NodeId method) const { return summaries_[method.value].returns_only_fresh(); }
  // Whether the method was too much for the analysis: then it owns nothing.
  bool gave_up(NodeId method) const { return summaries_[method.value].gave_up; }
  bool publishes(NodeId method, std::uint32_t parameter) const {
    return summaries_[method.value].publishes_parameter(parameter);
  }
  // Where an object that the method allocates, or that a call returns to it fresh, is published: on each path the first
  // such instruction (a call counts), ascending. Of a parameter, where it is stored or published whoever calls.
  std::vector<ir::ValueId> published_at(NodeId method, ir::ValueId object) const;
  // The one parameter that in the end refers to an object which the method makes and does not publish itself; what the
  // parameter holds counts as the parameter. None if there are several, or none.
  std::optional<std::uint32_t> kept_by(NodeId method, ir::ValueId object) const;

  struct Counts {
    std::uint64_t methods = 0, given_up = 0, analyses = 0, operands = 0, owned = 0, conditional = 0;
  };
  const Counts& counts() const { return counts_; }

 private:
  void summarize_all(unsigned jobs);
  void summarize_group(std::span<const std::uint32_t> group, unsigned jobs);
  void find_entry_states(const std::vector<bool>& all_callers_seen);
  void count();
  Answer answer(NodeId method, ownership::Mask mask) const;
  std::span<const ownership::MaskGrowth> growths_of(NodeId method, ir::ValueId object) const;

  Calls& calls_;
  const Callees& callees_;
  const ownership::LibraryHolders holders_;
  std::vector<ownership::Summary> summaries_;        // by node
  std::vector<ownership::MethodOwnership> details_;  // by node
  std::vector<ownership::Mask> not_owned_;           // by node: conditions that some caller does not meet
  Counts counts_;
};

}  // namespace snag
