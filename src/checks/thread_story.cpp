#include "checks/thread_story.h"

#include <fmt/format.h>

#include "classfile/descriptor.h"
#include "classfile/made_names.h"
#include "classfile/modified_utf8.h"
#include "program/source_names.h"

namespace snag {

Step step_at(const Program& program, Role role, const sections::Place& place, std::vector<std::string> locks,
             std::string what) {
  const Method& method = program[place.method];
  const Class& owner = program[method.owner];
  return {.role = role,
          .class_name = program.describe(method.owner),
          .method = classfile::to_source_method(program.text(method.name), program.text(method.descriptor)),
          .file = owner.synthetic ? std::string() : classfile::to_utf8(classfile::source_file(owner.file)),
          .line = place.line,
          .locks = std::move(locks),
          .note = {},
          .what = std::move(what),
          .position = {method.owner, place.method, place.pc}};
}

Evidence evidence_at(const Step& step) {
  Evidence evidence;
  evidence.class_name = step.class_name;
  evidence.method = step.method;
  evidence.file = step.file;
  evidence.line = step.line;
  evidence.position = step.position;
  return evidence;
}

ThreadStory::ThreadStory(const Analyses& analyses)
    : whole_(*analyses.whole_program()), points_to_(whole_.points_to()), program_(points_to_.program()) {}

std::uint32_t ThreadStory::line(const RunPoint& point) const {
  const ir::MethodIr* method = points_to_.store().get(points_to_[point.instance].method);
  return method == nullptr || !point.at.valid() ? 0 : method->line(point.at);
}

Step ThreadStory::step(Role role, const RunPoint& point, std::vector<std::string> locks, std::string what) const {
  const MethodId method = points_to_[point.instance].method;
  const ir::MethodIr* ir = points_to_.store().get(method);
  const std::uint32_t pc = ir == nullptr || !point.at.valid() ? 0 : (*ir)[point.at].pc;
  return step_at(program_, role, {method, line(point), pc}, std::move(locks), std::move(what));
}

std::optional<Step> ThreadStory::call_step(MethodInstanceId caller, ir::ValueId site, MethodInstanceId callee) const {
  const Method& method = program_[points_to_[caller].method];
  // What the compiler made is not in the source, and neither is what the library does in between.
  const bool made = (method.access & classfile::kAccSynthetic) != 0 &&
                    !classfile::words_for_lambda(program_.text(method.name)).has_value();
  if (made || program_[method.owner].origin == Origin::kJdk || program_[method.owner].synthetic) return std::nullopt;
  return step(Role::kCall, {caller, site}, {}, called_name(program_, points_to_[callee].method));
}

std::vector<Step> ThreadStory::calls(std::span<const Caller> calls, MethodInstanceId target) const {
  std::vector<Step> steps;
  for (std::size_t n = 0; n < calls.size(); ++n) {
    const MethodInstanceId callee = n + 1 < calls.size() ? calls[n + 1].caller : target;
    if (std::optional<Step> call = call_step(calls[n].caller, calls[n].site, callee)) steps.push_back(std::move(*call));
  }
  return steps;
}

std::vector<Step> ThreadStory::way_to(ThreadId thread, MethodInstanceId target, std::span<const ObjectId> without) {
  constexpr std::size_t kOuterCalls = 2, kInnerCalls = 4;
  std::optional<std::vector<CallChains::Link>> chain;
  if (!without.empty()) chain = chains().to_without(thread, target, without);
  if (!chain) chain = chains().to(thread, target);
  std::vector<Step> steps;
  if (!chain) return steps;
  for (std::size_t n = 0; n < chain->size(); ++n) {
    const CallChains::Link& link = (*chain)[n];
    const MethodInstanceId callee = n + 1 < chain->size() ? (*chain)[n + 1].caller : target;
    if (std::optional<Step> call = call_step(link.caller, link.site, callee)) steps.push_back(std::move(*call));
  }
  if (steps.size() > kOuterCalls + kInnerCalls + 1) {
    const std::size_t hidden = steps.size() - kOuterCalls - kInnerCalls;
    const auto first = steps.begin() + kOuterCalls;
    steps.erase(first, first + static_cast<std::ptrdiff_t>(hidden));
    steps[kOuterCalls - 1].hidden_calls = static_cast<std::uint32_t>(hidden);
  }
  return steps;
}

MethodId ThreadStory::body_of_lambda(MethodId method) const {
  for (MethodInstanceId instance : points_to_.instances_of(method)) {
    for (const PointsTo::InstanceCall& call : points_to_.calls(instance)) {
      const MethodId callee = points_to_[call.callee].method;
      if (call.kind == CalleeKind::kCall && !program_[program_[callee].owner].synthetic) return callee;
    }
  }
  return {};
}

std::string ThreadStory::thread_name(ThreadId id) const {
  const AbstractThread& thread = whole_.threads()[id];
  switch (thread.kind) {
    case ThreadKind::kMain:
      return "main()";
    case ThreadKind::kPublic:
      return "any client";
    case ThreadKind::kCallback:
      return "a thread of the library";
    case ThreadKind::kEvent:
      return "the event thread";
    case ThreadKind::kFinalizer:
      return "the finalizer";
    default:
      break;
  }
  if (!thread.entry.valid()) return "a thread";
  const Method* named = &program_[thread.entry];
  // The class of a lambda is made by Snag: what it calls is in the source.
  if (program_[named->owner].synthetic) {
    if (const MethodId body = body_of_lambda(thread.entry); body.valid()) named = &program_[body];
  }
  const Method& entry = *named;
  if (const auto lambda = classfile::words_for_lambda(program_.text(entry.name))) return *lambda;
  return fmt::format("{}.{}()", simple_name(program_, entry.owner), classfile::to_utf8(program_.text(entry.name)));
}

std::string ThreadStory::title(std::size_t number, ThreadId id) const {
  return fmt::format("T{} ({})", number, thread_name(id));
}

std::optional<RunPoint> ThreadStory::start_of(ThreadId id) const {
  const std::vector<ThreadStart>& starts = whole_.threads()[id].starts;
  if (starts.empty()) return std::nullopt;
  return RunPoint{starts[0].caller, starts[0].site};
}

std::string ThreadStory::class_name(ObjectId object) const { return simple_name(program_, whole_.heap().name(object)); }

std::string ThreadStory::object_name(ObjectId object) const {
  const HeapShapeGraph& heap = whole_.heap();
  if (heap.represented_class(object).valid()) return class_name(object) + ".class";
  FieldId only;
  bool several = false;
  for (const HeapShapeGraph::IncomingField& in : heap.incoming(object)) {
    if (!in.field.field.valid()) continue;
    if (program_[program_[in.field.field].owner].origin == Origin::kJdk) continue;
    several = several || (only.valid() && only != in.field.field);
    only = in.field.field;
  }
  if (only.valid() && !several) return qualified_name(program_, only);
  const std::string name = class_name(object);
  const bool vowel = !name.empty() && std::string_view("AEIOUaeiou").find(name[0]) != std::string_view::npos;
  return fmt::format("{} {}", vowel ? "an" : "a", name);
}

std::vector<std::string> ThreadStory::object_names(const ObjectLocks& locks) const {
  std::vector<std::string> result;
  for (const LockOfObject& lock : locks) result.push_back(object_name(lock.lock));
  return result;
}

std::optional<sections::Place> ThreadStory::allocation(ObjectId object) const {
  if (object.value >= points_to_.object_count()) return std::nullopt;
  const CodePlace place = points_to_.allocation(object);
  const ir::MethodIr* method = place.method.valid() ? points_to_.store().get(place.method) : nullptr;
  if (method == nullptr || !place.instruction.valid()) return std::nullopt;
  return sections::Place{place.method, method->line(place.instruction), (*method)[place.instruction].pc};
}

}  // namespace snag
