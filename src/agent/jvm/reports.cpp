#include "agent/jvm/reports.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "agent/jvm/jvm.h"

namespace snag::agent {
namespace {

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

template <class Where>  // Site or AllocationPlace
wire::Place place_of(const Where& where) {
  return {.class_name = with_dots(classfile::to_utf8(where.class_name)),
          .method = classfile::to_utf8(where.method),
          .descriptor = classfile::to_utf8(where.descriptor),
          .file = classfile::to_utf8(where.file),
          .line = static_cast<std::uint16_t>(where.line)};
}

}  // namespace

std::size_t Reports::begin_session() {
  const std::lock_guard lock(mutex_);
  for (const std::string& record : kept_) trace_.write(record);
  return kept_.size();
}

std::int32_t Reports::add(const Report& report) {
  if (report.accesses.empty()) return 0;
  wire::Conflict record;
  record.id = ++count_;
  record.check = report.check;
  record.kind = report.kind;
  record.class_name = readable_class(report.object_class);
  std::optional<Fields::Field> field = fields_.find(report.field);
  if (!field) field = field_at(report.accesses.back());
  if (field) {
    record.field = with_dots(classfile::to_utf8(field->owner)) + '.' + classfile::to_utf8(field->name);
    record.is_static = field->is_static;
  } else if (record.class_name.ends_with("[]")) {
    record.field = record.class_name;
  }  // else the contents of a collection, which have no name
  for (const ReportedAccess& one : report.accesses) record.accesses.push_back(access(one));
  if (!record.is_static) {
    // With several places it may have been any of them.
    const std::vector<instrument::AllocationPlace> places = sites_.allocations(with_slashes(report.object_class));
    if (places.size() == 1) record.life.allocated.push_back(place_of(places.front()));
  }
  record.life.owner = report.first_owner;
  record.life.second_owner = report.second_owner;
  record.life.first_touched = place(report.first_site);
  record.life.escaped = place(report.escape_site);
  record.life.handed_over = stacks_.frames(report.handover_stack);
  if (record.life.handed_over.empty()) {
    if (std::optional<wire::Place> where = place(report.handover_site)) record.life.handed_over = {std::move(*where)};
  }
  const auto id = static_cast<std::int32_t>(record.id);
  std::string line = wire::to_line(std::move(record));
  {
    const std::lock_guard lock(mutex_);
    kept_.push_back(line);
  }
  trace_.write(std::move(line));
  return id;
}

void Reports::again(std::int32_t id, std::int32_t count) {
  if (id <= 0 || count <= 0) return;
  trace_.write(
      wire::to_line(wire::Again{.id = static_cast<std::uint64_t>(id), .count = static_cast<std::uint64_t>(count)}));
}

wire::Access Reports::access(const ReportedAccess& of) const {
  wire::Access access{.write = of.write, .thread = of.thread, .locks = of.locks, .exact = of.exact};
  const std::optional<wire::Place> site = place(of.site);
  if (of.line > 0) {
    access.line = static_cast<std::uint16_t>(of.line);
  } else if (site) {
    access.line = site->line;
  }
  access.stack = stacks_.frames(of.stack);
  if (!site) return access;
  const auto is_there = [&](const wire::Place& frame) {
    return frame.class_name == site->class_name && frame.method == site->method && frame.descriptor == site->descriptor;
  };
  // A stack of some other moment is shown only if it leads to the same method.
  if (access.stack.empty() || (!of.exact && !is_there(access.stack.front()))) {
    access.stack = {*site};
    access.exact = false;
  }
  // The check stands before the first access of its group; the stack has the line of the check.
  if (is_there(access.stack.front()) && access.line != 0) access.stack.front().line = access.line;
  return access;
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

std::optional<wire::Place> Reports::place(std::int32_t site) const {
  const std::optional<instrument::Site> found = sites_.find(site);
  if (!found) return std::nullopt;
  return place_of(*found);
}

}  // namespace snag::agent
