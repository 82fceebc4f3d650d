#include "heap/object_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>

#include "classfile/descriptor.h"

namespace snag {

namespace {

// What objects are sorted by: the names of methods are unique, the others break ties.
struct SortKey {
  std::string_view name;
  bool is_object = false;  // after the class itself
  std::tuple<std::string_view, std::string_view, std::string_view> method;
  std::uint32_t line = 0;
  std::tuple<std::string_view, std::string_view, std::string_view> context_method;
  std::uint32_t context_line = 0;
  ObjectId id;
  friend auto operator<=>(const SortKey&, const SortKey&) = default;
};

std::uint32_t line_of(IrStore& store, const CodePlace& place) {
  const ir::MethodIr* method = store.get(place.method);
  return method == nullptr ? 0 : method->line(place.instruction);
}

}  // namespace

ObjectNumbers::ObjectNumbers(const HeapShapeGraph& graph) : graph_(graph) {
  const PointsTo& points_to = graph.points_to();
  const Program& program = points_to.program();
  auto is_jdk = [&](ClassId id) { return !id.valid() || program[id].origin == Origin::kJdk; };
  std::vector<SortKey> keys;
  for (std::uint32_t n = 0; n < graph.object_count(); ++n) {
    const ObjectId id(n);
    if (!graph.occurs(id)) continue;
    SortKey key{.name = program.text(graph.name(id)), .id = id};
    if (graph.represented_class(id).valid()) {
      if (is_jdk(graph.represented_class(id))) continue;
    } else {
      const AbstractObject& object = points_to[id];
      if (object.kind == ObjectKind::kConstructor || object.kind == ObjectKind::kMethod) continue;
      const CodePlace allocation = points_to.allocation(id);
      const bool by_user = allocation.method.valid() && !is_jdk(program[allocation.method].owner);
      if (!by_user && (is_jdk(object.class_id) || object.kind == ObjectKind::kOpaque)) continue;
      key.is_object = true;
      if (allocation.method.valid()) {
        key.method = program.sort_key(allocation.method);
        key.line = line_of(points_to.store(), allocation);
      }
      const CodePlace context = points_to.context_place(object.context);
      if (context.method.valid()) {
        key.context_method = program.sort_key(context.method);
        key.context_line = line_of(points_to.store(), context);
      }
    }
    keys.push_back(key);
  }
  std::sort(keys.begin(), keys.end());
  numbers_.assign(graph.object_count(), 0);
  for (const SortKey& key : keys) {
    objects_.push_back(key.id);
    numbers_[key.id.value] = static_cast<std::uint32_t>(objects_.size());
  }
}

std::string ObjectNumbers::text(ObjectId id) const { return fmt::format("#{}", number(id)); }

std::string ObjectNumbers::type(ObjectId id) const {
  const std::string name = classfile::to_source_class(graph_.points_to().program().text(graph_.name(id)));
  return graph_.represented_class(id).valid() ? "class " + name : name;
}

std::string ObjectNumbers::place(const CodePlace& place) const {
  if (!place.method.valid()) return {};
  const std::uint32_t line = line_of(graph_.points_to().store(), place);
  const std::string method = graph_.points_to().program().describe(place.method);
  return line == 0 ? method : fmt::format("{} line {}", method, line);
}

std::string ObjectNumbers::allocation(ObjectId id) const {
  return id.value < graph_.points_to().object_count() ? place(graph_.points_to().allocation(id)) : std::string();
}

std::string ObjectNumbers::context(ObjectId id) const {
  if (id.value >= graph_.points_to().object_count()) return {};
  return place(graph_.points_to().context_place(graph_.points_to()[id].context));
}

}  // namespace snag
