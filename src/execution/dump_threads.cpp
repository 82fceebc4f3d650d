#include "execution/dump_threads.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "base/dot.h"

namespace snag {

namespace {

class ThreadList {
 public:
  explicit ThreadList(const Threads& threads) : threads_(threads), program_(threads.points_to().program()) {
    for (std::uint32_t t = 0; t < threads.size(); ++t) {
      if (begins_outside_jdk(threads[ThreadId(t)])) listed_.push_back(ThreadId(t));
    }
  }

  const std::vector<ThreadId>& listed() const { return listed_; }
  // From 1 on; what is not listed has no number.
  std::uint32_t number(ThreadId id) const {
    auto it = std::lower_bound(listed_.begin(), listed_.end(), id);
    return it != listed_.end() && *it == id ? static_cast<std::uint32_t>(it - listed_.begin()) + 1 : 0;
  }

  std::string headline(ThreadId id) const {
    const AbstractThread& thread = threads_[id];
    return fmt::format("T{} {} {}{}{}", number(id), to_text(thread.kind), thread.one ? "one" : "many",
                       thread.serial.valid() ? " serial" : "",
                       thread.entry.valid() ? " " + program_.describe(thread.entry) : "");
  }

  // The methods at which a thread begins that has several.
  std::set<std::string> entries(ThreadId id) const {
    std::set<std::string> result;
    if (threads_[id].entry.valid()) return result;
    for (MethodInstanceId instance : threads_[id].entries) {
      const MethodId method = threads_.points_to()[instance].method;
      if (program_[program_[method].owner].origin != Origin::kJdk) result.insert(program_.describe(method));
    }
    return result;
  }

  std::vector<std::string> starts(ThreadId id) const {
    std::set<std::pair<std::string, std::uint32_t>> places;
    for (const ThreadStart& start : threads_[id].starts) {
      const MethodId caller = threads_.points_to()[start.caller].method;
      places.emplace(program_.describe(caller), threads_.points_to().store().get(caller)->line(start.site));
    }
    std::vector<std::string> result;
    for (const auto& [method, line] : places) {
      result.push_back(line == 0 ? method : fmt::format("{} line {}", method, line));
    }
    return result;
  }

 private:
  bool begins_outside_jdk(const AbstractThread& thread) const {
    return std::any_of(thread.entries.begin(), thread.entries.end(), [&](MethodInstanceId instance) {
      const Method& method = program_[threads_.points_to()[instance].method];
      return program_[method.owner].origin != Origin::kJdk;
    });
  }

  const Threads& threads_;
  const Program& program_;
  std::vector<ThreadId> listed_;
};

}  // namespace

std::string dump_threads(const Threads& threads) {
  const ThreadList list(threads);
  std::string text =
      "# one: never in two threads at a time, many: perhaps; serial: one at a time with the others of its group\n";
  for (ThreadId id : list.listed()) {
    text += list.headline(id) + "\n";
    for (const std::string& entry : list.entries(id)) text += fmt::format("    enters {}\n", entry);
    for (const std::string& start : list.starts(id)) text += fmt::format("    started by {}\n", start);
    std::string parallel;
    threads.parallel_with(id).for_each([&](ThreadId other) {
      if (list.number(other) != 0) parallel += fmt::format(" T{}", list.number(other));
    });
    if (!parallel.empty()) text += fmt::format("    parallel with{}\n", parallel);
  }
  return text;
}

std::string dump_threads_dot(const Threads& threads) {
  const ThreadList list(threads);
  std::string text = "digraph threads {\n  node [shape=box];\n";
  auto is_drawn = [&](ThreadId id) { return list.number(id) != 0 && threads[id].kind != ThreadKind::kInitializer; };
  for (ThreadId id : list.listed()) {
    if (!is_drawn(id)) continue;
    text += fmt::format("  T{} [label=\"{}\"];\n", list.number(id), dot_escaped(list.headline(id)));
    threads.started_by(id).for_each([&](ThreadId starter) {
      if (is_drawn(starter))
        text += fmt::format("  T{} -> T{} [label=starts];\n", list.number(starter), list.number(id));
    });
    threads.parallel_with(id).for_each([&](ThreadId other) {
      if (other < id || !is_drawn(other)) return;
      text += fmt::format("  T{} -> T{} [dir=none, style=dashed, constraint=false];\n", list.number(id),
                          list.number(other));
    });
  }
  return text + "}\n";
}

}  // namespace snag
