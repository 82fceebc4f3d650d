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

  bool is_listed(const Event& event) const {
    const Program& program = points_to_.program();
    const Class& owner = program[program[points_to_[event.instance].method].owner];
    return owner.origin == Origin::kApplication && !owner.synthetic;
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

  std::string line(const Event& event) const {
    std::string text =
        fmt::format("{:<5}  {}  {}  threads {}", event.write ? "write" : "read", object(event.location.object),
                    place(event.instance, event.at), names_.text(names_.threads().threads_of(event.instance)));
    const ObjectLocks locks = execution_.locks_at(event);
    if (locks.empty()) return text;
    text += "  locks";
    for (const LockOfObject& lock : locks) {
      text += " " + object(lock.lock);
      if (lock.mode != library::LockMode::kExclusive) text += fmt::format("({})", to_text(lock.mode));
    }
    return text;
  }

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
  for (const Event& event : program.execution().events()) {
    if (!lines.is_listed(event)) continue;
    if (only.valid() && program.heap().class_of(event.location.object) != only) continue;
    by_location[lines.location(event)].insert(lines.line(event));
  }
  std::string text;
  for (const auto& [location, events] : by_location) {
    text += location + "\n";
    for (const std::string& line : events) text += "    " + line + "\n";
  }
  return text;
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
