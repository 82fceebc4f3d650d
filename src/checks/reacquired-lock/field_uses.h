// How the program uses the objects that certain fields hold: whether they are ever handed out, and which locks are held
// whenever they are used.
//
//     private final Vector<Job> jobs = new Vector<>();
//     synchronized void add(Job j) { jobs.add(j); }
//     synchronized Job first() { return jobs.get(0); }       only under `this`, and not handed out: encapsulated
//
// An object whose every use is under one lock needs no lock of its own: that it is taken twice under that lock does no
// harm (the paper's 5.2).
#pragma once

#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "ir/deciding_tests.h"
#include "sections/analysis.h"

namespace snag::reacquired {

class FieldUses {
 public:
  // Looks through all methods once for all of these.
  FieldUses(sections::Analysis& analysis, const std::vector<FieldId>& fields, unsigned jobs);

  // Whether the object in the field, of the owner with this path, is used under that lock only, and by the owner only.
  bool is_encapsulated(FieldId field, const sections::AccessPath& owner, const sections::AccessPath& lock) const;
  // Whether it is only ever assigned something new where it was null: `if (log == null) log = …`. A thread that has
  // seen its value will never see another.
  bool is_filled_once(FieldId field) const { return !use_of(field).filled_elsewhere; }
  bool is_emptied(FieldId field) const { return use_of(field).emptied; }  // null is stored after its object was made
  // Whether it may hold an object that others have, too: one that was handed to a constructor, say.
  bool holds_others(FieldId field) const { return use_of(field).holds_others; }
  // Whether the block runs only where the field was found to be null.
  bool runs_if_null(const ir::MethodIr& method, const ir::DecidingTests& tests, ir::BlockId block, FieldId field) const;

 private:
  // What one instruction does with a field, or all together.
  struct Use {
    bool seen = false;              // read, outside of constructors
    bool filled_elsewhere = false;  // assigned without being null
    bool emptied = false;
    bool holds_others = false;
    bool handed_out = false;        // or taken from outside
    sections::LockPaths held = {};  // at every such read; the owner's path is parameter 0

    void add(Use other);
  };
  const Use& use_of(FieldId field) const;  // of a field that the constructor was not given: the worst
  void look_at(NodeId node, std::vector<std::pair<FieldId, Use>>& found) const;

  sections::Analysis& analysis_;
  absl::flat_hash_map<FieldId, Use> uses_;
};

}  // namespace snag::reacquired
