// The call sites of the methods that are reached, with the flow nodes of their operands and the callees found so far.
//
// Used by one thread.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_set.h>

#include "base/id.h"
#include "callgraph/call_graph.h"
#include "callgraph/flow_graph.h"
#include "callgraph/reached_methods.h"

namespace snag {

struct FlowSiteTag;
using FlowSiteId = Id<FlowSiteTag>;

struct FlowSite {
  MethodId caller;
  ir::ValueId instruction;
  std::uint32_t callee_depth = 0;  // of what is called here (ReachedMethod::depth)
  ir::ValueId receiver_value;
  MethodId resolved;
  FlowNodeId receiver;
  std::vector<FlowNodeId> arguments;
  FlowNodeId result;   // invalid when the result is not used or not followed
  Name result_type;    // invalid for primitive types
  FlowSiteId same_as;  // rapid types: the site that stands for all calls like this one, if it is another
  std::vector<std::pair<MethodId, CalleeKind>> callees;
};

// What a library method works on: the operands of its site, or those of a callback inside it.
struct LibraryFrame {
  FlowSiteId site;
  FlowNodeId receiver;
  std::span<const FlowNodeId> arguments;
  FlowNodeId result;
  Name result_type;
  MethodId target;
  CalleeKind kind;    // of what is called back
  bool own_receiver;  // whether `receiver` is the site's: `this` of a callback inside it may be another object
};

class FlowSites {
 public:
  FlowSiteId add(const ReachedMethod& caller, ir::ValueId instruction) {
    sites_.push_back({.caller = caller.id, .instruction = instruction, .callee_depth = caller.depth + 1});
    return FlowSiteId(static_cast<std::uint32_t>(sites_.size() - 1));
  }
  FlowSite& operator[](FlowSiteId id) { return sites_[id.value]; }  // references stay valid
  const FlowSite& operator[](FlowSiteId id) const { return sites_[id.value]; }
  const std::deque<FlowSite>& all() const { return sites_; }

  void add_callee(FlowSiteId site, MethodId callee, CalleeKind kind) {
    if (known_.emplace(site, callee, kind).second) (*this)[site].callees.emplace_back(callee, kind);
  }
  LibraryFrame frame(FlowSiteId id, MethodId target) const {
    const FlowSite& site = (*this)[id];
    return {.site = id,
            .receiver = site.receiver,
            .arguments = site.arguments,
            .result = site.result,
            .result_type = site.result_type,
            .target = target,
            .kind = CalleeKind::kCallback,
            .own_receiver = true};
  }

  void count_unresolved() { ++unresolved_; }
  std::uint32_t unresolved() const { return unresolved_; }

 private:
  std::deque<FlowSite> sites_;
  absl::flat_hash_set<std::tuple<FlowSiteId, MethodId, CalleeKind>> known_;  // callees
  std::uint32_t unresolved_ = 0;
};

}  // namespace snag
