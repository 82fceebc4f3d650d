#include "execution/dump_events.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>

#include "base/dot.h"
#include "execution/thread_names.h"

namespace snag {

namespace {

class EventLines {
 public:
  EventLines(const WholeProgramAnalysis& program, const ObjectNumbers& numbers)
      : execution_(program.execution()),
        points_to_(program.points_to()),
        numbers_(numbers),
        names_(program.threads()) {}

  // Calls `visit(event)` for the events that are listed: by code of the application, and on objects of the class `only`
  // if that is valid.
  template <class Visit>
  void for_each_listed(ClassId only, Visit&& visit) const {
    const Program& program = points_to_.program();
    for (const Event& event : execution_.events()) {
      const Class& owner = program[program[points_to_[event.instance].method].owner];
      if (owner.origin != Origin::kApplication || owner.synthetic) continue;
      if (only.valid() && execution_.heap().class_of(event.location.object) != only) continue;
      visit(event);
    }
  }

  std::string location(const Event& event) const {
    switch (event.location.kind) {
      case LocationKind::kField:
        return points_to_.program().describe(event.location.field);
      case LocationKind::kElements:
        return numbers_.type(event.location.object) + " (elements)";
      case LocationKind::kContents:
        return numbers_.type(event.location.object) + " (contents)";
    }
    return {};
  }

  std::string place(MethodInstanceId instance, ir::ValueId at) const {
    const MethodId method = points_to_[instance].method;
    const std::uint32_t line = points_to_.store().get(method)->line(at);
    const std::string name = points_to_.program().describe(method);
    return line == 0 ? name : fmt::format("{} line {}", name, line);
  }

  std::string object(ObjectId id) const {
    return numbers_.has(id) ? numbers_.text(id) : fmt::format("({})", numbers_.type(id));
  }

  // `locks #8 #9(read)`; empty if no lock is held.
  std::string locks(const Event& event) const {
    std::string text;
    for (const LockOfObject& lock : execution_.locks_at(event)) {
      text += (text.empty() ? "locks " : " ") + object(lock.lock);
      if (lock.mode != library::LockMode::kExclusive) text += fmt::format("({})", to_text(lock.mode));
    }
    return text;
  }

  std::string line(const Event& event) const {
    std::string text =
        fmt::format("{:<5}  {}  {}  threads {}", event.write ? "write" : "read", object(event.location.object),
                    place(event.instance, event.at), names_.text(threads_of(event)));
    const std::string held = locks(event);
    return held.empty() ? text : text + "  " + held;
  }

  const ThreadNames& names() const { return names_; }
  const ThreadSet& threads_of(const Event& event) const { return names_.threads().threads_of(event.instance); }

 private:
  Execution& execution_;
  const PointsTo& points_to_;
  const ObjectNumbers& numbers_;
  ThreadNames names_;
};

}  // namespace

std::string dump_events(const WholeProgramAnalysis& program, const ObjectNumbers& numbers, ClassId only) {
  const EventLines lines(program, numbers);
  // Several instances of a method differ in what they touch; what reads the same is one line.
  std::map<std::string, std::set<std::string>> by_location;
  lines.for_each_listed(only,
                        [&](const Event& event) { by_location[lines.location(event)].insert(lines.line(event)); });
  std::string text;
  for (const auto& [location, events] : by_location) {
    text += location + "\n";
    for (const std::string& line : events) text += "    " + line + "\n";
  }
  return text;
}

std::string dump_events_dot(const WholeProgramAnalysis& program, const ObjectNumbers& numbers, ClassId only) {
  const EventLines lines(program, numbers);
  std::set<ThreadId> threads;
  std::set<std::string> locations, arrows;
  lines.for_each_listed(only, [&](const Event& event) {
    const std::string location =
        dot_escaped(fmt::format("{} {}", lines.object(event.location.object), lines.location(event)));
    locations.insert(fmt::format("  \"{}\" [shape=box];\n", location));
    const std::string label = dot_escaped(lines.locks(event));
    lines.threads_of(event).for_each([&](ThreadId id) {
      const std::uint32_t number = lines.names().number(id);
      if (number == 0) return;
      threads.insert(id);
      arrows.insert(event.write ? fmt::format("  T{} -> \"{}\" [label=\"{}\"];\n", number, location, label)
                                : fmt::format("  \"{}\" -> T{} [label=\"{}\"];\n", location, number, label));
    });
  });
  std::string text = "digraph events {\n  rankdir=LR;\n";
  for (ThreadId id : threads) {
    const std::string name = dot_escaped(lines.names().headline(id));
    text += fmt::format("  T{} [label=\"{}\"];\n", lines.names().number(id), name);
  }
  for (const std::string& location : locations) text += location;
  for (const std::string& arrow : arrows) text += arrow;
  return text + "}\n";
}

std::string dump_lock_orders(const WholeProgramAnalysis& program, const ObjectNumbers& numbers) {
  const EventLines lines(program, numbers);
  std::set<std::string> all;
  for (const Execution::LockOrder& order : program.execution().find_lock_orders()) {
    all.insert(fmt::format("    {} -> {}  {}\n", lines.object(order.held), lines.object(order.acquired),
                           lines.place(order.instance, order.at)));
  }
  std::string text;
  for (const std::string& line : all) text += line;
  return text;
}

std::string dump_lock_orders_dot(const WholeProgramAnalysis& program, const ObjectNumbers& numbers) {
  const EventLines lines(program, numbers);
  std::map<std::string, std::string> nodes;
  std::set<std::string> edges;
  auto node = [&](ObjectId lock) {
    const std::string name = lines.object(lock);
    nodes[name] = fmt::format("{} {}", name, numbers.type(lock));
    return dot_escaped(name);
  };
  for (const Execution::LockOrder& order : program.execution().find_lock_orders()) {
    edges.insert(fmt::format("  \"{}\" -> \"{}\" [label=\"{}\"];\n", node(order.held), node(order.acquired),
                             dot_escaped(lines.place(order.instance, order.at))));
  }
  std::string text = "digraph locks {\n  node [shape=box];\n";
  for (const auto& [name, label] : nodes) {
    text += fmt::format("  \"{}\" [label=\"{}\"];\n", dot_escaped(name), dot_escaped(label));
  }
  for (const std::string& edge : edges) text += edge;
  return text + "}\n";
}

}  // namespace snag
