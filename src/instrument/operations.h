// Which calls in a method are operations that the checks must know about: on locks, threads, thread-safe objects.
//
// Which entry wins is the rule of the models that the operations come from (library/precedence.h, `rank`). All
// operations of the winning entry happen.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <absl/container/inlined_vector.h>

#include "classfile/descriptor.h"
#include "instrument/decisions.h"
#include "instrument/hooks.h"

namespace snag::instrument {

struct CallHook {
  static constexpr int kReceiver = -1, kResult = -2;
  enum class When : std::uint8_t { kBefore, kAfter, kAfterAlways };  // always: also when the call throws
  Hook hook{};
  When when = When::kBefore;
  int operand = kReceiver;             // or a parameter's number
  int mode = -1;                       // the lock's, where the hook takes one; or:
  static constexpr int kTaskMode = 4;  // not a lock but a task, if the object is one (Sync.TASK of the runtime)
  bool takes_result = false, takes_thread = false, takes_site = true;
};
using CallHooks = absl::InlinedVector<CallHook, 2>;

struct CallSite {
  std::string_view owner, name, descriptor;
  bool is_static = false;
};

// In classes that are instrumented in full. A class of the program inherits what its `library_super` does to order
// threads (a RecursiveTask's fork and join); not accesses, since its own method may guard them.
CallHooks operations_of(const Decisions& decisions, const CallSite& call, std::string_view library_super = {});
// In classes of the JDK that run tasks of the program.
CallHooks callbacks_of(std::string_view class_name, const CallSite& call);

}  // namespace snag::instrument
