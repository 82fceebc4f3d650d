#include "execution/threads.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/bottom_up.h"
#include "callgraph/entry_points.h"
#include "callgraph/thread_signs.h"
#include "execution/serial_groups.h"
#include "execution/start_join_order.h"

namespace snag {

using library::MethodModel;
using library::StartKind;

namespace {

ThreadKind kind_of(const MethodModel* model) {
  const StartKind kind = model == nullptr ? StartKind::kStream : model->start_kind;
  return static_cast<ThreadKind>(static_cast<std::uint8_t>(ThreadKind::kThread) + static_cast<std::uint8_t>(kind));
}

void sort_unique(auto& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

std::string_view to_text(ThreadKind kind) {
  switch (kind) {
    case ThreadKind::kMain:
      return "main";
    case ThreadKind::kPublic:
      return "public";
    case ThreadKind::kClient:
      return "client";
    case ThreadKind::kCallback:
      return "callback";
    case ThreadKind::kFinalizer:
      return "finalizer";
    case ThreadKind::kInitializer:
      return "init";
    default:
      return library::kStartKinds[static_cast<std::size_t>(kind) - static_cast<std::size_t>(ThreadKind::kThread)];
  }
}

Threads::Threads(const PointsTo& points_to)
    : points_to_(points_to), multiplicity_(points_to), callers_(points_to), tests_(points_to) {
  add_entry_threads();
  add_started_threads();
  sort();
  find_threads_of_instances();
  find_origins();
  find_parallel();
}

void Threads::add_entry_threads() {
  Program& program = points_to_.program();
  const library::Policy& policy = points_to_.models().policy();
  const ThreadSigns signs(program, policy);
  // By kind, and for clients by whether they are many.
  std::map<std::pair<ThreadKind, bool>, AbstractThread> of_several;
  auto add_to_event_thread = [&](std::span<const MethodInstanceId> entries) {
    AbstractThread& thread = of_several[{ThreadKind::kEvent, false}];
    thread.kind = ThreadKind::kEvent;
    thread.serial = SerialGroups::event_thread();
    thread.entries.insert(thread.entries.end(), entries.begin(), entries.end());
  };
  for (const EntryPoint& entry : points_to_.entries()) {
    std::vector<MethodInstanceId> entries = entry_instances(points_to_, entry);
    if (entries.empty()) continue;
    auto add_to = [&](ThreadKind kind, bool one) {
      AbstractThread& thread = of_several[{kind, one}];
      thread.kind = kind;
      thread.one = one;
      thread.entries.insert(thread.entries.end(), entries.begin(), entries.end());
    };
    switch (entry.kind) {
      case EntryKind::kMain:
      case EntryKind::kInitializer: {
        const ThreadKind kind = entry.kind == EntryKind::kMain ? ThreadKind::kMain : ThreadKind::kInitializer;
        threads_.push_back({.kind = kind, .one = true, .entry = entry.method, .entries = std::move(entries)});
        break;
      }
      case EntryKind::kUser:
      case EntryKind::kPublic: {
        const ClassId owner = program[entry.method].owner;
        if (!signs.may_be_shared(owner) && snag::is_called_by_event_thread(program, policy, owner)) {
          add_to_event_thread(entries);
          break;
        }
        if (signs.may_be_shared(owner) && is_task(entry.method)) {
          threads_.push_back({.kind = ThreadKind::kClient, .entry = entry.method, .entries = std::move(entries)});
          break;
        }
        add_to(ThreadKind::kPublic,
               /*one=*/!signs.may_be_shared(owner) && !is_called_by_container(program, policy, owner));
        break;
      }
      case EntryKind::kFinalizer:
        add_to(ThreadKind::kFinalizer, /*one=*/true);
        break;
      case EntryKind::kLibraryCallback:
        if (is_called_by_event_thread(entry.method)) {
          add_to_event_thread(entries);
        } else {
          add_to(ThreadKind::kCallback, /*one=*/false);
        }
        break;
    }
  }
  for (std::uint32_t i = 0; i < points_to_.instance_count(); ++i) {
    for (const PointsTo::InstanceCall& call : points_to_.calls(MethodInstanceId(i))) {
      if (runs_in_event_thread(call)) add_to_event_thread({&call.callee, 1});
    }
  }
  for (auto& [key, thread] : of_several) {
    sort_unique(thread.entries);
    threads_.push_back(std::move(thread));
  }
}

// `run()` of a Runnable, `call()` of a Callable: what only models run, of a type whose objects are tasks.
bool Threads::is_task(MethodId id) const {
  Program& program = points_to_.program();
  const library::Policy& policy = points_to_.models().policy();
  const Method& method = program[id];
  if (method.is_static()) return false;
  const std::vector<ClassId> above = program.supertypes(method.owner);
  return std::any_of(above.begin(), above.end(), [&](ClassId type) {
    return policy.tasks.matches(program.name(type)) &&
           policy.never_guess.matches(program.name(type), program.text(method.name));
  });
}

bool Threads::is_called_by_event_thread(MethodId method) const {
  auto [it, added] = called_by_event_thread_.try_emplace(method, false);
  if (added) {
    it->second = snag::is_called_by_event_thread(points_to_.program(), points_to_.models().policy(), method);
  }
  return it->second;
}

// `frame.add(panel)` hands over a panel, which the event thread paints later.
bool Threads::runs_in_event_thread(const PointsTo::InstanceCall& call) const {
  const MethodInstance& callee = points_to_[call.callee];
  return call.kind == CalleeKind::kLibraryCallback && callee.body == BodyKind::kCode &&
         is_called_by_event_thread(callee.method);
}

void Threads::add_started_threads() {
  struct Start {
    ThreadStart place;
    SerialGroups::Group group;
  };
  SerialGroups groups(points_to_, multiplicity_);
  std::map<std::pair<ThreadKind, MethodInstanceId>, std::vector<Start>> tasks;
  for (std::uint32_t i = 0; i < points_to_.instance_count(); ++i) {
    for (const PointsTo::InstanceCall& call : points_to_.calls(MethodInstanceId(i))) {
      // Methods that a model stands for (Thread.run) run what is listed beside them.
      if (call.kind != CalleeKind::kStart || points_to_[call.callee].body != BodyKind::kCode) continue;
      const ThreadStart place{MethodInstanceId(i), call.site};
      const MethodModel* model = starting_model(points_to_, place.caller, place.site);
      tasks[{kind_of(model), call.callee}].push_back({place, groups.group_of(place, model)});
    }
  }
  std::map<std::tuple<ThreadKind, MethodId, SerialGroupId>, AbstractThread> many;
  for (const auto& [key, starts] : tasks) {
    const auto [kind, instance] = key;
    auto [group, of_place] = starts[0].group;
    for (const Start& start : starts) {
      if (start.group.id != group) group = SerialGroupId();
      if (start.group.of_place != of_place) of_place = SerialGroupId();
    }
    const bool own_thread = kind != ThreadKind::kHandler && kind != ThreadKind::kStream;
    const ThreadStart& first = starts[0].place;
    const bool one = own_thread && starts.size() == 1 && multiplicity_.starts_once(first.caller, first.site, instance);
    AbstractThread thread{
        .kind = kind, .one = one, .serial = group, .serial_by_place = of_place, .entry = points_to_[instance].method};
    AbstractThread& to = one ? threads_.emplace_back(std::move(thread))
                             : many.try_emplace({kind, thread.entry, group}, thread).first->second;
    if (to.serial_by_place != of_place) to.serial_by_place = {};
    to.entries.push_back(instance);
    for (const Start& start : starts) to.starts.push_back(start.place);
  }
  for (auto& [key, thread] : many) {
    sort_unique(thread.entries);
    sort_unique(thread.starts);
    threads_.push_back(std::move(thread));
  }
}

void Threads::sort() {
  const Program& program = points_to_.program();
  auto name = [&](const AbstractThread& thread) {
    return thread.entry.valid() ? program.sort_key(thread.entry)
                                : std::tuple<std::string_view, std::string_view, std::string_view>();
  };
  auto key = [&](const AbstractThread& thread) {
    return std::tuple(thread.kind, name(thread), thread.one, thread.entries);
  };
  std::sort(threads_.begin(), threads_.end(),
            [&](const AbstractThread& a, const AbstractThread& b) { return key(a) < key(b); });
}

void Threads::find_threads_of_instances() {
  const std::uint32_t count = points_to_.instance_count();
  threads_of_.resize(count);
  for (std::uint32_t t = 0; t < size(); ++t) {
    for (MethodInstanceId entry : threads_[t].entries) threads_of_[entry.value].insert(ThreadId(t));
  }
  std::vector<std::uint32_t> callees, first(count + 1, 0);
  std::vector<Caller> tested;  // calls behind a test for the event thread
  std::vector<MethodInstanceId> called_there;
  has_tests_.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    has_tests_[i] = tests_.has_tests(points_to_[MethodInstanceId(i)].method);
    for (const PointsTo::InstanceCall& call : points_to_.calls(MethodInstanceId(i))) {
      if (call.kind == CalleeKind::kStart || runs_in_event_thread(call)) continue;
      if (has_tests_[i] && tests_.only_event_thread(points_to_[MethodInstanceId(i)].method, call.site)) {
        tested.push_back({MethodInstanceId(i), call.site});
        called_there.push_back(call.callee);
      } else {
        callees.push_back(call.callee.value);
      }
    }
    std::sort(callees.begin() + first[i], callees.end());
    callees.erase(std::unique(callees.begin() + first[i], callees.end()), callees.end());
    first[i + 1] = static_cast<std::uint32_t>(callees.size());
  }
  auto successors = [&](std::uint32_t i) {
    return std::span<const std::uint32_t>(callees).subspan(first[i], first[i + 1] - first[i]);
  };
  const BottomUpOrder order(count, successors);
  // Callers come before callees.
  for (std::uint32_t c = order.component_count(); c-- > 0;) {
    const std::span<const std::uint32_t> members = order.component(c);
    if (members.size() > 1) {
      ThreadSet all;
      for (std::uint32_t member : members) all.insert(threads_of_[member]);
      for (std::uint32_t member : members) threads_of_[member] = all;
    }
    for (std::uint32_t member : members) {
      for (std::uint32_t callee : successors(member)) {
        if (order.component_of(callee) != c) threads_of_[callee].insert(threads_of_[member]);
      }
    }
  }
  // Behind a test only some of the threads go on.
  std::vector<std::uint32_t> work;
  for (bool grown = true; grown;) {
    grown = false;
    for (std::size_t n = 0; n < tested.size(); ++n) {
      ThreadSet passed;
      threads_of(tested[n].caller).for_each([&](ThreadId id) {
        if (fits(id, points_to_[tested[n].caller].method, tested[n].site)) passed.insert(id);
      });
      if (threads_of_[called_there[n].value].insert(passed)) work.push_back(called_there[n].value);
    }
    while (!work.empty()) {
      const std::uint32_t caller = work.back();
      work.pop_back();
      grown = true;
      for (std::uint32_t callee : successors(caller)) {
        if (threads_of_[callee].insert(threads_of_[caller])) work.push_back(callee);
      }
    }
  }
}

bool Threads::runs_on(ThreadId id, ObjectId object) const {
  runs_on_.resize(size());
  std::vector<bool>& known = runs_on_[id.value];
  if (known.empty()) {
    known.assign(points_to_.object_count() + 1, false);
    for (MethodInstanceId entry : threads_[id.value].entries) {
      const ir::MethodIr* first = points_to_.store().get(points_to_[entry].method);
      if (first == nullptr || first->is_static() || first->instructions.empty()) continue;
      for (ObjectId root : points_to_.objects(entry, ir::ValueId(0))) known[root.value] = true;
    }
  }
  return object.value < known.size() && known[object.value];
}

std::span<const Threads::Started> Threads::started_in(MethodInstanceId instance) const {
  const auto first = std::partition_point(started_.begin(), started_.end(),
                                          [&](const Started& s) { return s.start.caller < instance; });
  const auto last =
      std::partition_point(first, started_.end(), [&](const Started& s) { return s.start.caller == instance; });
  return {first, last};
}

void Threads::find_origins() {
  started_by_.resize(size());
  for (std::uint32_t t = 0; t < size(); ++t) {
    for (const ThreadStart& start : threads_[t].starts) {
      started_by_[t].insert(threads_of(start.caller));
      started_.push_back({start, ThreadId(t)});
    }
  }
  sort_unique(started_);
  // A thread exists in the runs of a main if all that start it do. Those that begin outside may exist in every run.
  ThreadSet anywhere;
  mains_.resize(size());
  std::vector<ThreadId> work;
  for (std::uint32_t t = 0; t < size(); ++t) {
    if (threads_[t].kind == ThreadKind::kMain) {
      mains_[t].insert(ThreadId(t));
    } else if (threads_[t].starts.empty()) {
      anywhere.insert(ThreadId(t));
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t t = 0; t < size(); ++t) {
      if (threads_[t].starts.empty()) continue;
      started_by_[t].for_each([&](ThreadId starter) { changed |= mains_[t].insert(mains_[starter.value]); });
      if (started_by_[t].intersects(anywhere)) changed |= anywhere.insert(ThreadId(t));
    }
  }
  anywhere.for_each([&](ThreadId thread) { mains_[thread.value] = {}; });
}

// By rules that do not look at the order of starts and joins.
bool Threads::always_apart(ThreadId a, ThreadId b) const {
  const AbstractThread& first = (*this)[a];
  const AbstractThread& second = (*this)[b];
  if (first.kind == ThreadKind::kInitializer || second.kind == ThreadKind::kInitializer) return true;
  if (a == b && first.one) return true;
  if (first.serial.valid() && first.serial == second.serial) return true;
  const ThreadSet& mains = mains_[a.value];
  const ThreadSet& others = mains_[b.value];
  return !mains.empty() && !others.empty() && !mains.intersects(others);
}

void Threads::find_parallel() {
  parallel_.resize(size());
  const StartJoinOrder order(*this);
  for (std::uint32_t a = 0; a < size(); ++a) {
    for (std::uint32_t b = a; b < size(); ++b) {
      if (always_apart(ThreadId(a), ThreadId(b)) || order.never_overlap(ThreadId(a), ThreadId(b))) continue;
      parallel_[a].insert(ThreadId(b));
      parallel_[b].insert(ThreadId(a));
    }
  }
}

}  // namespace snag
