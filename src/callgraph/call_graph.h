// Which method calls which, from the entry points on, and where threads start.
//
// The nodes are methods (the analysis does not tell calling contexts apart), so a node is named by its MethodId. The
// graph contains the methods that may run, those of the JDK included, and what each of their instructions may call. It
// has no bottom-up order: the checks analyse other methods than those that are reached (callees.h has their order).
//
// Methods are sorted by class, name and descriptor, calls by position in the method, and callees like methods: so
// everything that is printed is the same for any number of threads. MethodId itself depends on the order in which
// classes were loaded, so code that sorts methods or keeps a table by method uses `index_of`.
//
// Nothing changes after building; any number of threads may read.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

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

struct Call {
  ir::ValueId site;  // the instruction; it may have several callees, each of which is a call of its own
  MethodId callee;
  CalleeKind kind = CalleeKind::kCall;
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
  friend auto operator<=>(const EntryPoint&, const EntryPoint&) = default;
};

class CallGraph {
 public:
  // What an analysis found, in any order and each once. The calls (by caller) and entry points are of these methods.
  struct Parts {
    std::vector<std::pair<MethodId, BodyKind>> methods;
    std::vector<std::pair<MethodId, Call>> calls;
    std::vector<EntryPoint> entry_points;
  };
  CallGraph() = default;  // of nothing
  CallGraph(const Program& program, Parts parts);

  // All methods that may run, sorted by class, name and descriptor.
  std::span<const MethodId> methods() const { return methods_; }
  bool reaches(MethodId method) const { return method.value < index_.size() && index_[method.value] != kNotReached; }
  // The position in `methods()` of a method that is reached.
  std::uint32_t index_of(MethodId method) const { return index_[method.value]; }

  BodyKind body(MethodId method) const { return bodies_[index_of(method)]; }
  // By site, then by callee. A method that is not reached has none.
  std::span<const Call> calls(MethodId method) const;
  std::span<const EntryPoint> entry_points() const { return entry_points_; }  // by method, then by kind

 private:
  static constexpr std::uint32_t kNotReached = 0xFFFF'FFFF;

  std::vector<MethodId> methods_;
  std::vector<std::uint32_t> index_;  // by MethodId
  std::vector<BodyKind> bodies_;      // by index
  std::vector<std::size_t> first_;    // by index, and the end: the first of its calls
  std::vector<Call> calls_;
  std::vector<EntryPoint> entry_points_;
};

}  // namespace snag
