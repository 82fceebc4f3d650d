// Which values of a method may be available when the method has ended: the escape analysis of von Praun 3.3.5.
//
//   Table(int n) {
//     forks = new boolean[n];              escapes: it is stored in an object that the method was given
//     int[] order = new int[n];            does not
//     shuffle(order);                      nor does this, unless shuffle lets go of its parameter
//   }
//
// Idea: the rules of figure 3.6 are implications between flags, one flag for each SSA value of each method that is
// reached: if `a` escapes and `a.f = b`, then `b` escapes; if the parameter of a callee escapes, the argument does. So
// all flags together are what can be reached in one graph from the values that escape by themselves: stored in a static
// field or loaded from one, returned, thrown, loaded from or stored into something that the method was given, passed to
// a library of which nothing is known, made as the object on which a thread runs. Callees are those of the call graph.
// Library methods do what their models say: a container's contents are fields of the container. The result of a method
// with code escapes, since the callee returns it. Terminates: each flag is set once.
//
// Differs from figure 3.6 in that a Runnable escapes only if a thread runs it, and that a parameter remains one after a
// cast and in a phi. Cannot see: that a method stores its argument in an object which does not escape from the caller.
//
// Nothing changes after building; any number of threads may read.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "callgraph/call_graph.h"
#include "callgraph/contexts.h"
#include "ir/ir_store.h"
#include "library/models.h"

namespace snag {

class EscapingValues {
 public:
  // A value that escapes by what its method does with it.
  struct Published {
    ir::ValueId value;
    bool handed_out = false;  // for everyone, the caller or the library; false: by way of an object of the caller
  };

  // `thread_roots` are the places that allocate objects on which threads run.
  EscapingValues(const CallGraph& graph, IrStore& store, const library::Models& models,
                 std::span<const CodePlace> thread_roots);

  // Both are false for methods that are not reached or have no code.
  bool escapes(MethodId method, ir::ValueId value) const;
  bool parameter_escapes(MethodId method, std::uint32_t number) const;  // `this` first
  std::span<const Published> published(MethodId method) const;

 private:
  friend class EscapeRules;

  const CallGraph& graph_;
  // By position in CallGraph::methods(), and the end.
  std::vector<std::uint32_t> first_value_, first_parameter_, first_published_;
  std::vector<Published> published_;
  std::vector<bool> escapes_;  // values, then parameters
};

}  // namespace snag
