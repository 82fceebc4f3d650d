// One method as the analysis sees it: the locks it takes and gives back (SYNC e sb of the paper), its calls with the
// locks around them, and the fields that it touches under each lock.
//
//     synchronized boolean contains(Location point) {        section of `this`
//         double r1 = point.distanceTo(start);               call under `this`, its `this` is `point`
//         …
//
// What counts as taking a lock: monitors, java.util.concurrent's locks as the models have them, and any call on an
// object of the JDK's classes that are synchronized throughout (`synchronized-classes` in models/policy.toml). A lock
// is named by an access path, the paper's locking expression; one that has no name within the bound is `*`: no path.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "callgraph/callees.h"
#include "sections/analysis.h"

namespace snag::reacquired {

using sections::AccessPath;

// A field that may change, or what a synchronized collection or stream holds (an invalid field).
struct Touch {
  FieldId field;
  AccessPath object;  // whose it is; unknown if a callee touches it
  bool written = false;
};
using Touches = std::vector<Touch>;  // sorted by field, at most kMaximumTouches
inline constexpr std::size_t kMaximumTouches = 24;
void add_touch(Touches& touches, const Touch& touch);
// By the method's own instructions, of whatever objects.
Touches touched_by(sections::Analysis& analysis, NodeId node);

struct Section {
  AccessPath lock;             // unknown: `*`
  ir::ValueId at;              // where it is taken
  bool library = false;        // the object is of a class that is synchronized throughout …
  bool old_class = false;      // … and is declared as a Vector or the like, not wrapped by Collections
  bool explicit_lock = false;  // of java.util.concurrent
  Touches touches;
};

struct HeldSection {
  AccessPath lock;  // unknown: `*`
  ir::ValueId at;
  sections::LockMode mode = sections::LockMode::kExclusive;
};

struct Invocation {
  ir::ValueId at;
  NodeId callee;
  absl::InlinedVector<AccessPath, 4> arguments = {};      // by the callee's parameter
  absl::InlinedVector<AccessPath::Step, 4> indexes = {};  // the same, where it is an index; of functions none
  std::vector<HeldSection> held;                          // outermost first

  // TRANSLATELOCK of the paper: unknown where it says `*`.
  AccessPath translate(const AccessPath& in_callee, unsigned lock_depth) const;
};

class MethodLocks {
 public:
  struct Inputs {
    sections::Analysis& analysis;
    const Callees& callees;
    const std::vector<Touches>& touched;  // by node
    unsigned lock_depth;
    // Whether calls of this method matter: it may take locks, or one of its callees may.
    const std::vector<std::uint8_t>& matters;  // by node
  };
  MethodLocks(const Inputs& rest, NodeId node);

  NodeId node() const { return node_; }
  // Made again if they were forgotten.
  sections::MethodEffects& effects();
  void forget_effects() { effects_.reset(); }
  const std::vector<Section>& sections() const { return sections_; }
  const std::vector<Invocation>& invocations() const { return invocations_; }  // in the order of instructions

  // The name of a lock of `effects`; unknown: `*`.
  AccessPath name(sections::LockId lock);

 private:
  void walk();
  void add_section(const sections::HeldLock& held);
  void add_calls(ir::ValueId at, const sections::HeldLocks& held);
  void add_library_section(ir::ValueId at);
  bool is_synchronized_throughout(ir::ValueId object, const AccessPath& path) const;
  void touch(const sections::HeldLocks& held, ir::ValueId at);
  std::vector<HeldSection> held_sections(const sections::HeldLocks& held);

  Inputs rest_;
  NodeId node_;
  std::unique_ptr<sections::MethodEffects> effects_;
  std::vector<Section> sections_;
  std::vector<Invocation> invocations_;
  std::map<std::pair<ir::ValueId, sections::LockId>, Touches> touches_;  // by where a lock is taken, and which
};

}  // namespace snag::reacquired
