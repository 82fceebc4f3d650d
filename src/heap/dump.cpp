#include "heap/dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/dot.h"

namespace snag {

namespace {

class HeapText {
 public:
  HeapText(const HeapShapeGraph& graph, const ObjectNumbers& numbers, const HeapDumpOptions& options)
      : graph_(graph), numbers_(numbers), options_(options), searched_(graph.object_count(), 0) {
    if (options.only.valid()) choose();
  }

  std::string text() {
    std::string result;
    for (ObjectId id : numbers_.objects()) {
      if (!is_shown(id)) continue;
      result += fmt::format("{} {}", numbers_.text(id), numbers_.type(id));
      if (std::string place = numbers_.allocation(id); !place.empty()) result += "  allocated by " + place;
      if (std::string place = numbers_.context(id); !place.empty()) result += "  in context of " + place;
      result += '\n';
      auto add = [&](std::string_view word, const std::string& what) {
        if (!what.empty()) result += fmt::format("    {:<12}{}\n", word, what);
      };
      add("properties", properties(id));
      if (ObjectId host = graph_.host(id); host.valid()) add("host", numbers_.has(host) ? numbers_.text(host) : "");
      if (options_.threads) add("threads", options_.threads(id));
      for (const auto& [field, objects] : fields(id)) {
        std::string targets;
        for (std::uint32_t number : objects) targets += fmt::format(" #{}", number);
        add("field", fmt::format("{} ->{}", field, targets));
      }
    }
    return result;
  }

  std::string dot() {
    std::string result = "digraph heap {\n  rankdir=LR;\n  node [shape=box];\n";
    for (ObjectId id : numbers_.objects()) {
      if (!is_shown(id)) continue;
      std::string letters;
      for (std::size_t p = 0; p < kObjectPropertyCount; ++p) {
        if (graph_.has(id, static_cast<ObjectProperty>(p))) letters += kObjectPropertyLetters[p];
      }
      result += fmt::format("  n{} [label=\"{} {}\\n{}\"];\n", numbers_.number(id), numbers_.text(id),
                            dot_escaped(numbers_.type(id)), letters);
    }
    for (ObjectId id : numbers_.objects()) {
      if (!is_shown(id)) continue;
      for (const auto& [field, objects] : fields(id)) {
        for (std::uint32_t number : objects) {
          result += fmt::format("  n{} -> n{} [label=\"{}\"];\n", numbers_.number(id), number, dot_escaped(field));
        }
      }
    }
    return result + "}\n";
  }

 private:
  bool is_shown(ObjectId id) const { return !options_.only.valid() || shown_.contains(id); }

  // The objects of one class and their neighbours.
  void choose() {
    std::set<ObjectId> chosen;
    for (ObjectId id : numbers_.objects()) {
      if (graph_.class_of(id) == options_.only) chosen.insert(id);
    }
    for (ObjectId id : numbers_.objects()) {
      for (const HeapShapeGraph::OutgoingField& field : graph_.fields(id)) {
        for (ObjectId to : seen_through(field)) {
          if (chosen.contains(id)) shown_.insert(to);
          if (chosen.contains(to)) shown_.insert(id);
        }
      }
    }
    shown_.insert(chosen.begin(), chosen.end());
  }

  std::string properties(ObjectId id) const {
    std::string result;
    for (std::size_t p = 0; p < kObjectPropertyCount; ++p) {
      if (!graph_.has(id, static_cast<ObjectProperty>(p))) continue;
      if (!result.empty()) result += ' ';
      result += kObjectProperties[p];
    }
    return result;
  }

  // By name: the numbers of the objects to which it refers.
  std::map<std::string, std::set<std::uint32_t>> fields(ObjectId id) {
    const Program& program = graph_.points_to().program();
    std::map<std::string, std::set<std::uint32_t>> result;
    for (const HeapShapeGraph::OutgoingField& field : graph_.fields(id)) {
      std::set<std::uint32_t> objects;
      for (ObjectId to : seen_through(field)) {
        if (is_shown(to)) objects.insert(numbers_.number(to));
      }
      if (objects.empty()) continue;
      const std::string name = field.field.field.valid()   ? program.describe(field.field.field)
                               : field.field.model.valid() ? std::string(program.text(field.field.model))
                                                           : "elements";
      result[name].merge(objects);
    }
    return result;
  }

  // The numbered objects that a field refers to, directly or by way of objects without a number.
  std::vector<ObjectId> seen_through(const HeapShapeGraph::OutgoingField& field) {
    std::vector<ObjectId> result, work;
    ++search_;
    auto visit = [&](std::span<const ObjectId> objects) {
      for (ObjectId object : objects) {
        if (std::exchange(searched_[object.value], search_) == search_) continue;
        (numbers_.has(object) ? result : work).push_back(object);
      }
    };
    visit(field.objects);
    while (!work.empty()) {
      const ObjectId hidden = work.back();
      work.pop_back();
      for (const HeapShapeGraph::OutgoingField& next : graph_.fields(hidden)) visit(next.objects);
    }
    return result;
  }

  const HeapShapeGraph& graph_;
  const ObjectNumbers& numbers_;
  const HeapDumpOptions& options_;
  std::set<ObjectId> shown_;
  std::vector<std::uint32_t> searched_;  // by object: the last search that met it
  std::uint32_t search_ = 0;
};

}  // namespace

std::string dump_heap(const HeapShapeGraph& graph, const ObjectNumbers& numbers, const HeapDumpOptions& options) {
  return HeapText(graph, numbers, options).text();
}

std::string dump_heap_dot(const HeapShapeGraph& graph, const ObjectNumbers& numbers, const HeapDumpOptions& options) {
  return HeapText(graph, numbers, options).dot();
}

}  // namespace snag
