#include "agent/jvm/reports.h"

#include <utility>

#include "classfile/descriptor.h"
#include "classfile/modified_utf8.h"

namespace snag::agent {
namespace {

wire::Place place_of(const instrument::CodePlace& where) {
  return {.class_name = classfile::to_source_class(where.class_name),
          .method = classfile::to_utf8(where.method),
          .descriptor = classfile::to_utf8(where.descriptor),
          .file = classfile::to_utf8(where.file),
          .line = where.line,
          .pc = where.pc};
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
  record.class_name = report.object_class;
  if (const std::optional<Fields::Field> field = fields_.find(report.field)) {
    record.field = classfile::to_source_class(field->owner) + '.' + classfile::to_utf8(field->name);
    record.is_static = field->is_static;
  } else if (record.class_name.ends_with("[]")) {
    record.field = record.class_name;
  }  // else the contents of a collection, which have no name
  for (const ReportedAccess& one : report.accesses) record.accesses.push_back(access(one));
  if (!record.is_static) {
    // With several places it may have been any of them.
    const std::vector<instrument::CodePlace> places =
        sites_.allocations(classfile::to_internal_class(report.object_class));
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
  wire::Access access{
      .write = of.write, .thread = of.thread, .locks = of.locks, .exact = of.exact, .stack = stacks_.frames(of.stack)};
  const std::optional<instrument::Site> site = sites_.find(of.site);
  if (!site) return access;
  wire::Place place = place_of(site->place);
  if (const auto index = static_cast<std::size_t>(of.index); index < site->accesses.size()) {
    place.line = site->accesses[index].line;
    place.pc = site->accesses[index].pc;
  }
  // A stack is shown only if it leads to the same method: it may have been taken at some other moment. The check stands
  // before the first access of its group, so that the innermost frame is at another instruction.
  const bool leads_there = !access.stack.empty() && access.stack.front().class_name == place.class_name &&
                           access.stack.front().method == place.method &&
                           access.stack.front().descriptor == place.descriptor;
  if (!leads_there) {
    access.stack.assign(1, {});
    access.exact = false;
  }
  access.stack.front() = std::move(place);
  return access;
}

std::optional<wire::Place> Reports::place(std::int32_t site) const {
  const std::optional<instrument::Site> found = sites_.find(site);
  if (!found) return std::nullopt;
  return place_of(found->place);
}

}  // namespace snag::agent
