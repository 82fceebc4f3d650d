#include "instrument/operations.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "classfile/descriptor.h"
#include "classfile/language_names.h"
#include "library/policy.h"
#include "library/precedence.h"

namespace snag::instrument {

namespace {

using Action = Operation::Action;
using When = CallHook::When;

bool same_entry(const Operation& a, const Operation& b) {
  return a.class_pattern == b.class_pattern && a.method_pattern == b.method_pattern && a.parameters == b.parameters;
}

std::optional<int> operand_of(const Operation& operation, const CallSite& call,
                              const classfile::MethodDescriptor& descriptor) {
  auto is_reference = [](std::string_view type) { return type.starts_with('L') || type.starts_with('['); };
  switch (operation.operand) {
    case Operation::Operand::kThis:
      if (call.is_static || call.name == classfile::kConstructorName) return std::nullopt;
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
    // The result is known only after the call.
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

// JLS 17.2.1
bool is_object_wait(const CallSite& call) {
  return !call.is_static && call.name == "wait" &&
         (call.descriptor == "()V" || call.descriptor == "(J)V" || call.descriptor == "(JI)V");
}

bool orders(Hook hook) {
  return hook == Hook::kStarts || hook == Hook::kJoins || hook == Hook::kSignals || hook == Hook::kAtomicRead ||
         hook == Hook::kAtomicWrite;
}

bool is_one_of(const library::MethodShapes& methods, const CallSite& call) {
  return methods.matches(call.name, call.descriptor);
}

// Adds hooks for locks and tasks of the program's own classes, whose superclasses may not be known yet. The runtime
// tests whether the object is a lock or a task of java.util.concurrent.
void add_by_name(const CallSite& call, CallHooks& hooks) {
  using library::Policy;
  static constexpr std::pair<library::MethodShapes Policy::*, CallHook> kHooksByName[] = {
      {&Policy::task_fork, {.hook = Hook::kReleased, .when = When::kBefore, .mode = CallHook::kTaskMode}},
      {&Policy::task_join, {.hook = Hook::kAcquired, .when = When::kAfterAlways, .mode = CallHook::kTaskMode}},
      {&Policy::task_complete, {.hook = Hook::kTaskEnd, .when = When::kBefore, .takes_site = false}},
      {&Policy::lock_acquire, {.hook = Hook::kAcquired, .when = When::kAfter, .mode = 0}},
      {&Policy::lock_release, {.hook = Hook::kReleased, .when = When::kBefore, .mode = 0}},
      {&Policy::lock_try, {.hook = Hook::kAcquiredIf, .when = When::kAfter, .mode = 0, .takes_result = true}},
  };
  if (call.is_static || is_platform_class(call.owner)) return;
  for (const auto& [methods, hook] : kHooksByName) {
    if (is_one_of(library::built_in_policy().*methods, call)) return hooks.push_back(hook);
  }
}

// Adds the hooks of the entry with the highest rank. Returns whether there is one.
bool add_best(std::span<const Operation> operations, const CallSite& call, CallHooks& hooks) {
  const Operation* best = nullptr;
  int best_rank = 0;
  for (const Operation& operation : operations) {
    const int this_rank = library::rank(operation.class_pattern, operation.method_pattern, operation.parameters,
                                        {call.owner, call.name, call.descriptor});
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
  if (hooks.empty() && !library_super.empty() && library_super != classfile::kObjectClass) {
    add_operations(decisions.operations, {library_super, call.name, call.descriptor, call.is_static}, hooks);
    hooks.erase(std::remove_if(hooks.begin(), hooks.end(), [](const CallHook& each) { return !orders(each.hook); }),
                hooks.end());
  }
  if (hooks.empty()) add_by_name(call, hooks);
  return hooks;
}

CallHooks callbacks_of(std::string_view class_name, const CallSite& call) {
  CallHooks hooks;
  if (call.is_static) return hooks;
  const library::Policy& policy = library::built_in_policy();
  if (policy.task_methods.matches(call.owner, call.name)) {
    if (policy.completion_stages.matches(class_name)) hooks.push_back({.hook = Hook::kJoins, .when = When::kBefore});
    hooks.push_back({.hook = Hook::kTaskBegin, .when = When::kBefore, .takes_site = false});
    hooks.push_back({.hook = Hook::kTaskEnd, .when = When::kAfterAlways, .takes_site = false});
    return hooks;
  }
  const bool of_tasks = policy.task_library.matches(call.owner);
  const bool invokes = is_one_of(policy.task_invoke, call);
  if (of_tasks && is_one_of(policy.task_complete, call)) {
    hooks.push_back({.hook = Hook::kTaskEnd, .when = When::kBefore, .takes_site = false});
  } else if (is_one_of(policy.task_fork, call)) {
    hooks.push_back({.hook = Hook::kStarts, .when = When::kBefore});
  } else if (of_tasks && (invokes || is_one_of(policy.task_join, call))) {
    if (invokes) hooks.push_back({.hook = Hook::kStarts, .when = When::kBefore});
    hooks.push_back({.hook = Hook::kJoins, .when = When::kAfterAlways});
  }
  return hooks;
}

}  // namespace snag::instrument
