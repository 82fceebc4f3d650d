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
  // Whether it is only ever assigned something new where it was null: `if (log == null) log = …`. Who has seen its
  // value will never see another.
  bool is_filled_once(FieldId field) const;
  bool is_emptied(FieldId field) const;  // null is stored in it after its object was made
  // Whether it may hold an object that others have, too: one that was handed to a constructor, say.
  bool holds_others(FieldId field) const;
  // Whether the block runs only where the field was found to be null.
  bool runs_if_null(const ir::MethodIr& method, const ir::DecidingTests& tests, ir::BlockId block, FieldId field) const;

 private:
  struct Use {
    bool seen = false;              // outside of constructors
    bool filled_elsewhere = false;  // assigned without being null
    bool emptied = false;
    bool holds_others = false;
    bool handed_out = false;   // or taken from outside
    sections::LockPaths held;  // at every use; the owner's path is parameter 0
  };
  struct Found {
    FieldId field;
    bool handed_out = false;
    bool counts = false;
    bool filled_elsewhere = false;
    bool emptied = false;
    bool holds_others = false;
    sections::LockPaths held;
  };
  void look_at(NodeId node, std::vector<Found>& found) const;

  sections::Analysis& analysis_;
  absl::flat_hash_map<FieldId, Use> uses_;
};

}  // namespace snag::reacquired
