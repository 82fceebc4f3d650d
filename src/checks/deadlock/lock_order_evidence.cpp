#include "checks/deadlock/lock_order_evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace snag::deadlock {

std::string known_name(ThreadStory& story, NamesOfLocks& names, MethodInstanceId instance, const LockUsage::Use& use) {
  return known_name(story, names, instance, use.objects.empty() ? ObjectId() : use.objects[0].lock, use.objects.size(),
                    use.name.path);
}

std::string known_name(ThreadStory& story, NamesOfLocks& names, MethodInstanceId instance, ObjectId object,
                       std::size_t alternatives, const sections::AccessPath& path) {
  const std::string in_source = names.text(instance, path);
  if (!object.valid()) return in_source.empty() ? "a lock" : in_source;
  const std::string of_object = story.object_name(object);
  const bool named = of_object.find(' ') == of_object.npos;
  using Root = sections::AccessPath::Root;
  const bool is_global = path.root() == Root::kStatic || path.root() == Root::kClass;
  if (is_global && !in_source.empty()) return in_source;
  if (named && alternatives == 1) return of_object;
  if (in_source.empty()) return of_object;
  return fmt::format("the {} {}", story.class_name(object), in_source);
}

namespace {

auto place_key(const Step& step) { return std::tie(step.class_name, step.method, step.line, step.position.pc); }

}  // namespace

Defect evidence_of(const Cycle& cycle, const LockUsage& usage, ThreadStory& story, NamesOfLocks& names) {
  struct Part {
    const CyclePart* part;
    Step inner;
  };
  std::vector<Part> parts;
  for (const CyclePart& part : cycle.parts) {
    parts.push_back({&part, story.step(Role::kAcquire, {part.nesting.acquirer, part.nesting.at}, {}, {})});
  }
  // A cycle has no beginning: it starts at the place whose name comes first.
  std::rotate(parts.begin(),
              std::min_element(parts.begin(), parts.end(),
                               [](const Part& a, const Part& b) { return place_key(a.inner) < place_key(b.inner); }),
              parts.end());
  Defect defect{evidence_at(parts[0].inner)};
  defect.what = Kind::kLockOrder;
  defect.instances = cycle.instances;
  for (std::size_t n = 0; n < parts.size(); ++n) {
    const CyclePart& part = *parts[n].part;
    const LockUsage::Nesting& nesting = part.nesting;
    auto name = [&](MethodInstanceId instance, const LockUsage::Use& use, LockGroupId group) {
      const ObjectId object = usage.objects(group)[0];
      return known_name(story, names, instance, object, use.objects.size(), use.name.path);
    };
    LockOrderThread thread{.name = story.thread_name(part.thread),
                           .held = name(nesting.holder, *nesting.held, part.held),
                           .acquired = name(nesting.acquirer, *nesting.acquired, part.acquired)};
    std::vector<Step> steps = story.way_to(part.thread, nesting.holder);
    const ir::ValueId outer = names.acquired_at(nesting.holder, nesting.held->name.path, nesting.in_holder());
    thread.outer = steps.size();
    steps.push_back(
        story.step(Role::kAcquire, {nesting.holder, outer.valid() ? outer : nesting.in_holder()}, {}, thread.held));
    for (Step& call : story.calls(nesting.calls, nesting.acquirer)) {
      call.locks = {thread.held};
      steps.push_back(std::move(call));
    }
    steps.push_back(story.step(Role::kAcquire, {nesting.acquirer, nesting.at}, {thread.held}, thread.acquired));
    defect.threads.push_back({story.title(n + 1, part.thread), std::move(steps)});
    defect.subject.locks.push_back(thread.acquired);
    defect.cycle.push_back(std::move(thread));
  }
  // One place is repaired once, whatever other places wait for it.
  defect.cause = fmt::format("lock-order {}.{} {}", defect.class_name, defect.method, *defect.position.pc);
  std::sort(defect.subject.locks.begin(), defect.subject.locks.end());
  interleave(defect, defect.threads[0].steps.size() - 1);
  return defect;
}

}  // namespace snag::deadlock
