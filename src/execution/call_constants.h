// Whether a constant that is passed to a method keeps the method away from an instruction.
//
//     void shutdown() { shutdown(false); }
//     void shutdown(boolean completely) { …; if (completely) database.clear(); }    not from the first `shutdown`
//
// Problem: a chain of calls that no run takes is dismissed by whoever reads it, and a flag is what most often forbids
// it. Idea: a test of a parameter, which is an int, a boolean or a reference, against 0 or null decides about the
// blocks that all ways from the beginning reach by one of its sides. Cannot see: flags in fields, in variables that are
// computed, and those that are passed on by several methods.
//
// Used by one thread: what is found about a method is kept.
#pragma once

#include <vector>

#include <absl/container/node_hash_map.h>

#include "callgraph/points_to.h"

namespace snag {

class CallConstants {
 public:
  // Must outlive this object.
  explicit CallConstants(const PointsTo& points_to) : points_to_(points_to) {}

  // Whether `callee`, called by the instruction of `caller`, cannot get to the instruction `at`.
  bool exclude(MethodInstanceId caller, ir::ValueId call, MethodInstanceId callee, ir::ValueId at) const;

 private:
  // A parameter must be 0 or null there, or must not; or must be one of the keys.
  struct Condition {
    std::uint32_t parameter;
    bool zero = false;
    std::vector<std::int32_t> keys;
  };
  struct OfMethod {
    std::vector<ir::BlockId> block_of;               // by instruction; empty without conditions
    std::vector<std::vector<Condition>> conditions;  // by block
  };
  const OfMethod& of(MethodId method) const;
  static OfMethod find(const ir::MethodIr& ir);
  static void add_switch(const ir::MethodIr& ir, ir::BlockId block, OfMethod& result);

  const PointsTo& points_to_;
  mutable absl::node_hash_map<MethodId, OfMethod> known_;
};

}  // namespace snag
