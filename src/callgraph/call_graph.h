// Which method calls which, from the entry points on, and where threads start.
//
// The nodes are methods (the analysis does not tell calling contexts apart), so a node is named by its MethodId. It
// holds the methods that may run, those of the JDK included, the call sites in each of them, and what each site may
// call.
//
// Methods are sorted by class, name and descriptor, sites by position in the method, and callees like methods: so
// everything that is printed is the same for any number of threads. MethodId itself depends on the order in which
// classes were loaded, so code that sorts methods or keeps a table by method uses `index_of`.
//
// Nothing changes after building; any number of threads may read.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/bottom_up.h"
#include "base/id.h"
#include "ir/method_ir.h"
#include "program/program.h"

namespace snag {

enum class BodyKind : std::uint8_t {
  kCode,    // its calls are in the graph
  kModel,   // models/ says what it does; its callbacks are callees of its callers
  kOpaque,  // nothing is known: the JDK outside the explored classes, native and abstract methods, broken code
};

enum class CalleeKind : std::uint8_t {
  kCall,
  kCallback,         // called by the library method that is called here, as its model says
  kLibraryCallback,  // perhaps called, now or later, by a library method of which nothing is known
  kStart,            // runs in another thread
};

struct Callee {
  MethodId method;
  CalleeKind kind = CalleeKind::kCall;
};

struct CallSite {
  ir::ValueId instruction;
  std::uint32_t first_callee = 0, callee_count = 0;
};

enum class EntryKind : std::uint8_t {
  kMain,
  kUser,             // --entry
  kPublic,           // library mode: code outside may call it
  kInitializer,      // <clinit>
  kFinalizer,        // run by the garbage collector's thread
  kLibraryCallback,  // an object of its class has escaped to the library, which may call it at any time
};

struct EntryPoint {
  MethodId method;
  EntryKind kind{};
  friend bool operator==(const EntryPoint&, const EntryPoint&) = default;
};

// A place where a thread begins to run `run` (von Praun 3.2: a run thread).
struct ThreadStart {
  MethodId caller;
  ir::ValueId site;
  MethodId run;
  friend bool operator==(const ThreadStart&, const ThreadStart&) = default;
};

class CallGraph {
 public:
  // All methods that may run, sorted by class, name and descriptor.
  std::span<const MethodId> methods() const { return methods_; }
  bool reaches(MethodId method) const { return method.value < index_.size() && index_[method.value] != kNotReached; }
  // The position in `methods()` of a method that is reached.
  std::uint32_t index_of(MethodId method) const { return index_[method.value]; }

  BodyKind body(MethodId method) const { return nodes_[index_of(method)].body; }
  // In the order of instructions. A method that is not reached has none.
  std::span<const CallSite> sites(MethodId method) const;
  std::span<const Callee> callees(const CallSite& site) const {
    return std::span(callees_).subspan(site.first_callee, site.callee_count);
  }

  std::span<const EntryPoint> entry_points() const { return entry_points_; }     // by method, then by kind
  std::span<const ThreadStart> thread_starts() const { return thread_starts_; }  // by caller, site and method
  // The number of sites (caller, instruction) that call a method whose class or code is missing.
  std::uint32_t unresolved_sites() const { return unresolved_sites_; }
  bool budget_exhausted() const { return budget_exhausted_; }

  // The order of all methods by what they call, thread starts not counted. Its numbers are positions in `methods()`.
  const BottomUpOrder& bottom_up() const { return bottom_up_; }
  bool is_recursive(MethodId method) const;  // calls itself, perhaps through others

 private:
  friend class CallGraphAssembler;

  static constexpr std::uint32_t kNotReached = 0xFFFF'FFFF;
  struct Node {
    BodyKind body = BodyKind::kOpaque;
    std::uint32_t first_site = 0, site_count = 0;
  };

  std::vector<MethodId> methods_;
  std::vector<std::uint32_t> index_;  // by MethodId
  std::vector<Node> nodes_;           // by index
  std::vector<CallSite> sites_;
  std::vector<Callee> callees_;
  std::vector<EntryPoint> entry_points_;
  std::vector<ThreadStart> thread_starts_;
  std::uint32_t unresolved_sites_ = 0;
  bool budget_exhausted_ = false;
  BottomUpOrder bottom_up_;
};

// Makes a graph of what an analysis found, in any order.
class CallGraphAssembler {
 public:
  explicit CallGraphAssembler(const Program& program) : program_(program) {}

  // Each method once. Everything below is about methods that were added.
  void add_method(MethodId method, BodyKind body) { methods_.emplace_back(method, body); }
  void add_site(MethodId caller, ir::ValueId instruction);  // also when it is not known to call anything
  void add_call(MethodId caller, ir::ValueId instruction, MethodId callee, CalleeKind kind);
  void add_entry(MethodId method, EntryKind kind) { entries_.push_back({method, kind}); }
  CallGraph finish(std::uint32_t unresolved_sites, bool budget_exhausted);

 private:
  struct Edge {
    MethodId caller;
    ir::ValueId instruction;
    MethodId callee;  // invalid: only the site
    CalleeKind kind;
    friend bool operator==(const Edge&, const Edge&) = default;
  };
  using Successors = std::vector<std::vector<std::uint32_t>>;  // by index

  void number_methods(CallGraph& graph);
  Successors add_calls(CallGraph& graph);
  void add_entries(CallGraph& graph);

  const Program& program_;
  std::vector<std::pair<MethodId, BodyKind>> methods_;
  std::vector<Edge> edges_;
  std::vector<EntryPoint> entries_;
};

}  // namespace snag
