// What code does beside computing its result: for deciding whether running it twice does any harm.
//
//     Pattern compiled = patterns.get(text);
//     if (compiled == null) {
//         compiled = Pattern.compile(text);      computed from the key alone: a second thread gets an equal value
//         patterns.put(text, compiled);
//     }
//
// An instruction has an effect if it changes an object that the method did not create, or if it calls code that does or
// that is not known. Locking, waking others and logging do not count. A value is a function of its inputs if no such
// effect, no state that may change, and nothing but the inputs take part in computing it.
//
// Calls are followed kMaximumDepth deep, and kMaximumWork instructions are looked at for each question; beyond that,
// code has an effect. Nothing is kept from one question to the next, so that answers do not depend on their order.
#pragma once

#include "sections/analysis.h"

namespace snag::sections {

// Any number of threads may ask.
class SideEffects {
 public:
  static constexpr int kMaximumDepth = 5;
  static constexpr std::size_t kMaximumWork = 4000;

  explicit SideEffects(Analysis& analysis) : analysis_(analysis), calls_(analysis.calls()) {}

  bool has_effect(const ir::MethodIr& method, ir::ValueId instruction) const;
  // Whether running the instruction a second time does something else than running it once: it counts, adds to a
  // collection, starts a thread, or gives something back.
  bool must_not_repeat(const ir::MethodIr& method, ir::ValueId instruction) const;
  // Whether the value is computed from `input`, constants and what never changes, by code without effects. `input` may
  // be invalid.
  bool is_function_of(const ir::MethodIr& method, ir::ValueId value, ir::ValueId input) const;
  // Whether objects of the type are as good as each other if they were made from the same inputs: they never change.
  bool is_unchanging(Name type) const;

 private:
  struct Budget {
    std::size_t work = 0;
    bool reads_count = false;            // reading what may change counts as well
    std::vector<ir::ValueId> phis = {};  // that are being looked at: a loop computes nothing that its parts do not
  };
  bool has_effect(const ir::MethodIr& method, ir::ValueId instruction, int depth, Budget& budget) const;
  bool call_has_effect(const ir::MethodIr& method, const ir::Instruction& call, int depth, Budget& budget) const;
  bool body_has_effect(NodeId node, int depth, Budget& budget) const;
  bool is_function_of(const ir::MethodIr& method, ir::ValueId value, ir::ValueId input, int depth,
                      Budget& budget) const;
  bool must_not_repeat(const ir::MethodIr& method, ir::ValueId instruction, int depth, Budget& budget) const;
  static bool is_made_here(const ir::MethodIr& method, ir::ValueId object);

  Analysis& analysis_;
  Calls& calls_;
};

}  // namespace snag::sections
