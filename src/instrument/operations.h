// The calls in a method that are operations on locks, threads or thread-safe objects, and the hooks for them.
//
// If several entries of the models match a call, `rank` of library/precedence.h decides which one holds. The call
// performs all operations of that entry.
#pragma once

#include <string_view>

#include <absl/container/inlined_vector.h>

#include "instrument/decisions.h"
#include "instrument/hooks.h"

namespace snag::instrument {

struct CallHook {
  static constexpr int kReceiver = -1, kResult = -2;
  enum class When : std::uint8_t { kBefore, kAfter, kAfterAlways };  // kAfterAlways: also if the call throws
  Hook hook{};
  When when = When::kBefore;
  int operand = kReceiver;             // or kResult, or the number of a parameter
  int mode = -1;                       // of the lock, if the hook has such a parameter
  static constexpr int kTaskMode = 4;  // the object may be a task and is not a lock (Sync.TASK of the runtime)
  bool takes_result = false, takes_thread = false, takes_site = true;
};
using CallHooks = absl::InlinedVector<CallHook, 2>;

struct CallSite {
  std::string_view owner, name, descriptor;
  bool is_static = false;
};

// Returns the hooks in classes that are instrumented in full. `library_super` is the nearest superclass of the owner
// that belongs to the platform. The owner inherits the operations of this class that order threads (fork and join of a
// RecursiveTask), but not its accesses, since the program's own method may guard them.
CallHooks operations_of(const Decisions& decisions, const CallSite& call, std::string_view library_super = {});
// Returns the hooks in classes of the JDK that run tasks of the program.
CallHooks callbacks_of(std::string_view class_name, const CallSite& call);

}  // namespace snag::instrument
