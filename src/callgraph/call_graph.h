// Who calls whom, from the entry points on; which threads there are; and the order in which to analyse.
//
// What this is made of: nodes (methods that may run), the call sites in each, and what each may call. Nodes are sorted
// by class, name and descriptor and sites by position, so node numbers, and everything printed, are the same for any
// number of threads. Nothing changes after building; any number of threads may read.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/bottom_up.h"
#include "base/id.h"
#include "ir/method_ir.h"
#include "program/program.h"

namespace snag {

struct CallNodeTag;
using CallNodeId = Id<CallNodeTag>;

enum class BodyKind : std::uint8_t {
  kCode,    // its calls are in the graph
  kModel,   // models/ says what it does; its callbacks are callees of those who call it
  kOpaque,  // nothing is known: the JDK outside the explored classes, native and abstract methods, broken code
};

enum class CalleeKind : std::uint8_t {
  kCall,
  kCallback,         // by a library method that is called here; a model says so
  kLibraryCallback,  // by a library method of which nothing is known: perhaps, now or later
  kStart,            // in another thread
};

struct Callee {
  CallNodeId node;
  CalleeKind kind = CalleeKind::kCall;
  friend auto operator<=>(const Callee&, const Callee&) = default;
};

struct CallSite {
  ir::ValueId instruction;
  std::uint32_t first_callee = 0, callee_count = 0;
};

struct CallNode {
  MethodId method;
  BodyKind body = BodyKind::kOpaque;
  std::uint32_t first_site = 0, site_count = 0;
};

enum class EntryKind : std::uint8_t {
  kMain,
  kUser,             // --entry
  kPublic,           // library mode: anybody may call it
  kInitializer,      // <clinit>
  kFinalizer,        // run by the garbage collector's thread
  kLibraryCallback,  // the library has got hold of such an object somewhere
};

struct EntryPoint {
  CallNodeId node;
  EntryKind kind{};
  friend auto operator<=>(const EntryPoint&, const EntryPoint&) = default;
};

// A place where a thread begins to run `run` (von Praun 3.2: a run thread).
struct ThreadStart {
  CallNodeId caller;
  ir::ValueId site;
  CallNodeId run;
  friend auto operator<=>(const ThreadStart&, const ThreadStart&) = default;
};

class CallGraph {
 public:
  std::span<const CallNode> nodes() const { return nodes_; }
  const CallNode& operator[](CallNodeId id) const { return nodes_[id.value]; }
  std::span<const CallSite> sites(CallNodeId id) const {
    return std::span(sites_).subspan((*this)[id].first_site, (*this)[id].site_count);
  }
  std::span<const Callee> callees(const CallSite& site) const {
    return std::span(callees_).subspan(site.first_callee, site.callee_count);
  }
  // All that a method calls, sorted, each once; not what it starts.
  std::span<const CallNodeId> successors(CallNodeId id) const;

  std::span<const EntryPoint> entry_points() const { return entry_points_; }
  std::span<const ThreadStart> thread_starts() const { return thread_starts_; }
  // The places (caller, instruction) that call a method whose class or code is missing.
  std::uint32_t unresolved_sites() const { return unresolved_sites_; }
  bool budget_exhausted() const { return budget_exhausted_; }

  // Of all nodes, by what they call: numbers are those of CallNodeId.
  const BottomUpOrder& bottom_up() const { return bottom_up_; }
  bool is_recursive(CallNodeId id) const;  // calls itself, perhaps through others

 private:
  friend class CallGraphAssembler;

  std::vector<CallNode> nodes_;
  std::vector<CallSite> sites_;
  std::vector<Callee> callees_;
  std::vector<std::uint32_t> successor_starts_ = {0};
  std::vector<CallNodeId> successors_;
  std::vector<EntryPoint> entry_points_;
  std::vector<ThreadStart> thread_starts_;
  std::uint32_t unresolved_sites_ = 0;
  bool budget_exhausted_ = false;
  BottomUpOrder bottom_up_;
};

// What an analysis found, in any order, to a graph.
class CallGraphAssembler {
 public:
  explicit CallGraphAssembler(const Program& program) : program_(program) {}

  std::uint32_t add_node(MethodId method, BodyKind body);  // the number to use below
  void add_call(std::uint32_t caller, ir::ValueId instruction, std::uint32_t callee, CalleeKind kind);
  void add_site(std::uint32_t caller, ir::ValueId instruction);  // also when nothing is known to be called
  void add_entry(std::uint32_t node, EntryKind kind);
  CallGraph finish(std::uint32_t unresolved_sites, bool budget_exhausted);

 private:
  struct Edge {
    std::uint32_t caller;
    ir::ValueId instruction;
    std::uint32_t callee;  // kNothing: only the site
    CalleeKind kind;
  };
  static constexpr std::uint32_t kNothing = 0xFFFF'FFFF;

  const Program& program_;
  std::vector<CallNode> nodes_;
  std::vector<Edge> edges_;
  std::vector<std::pair<std::uint32_t, EntryKind>> entries_;
};

}  // namespace snag
