#include "instrument/operations.h"

#include <algorithm>

#include "base/pattern.h"

namespace snag::instrument {

namespace {

using Action = Operation::Action;
using When = CallHook::When;

bool has_star(std::string_view pattern) { return pattern.find('*') != std::string_view::npos; }

// Among the operations whose classes are named as exactly. 0: does not fit.
int rank(const Operation& operation, const CallSite& call) {
  if (!operation.parameters.empty() && operation.parameters != "*" &&
      !call.descriptor.starts_with(operation.parameters)) {
    return 0;
  }
  if (!matches_pattern(operation.method_pattern, call.name)) return 0;
  if (!matches_pattern(operation.class_pattern, call.owner)) return 0;
  int tier = has_star(operation.class_pattern) || has_star(operation.method_pattern) ? 1 : 2;
  return 2 * tier + (operation.parameters.empty() || operation.parameters == "*" ? 0 : 1);
}

bool same_entry(const Operation& a, const Operation& b) {
  return a.class_pattern == b.class_pattern && a.method_pattern == b.method_pattern && a.parameters == b.parameters;
}

std::optional<int> operand_of(const Operation& operation, const CallSite& call,
                              const classfile::MethodDescriptor& descriptor) {
  auto is_reference = [](std::string_view type) { return type.starts_with('L') || type.starts_with('['); };
  switch (operation.operand) {
    case Operation::Operand::kThis:
      if (call.is_static || call.name == "<init>") return std::nullopt;
      return CallHook::kReceiver;
    case Operation::Operand::kResult:
      if (!is_reference(descriptor.result)) return std::nullopt;
      return CallHook::kResult;
    case Operation::Operand::kArgument:
      if (operation.argument >= descriptor.parameters.size() ||
          !is_reference(descriptor.parameters[operation.argument])) {
        return std::nullopt;
      }
      return static_cast<int>(operation.argument);
    case Operation::Operand::kArgumentOfType:
      for (std::size_t i = 0; i < descriptor.parameters.size(); ++i) {
        if (classfile::class_of_descriptor(descriptor.parameters[i]) == operation.type) return static_cast<int>(i);
      }
      return std::nullopt;
  }
  return std::nullopt;
}

void add_hooks(const Operation& operation, int operand, std::string_view result, CallHooks& hooks) {
  auto add = [&](Hook hook, When when) {
    // What the result is known by only after the call.
    if (operand == CallHook::kResult && when == When::kBefore) return;
    if (operand == CallHook::kResult) when = When::kAfter;
    hooks.push_back({.hook = hook, .when = when, .operand = operand});
  };
  auto add_lock = [&](bool acquire) {
    CallHook hook{.hook = acquire ? Hook::kAcquired : Hook::kReleased,
                  .when = acquire ? When::kAfter : When::kBefore,
                  .operand = operand,
                  .mode = operation.mode};
    if (operation.only_if_true && (result == "Z" || result == "J")) {
      bool stamp = result == "J";
      hook.hook = acquire ? (stamp ? Hook::kAcquiredIfStamp : Hook::kAcquiredIf)
                          : (stamp ? Hook::kReleasedIfStamp : Hook::kReleasedIf);
      hook.when = When::kAfter;
      hook.takes_result = true;
    }
    hooks.push_back(hook);
  };
  switch (operation.action) {
    case Action::kAcquire:
      return add_lock(/*acquire=*/true);
    case Action::kRelease:
      return add_lock(/*acquire=*/false);
    case Action::kWait:
      add(Hook::kAwaiting, When::kBefore);
      return add(Hook::kAwaited, When::kAfterAlways);
    case Action::kNotify:
      return;
    case Action::kStart:
      return add(Hook::kStarts, When::kBefore);
    case Action::kJoin:
      return add(Hook::kJoins, When::kAfterAlways);
    case Action::kSignal:
      return add(Hook::kSignals, When::kBefore);
    case Action::kRead:
      return add(Hook::kAtomicRead, When::kAfter);
    case Action::kWrite:
      return add(Hook::kAtomicWrite, When::kBefore);
    case Action::kUpdate:
      add(Hook::kAtomicWrite, When::kBefore);
      return add(Hook::kAtomicRead, When::kAfter);
    case Action::kContentsRead:
    case Action::kContentsWrite:
      if (operand == CallHook::kResult) return;
      hooks.push_back({.hook = operation.action == Action::kContentsRead ? Hook::kContentsRead : Hook::kContentsWrite,
                       .operand = operand,
                       .takes_thread = true});
  }
}

bool is_object_wait(const CallSite& call) {
  return !call.is_static && call.name == "wait" &&
         (call.descriptor == "()V" || call.descriptor == "(J)V" || call.descriptor == "(JI)V");
}

bool orders(Hook hook) {
  return hook == Hook::kStarts || hook == Hook::kJoins || hook == Hook::kSignals || hook == Hook::kAtomicRead ||
         hook == Hook::kAtomicWrite;
}

// A CountedCompleter is done, and lets those go on that wait for it, in the middle of its compute(), by these.
bool completes(const CallSite& call) {
  return call.descriptor == "()V" && (call.name == "tryComplete" || call.name == "propagateCompletion");
}

// Locks and tasks of the program's own make, whose superclasses may not be known yet. The runtime looks whether the
// object is a lock or a task of java.util.concurrent.
void add_by_name(const CallSite& call, CallHooks& hooks) {
  if (call.is_static || has_library_name(call.owner)) return;
  if (call.name == "fork" && call.descriptor == "()Ljava/util/concurrent/ForkJoinTask;") {
    hooks.push_back({.hook = Hook::kReleased, .when = When::kBefore, .mode = CallHook::kTaskMode});
  } else if (call.name == "join" && call.descriptor == "()Ljava/lang/Object;") {
    hooks.push_back({.hook = Hook::kAcquired, .when = When::kAfterAlways, .mode = CallHook::kTaskMode});
  } else if (completes(call)) {
    hooks.push_back({.hook = Hook::kTaskEnd, .when = When::kBefore, .takes_site = false});
  } else if (call.descriptor == "()V") {
    if (call.name == "lock" || call.name == "lockInterruptibly") {
      hooks.push_back({.hook = Hook::kAcquired, .when = When::kAfter, .mode = 0});
    } else if (call.name == "unlock") {
      hooks.push_back({.hook = Hook::kReleased, .when = When::kBefore, .mode = 0});
    }
  } else if (call.name == "tryLock" &&
             (call.descriptor == "()Z" || call.descriptor == "(JLjava/util/concurrent/TimeUnit;)Z")) {
    hooks.push_back({.hook = Hook::kAcquiredIf, .when = When::kAfter, .mode = 0, .takes_result = true});
  }
}

// Those of the entry that fits best; answers whether one does.
bool add_best(std::span<const Operation> operations, const CallSite& call, CallHooks& hooks) {
  const Operation* best = nullptr;
  int best_rank = 0;
  for (const Operation& operation : operations) {
    int this_rank = rank(operation, call);
    if (this_rank != 0 && this_rank >= best_rank) best = &operation, best_rank = this_rank;
  }
  if (best == nullptr) return false;
  Result<classfile::MethodDescriptor> descriptor = classfile::parse_method_descriptor(call.descriptor);
  if (!descriptor) return true;
  for (const Operation& operation : operations) {
    if (!same_entry(operation, *best)) continue;
    std::optional<int> operand = operand_of(operation, call, *descriptor);
    if (operand) add_hooks(operation, *operand, descriptor->result, hooks);
  }
  return true;
}

void add_operations(const Operations& operations, const CallSite& call, CallHooks& hooks) {
  if (!add_best(operations.of_class(call.owner), call, hooks)) add_best(operations.of_patterns(), call, hooks);
}

}  // namespace

CallHooks operations_of(const Decisions& decisions, const CallSite& call, std::string_view library_super) {
  CallHooks hooks;
  if (is_object_wait(call)) {
    hooks.push_back({.hook = Hook::kWaiting, .when = When::kBefore});
    hooks.push_back({.hook = Hook::kWaited, .when = When::kAfterAlways});
    return hooks;
  }
  add_operations(decisions.operations, call, hooks);
  if (hooks.empty() && !library_super.empty() && library_super != "java/lang/Object") {
    add_operations(decisions.operations, {library_super, call.name, call.descriptor, call.is_static}, hooks);
    hooks.erase(std::remove_if(hooks.begin(), hooks.end(), [](const CallHook& each) { return !orders(each.hook); }),
                hooks.end());
  }
  if (hooks.empty()) add_by_name(call, hooks);
  return hooks;
}

CallHooks callbacks_of(std::string_view class_name, const CallSite& call) {
  struct Callback {
    std::string_view owner, name;
  };
  constexpr Callback kCallbacks[] = {
      {"java/lang/Runnable", "run"},
      {"java/util/concurrent/Callable", "call"},
      {"java/util/function/Supplier", "get"},
      {"java/util/function/Function", "apply"},
      {"java/util/function/BiFunction", "apply"},
      {"java/util/function/Consumer", "accept"},
      {"java/util/function/BiConsumer", "accept"},
      {"java/util/concurrent/RecursiveTask", "compute"},
      {"java/util/concurrent/RecursiveAction", "compute"},
      {"java/util/concurrent/CountedCompleter", "compute"},
      {"java/util/TimerTask", "run"},
  };
  CallHooks hooks;
  if (call.is_static) return hooks;
  for (const Callback& callback : kCallbacks) {
    if (call.name != callback.name || call.owner != callback.owner) continue;
    // A stage runs after the stages it depends on, by whatever thread.
    if (class_name.starts_with("java/util/concurrent/CompletableFuture")) {
      hooks.push_back({.hook = Hook::kJoins, .when = When::kBefore});
    }
    hooks.push_back({.hook = Hook::kTaskBegin, .when = When::kBefore, .takes_site = false});
    hooks.push_back({.hook = Hook::kTaskEnd, .when = When::kAfterAlways, .takes_site = false});
    return hooks;
  }
  const bool of_tasks = call.owner.starts_with("java/util/concurrent/") || call.owner.starts_with("java/util/stream/");
  if (of_tasks && completes(call)) {
    hooks.push_back({.hook = Hook::kTaskEnd, .when = When::kBefore, .takes_site = false});
  } else if (call.name == "fork" && call.descriptor == "()Ljava/util/concurrent/ForkJoinTask;") {
    hooks.push_back({.hook = Hook::kStarts, .when = When::kBefore});
  } else if (of_tasks && call.descriptor == "()Ljava/lang/Object;" && (call.name == "join" || call.name == "invoke")) {
    if (call.name == "invoke") hooks.push_back({.hook = Hook::kStarts, .when = When::kBefore});
    hooks.push_back({.hook = Hook::kJoins, .when = When::kAfterAlways});
  }
  return hooks;
}

}  // namespace snag::instrument
