#include "agent/jvm/reports.h"

#include <algorithm>
#include <string_view>

#include "agent/jvm/jvm.h"

namespace snag::agent {
namespace {

constexpr std::array<std::string_view, 2> kChecks{"object-race", "object-consistency"};
constexpr std::array<std::string_view, 3> kKinds{"write-write", "read-write", "write-read"};

template <std::size_t kCount>
std::string name_at(const std::array<std::string_view, kCount>& names, std::int32_t i) {
  return i >= 0 && static_cast<std::size_t>(i) < kCount ? std::string(names[static_cast<std::size_t>(i)]) : "unknown";
}

// Class.getName says [Lapp.Account; and [[I of arrays; people say app.Account[] and int[][].
std::string readable_class(std::string_view name) {
  std::string brackets;
  while (name.starts_with('[')) {
    name.remove_prefix(1);
    brackets += "[]";
  }
  if (brackets.empty()) return std::string(name);
  if (name.starts_with('L') && name.ends_with(';')) return std::string(name.substr(1, name.size() - 2)) + brackets;
  constexpr std::array<std::pair<char, std::string_view>, 8> kPrimitives{{{'Z', "boolean"},
                                                                          {'B', "byte"},
                                                                          {'C', "char"},
                                                                          {'S', "short"},
                                                                          {'I', "int"},
                                                                          {'J', "long"},
                                                                          {'F', "float"},
                                                                          {'D', "double"}}};
  for (const auto& [letter, word] : kPrimitives) {
    if (name.size() == 1 && name.front() == letter) return std::string(word) + brackets;
  }
  return std::string(name) + brackets;
}

std::string with_slashes(std::string name) {
  std::replace(name.begin(), name.end(), '.', '/');
  return name;
}

template <class Place>  // Site or AllocationPlace
Frame frame_of(const Place& place) {
  return {.class_name = with_dots(classfile::to_utf8(place.class_name)),
          .method = classfile::to_utf8(place.method),
          .descriptor = classfile::to_utf8(place.descriptor),
          .file = classfile::to_utf8(place.file),
          .line = place.line};
}

}  // namespace

std::size_t Reports::begin_session() {
  const std::lock_guard lock(mutex_);
  for (const std::string& record : kept_) trace_.write(record);
  return kept_.size();
}

std::int32_t Reports::add(const Report& report) {
  FindingRecord record;
  record.id = ++count_;
  record.check = name_at(kChecks, report.check);
  record.kind = name_at(kKinds, report.kind);
  record.class_name = readable_class(report.object_class);
  std::optional<Fields::Field> field = fields_.find(report.field);
  if (!field) field = field_at(report.second);
  if (field) {
    record.field = with_dots(classfile::to_utf8(field->owner)) + '.' + classfile::to_utf8(field->name);
    record.is_static = field->is_static;
  } else if (record.class_name.ends_with("[]")) {
    record.field = record.class_name;
  }  // else the contents of a collection, which have no name
  record.first = access(report.first);
  record.second = access(report.second);
  if (!record.is_static) {
    // With several places it may have been any of them.
    const std::vector<instrument::AllocationPlace> places = sites_.allocations(with_slashes(report.object_class));
    if (places.size() == 1) record.allocated.push_back(frame_of(places.front()));
  }
  record.owner = report.life.owner;
  record.second_owner = report.life.second_owner;
  record.first_touched = place(report.life.first_touch);
  record.handed_over = stacks_.frames(report.life.hand_over_stack);
  if (record.handed_over.empty()) record.handed_over = place(report.life.hand_over);
  record.escaped = place(report.life.escape);
  std::string json = to_json(record);
  {
    const std::lock_guard lock(mutex_);
    kept_.push_back(json);
  }
  trace_.write(std::move(json));
  return static_cast<std::int32_t>(record.id);
}

void Reports::again(std::int32_t id, std::int32_t count) {
  if (id <= 0 || count <= 0) return;
  trace_.write(again_to_json(static_cast<std::uint32_t>(id), static_cast<std::uint32_t>(count)));
}

AccessRecord Reports::access(const ReportedAccess& of) const {
  AccessRecord record{.write = of.write, .thread = of.thread, .locks = of.locks, .exact = of.exact};
  const Frames site = place(of.site);
  if (of.line > 0) {
    record.line = static_cast<std::uint32_t>(of.line);
  } else if (!site.empty()) {
    record.line = site.front().line;
  }
  record.stack = stacks_.frames(of.stack);
  if (site.empty()) return record;
  const auto is_there = [&](const Frame& frame) {
    return frame.class_name == site.front().class_name && frame.method == site.front().method &&
           frame.descriptor == site.front().descriptor;
  };
  // A stack of some other moment is shown only if it leads to the same method.
  if (record.stack.empty() || (!of.exact && !is_there(record.stack.front()))) {
    record.stack = site;
    record.exact = false;
  }
  // The check stands before the first access of its group; the stack has the line of the check.
  if (is_there(record.stack.front()) && record.line != 0) record.stack.front().line = record.line;
  return record;
}

// With --granularity object the runtime names no field: the one that the access is about.
std::optional<Fields::Field> Reports::field_at(const ReportedAccess& of) const {
  const std::optional<instrument::Site> site = sites_.find(of.site);
  if (!site) return std::nullopt;
  const instrument::SiteAccess* best = nullptr;
  for (const instrument::SiteAccess& access : site->accesses) {
    if (access.owner.empty()) continue;
    const bool fits = access.line == of.line && (access.access == instrument::Access::kWrite) == of.write;
    if (best == nullptr || fits) best = &access;
    if (fits) break;
  }
  if (best == nullptr) return std::nullopt;
  const auto resolved = sites_.resolve(best->owner, best->name, best->descriptor);
  return Fields::Field{resolved ? resolved->owner : best->owner, best->name, best->is_static};
}

Frames Reports::place(std::int32_t site) const {
  const std::optional<instrument::Site> found = sites_.find(site);
  if (!found) return {};
  return {frame_of(*found)};
}

}  // namespace snag::agent
