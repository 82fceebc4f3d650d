// Where an object becomes reachable by threads other than the one that makes it.
//
//     Account account = new Account();             made by main()
//     account.open("a");                           nobody else has it yet
//     new Thread(() -> account.deposit(1)).start();     published here
//
// Problem: whoever reads of a race on an object asks how the second thread got it; where it is allocated says little.
// Idea: ownership (heap/ownership.h) knows for each method where an object that it makes is published. If the method
// returns the object, or keeps it in a parameter (a constructor: `this.names = new ArrayList<>()`), the question is one
// about its caller; if a call publishes it, one about the callee. Only a place that is the only one is an answer: an
// object that is published on two paths, or made for several callers, has none.
// Terminates: at most kMaximumCalls calls up, and as many down.
// Cannot see: which of the objects that one instruction makes is meant; whether the second thread has it from there.
//
// Used by one thread.
#pragma once

#include <optional>

#include "execution/whole_program.h"

namespace snag {

class Publication {
 public:
  static constexpr int kMaximumCalls = 12;

  // Both must outlive this object.
  Publication(const WholeProgramAnalysis& whole, Calls& calls) : whole_(whole), calls_(calls) {}

  // A store in a field, a static field or an array, a call that starts a thread, or a call of code that is not
  // analysed.
  std::optional<RunPoint> of(ObjectId object) const;

 private:
  // What a method instance has in a value.
  struct Held {
    MethodInstanceId instance;
    ir::ValueId value;
  };
  std::optional<Held> in_caller(const Held& held, NodeId method) const;
  RunPoint inside_callees(const Held& held, ir::ValueId at) const;
  NodeId node_of(MethodInstanceId instance) const { return calls_.node_of(whole_.points_to()[instance].method); }

  const WholeProgramAnalysis& whole_;
  Calls& calls_;
};

}  // namespace snag
