#include "checks/section_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "classfile/descriptor.h"
#include "classfile/modified_utf8.h"

namespace snag {

using sections::AccessPath;

std::string quoted(const std::string& lock) {
  const bool is_name = !lock.starts_with("a ") && !lock.starts_with("one ");
  return is_name ? "`" + lock + "`" : lock;
}

Step SectionWords::place_of(MethodId id, std::uint32_t line) const {
  const Program& program = calls_.program();
  const Method& method = program[id];
  Step step;
  step.class_name = program.describe(method.owner);
  step.method = classfile::to_source_method(program.text(method.name), program.text(method.descriptor));
  const Class& owner = program[method.owner];
  if (!owner.synthetic) step.file = classfile::to_utf8(classfile::source_file(owner.file));
  step.line = line;
  return step;
}

Finding SectionWords::at(ir::ValueId instruction) const {
  Step place = place_of(calls_.method(effects_.node()), method_.line(instruction));
  Finding finding;
  finding.class_name = place.class_name;
  finding.method = place.method;
  finding.file = place.file;
  finding.line = place.line;
  return finding;
}

Step SectionWords::step(std::string role, ir::ValueId instruction, std::vector<std::string> locks,
                        std::string note) const {
  return step(std::move(role), {calls_.method(effects_.node()), method_.line(instruction)}, std::move(locks),
              std::move(note));
}

Step SectionWords::step(std::string role, sections::Place place, std::vector<std::string> locks,
                        std::string note) const {
  Step result = place_of(place.method, place.line);
  result.role = std::move(role);
  result.locks = std::move(locks);
  result.note = std::move(note);
  return result;
}

std::string SectionWords::short_name(const sections::Access& access) const {
  FieldId field = access.location.last_field();
  if (!field.valid()) return access.location.text(calls_.program(), calls_.references(), method_);
  std::string name = field_name(field);
  AccessPath::Step last = access.location.steps().empty() ? 0 : access.location.steps().back();
  bool element = last != AccessPath::kContents && (last & AccessPath::kElementBit) != 0;
  return element ? "an element of " + name : name;
}

std::string SectionWords::field_name(FieldId field) const {
  const Program& program = calls_.program();
  std::string owner = program.describe(program[field].owner);
  owner = owner.substr(owner.find_last_of(".$") + 1);
  return owner + "." + classfile::to_utf8(program.text(program[field].name));
}

std::string SectionWords::full_name(const sections::Access& access) const {
  FieldId field = access.location.last_field();
  return field.valid() ? calls_.program().describe(field) : std::string();
}

std::string SectionWords::call_name(ir::ValueId call) const {
  const ir::Instruction& i = method_[call];
  if (i.op != ir::Op::kInvoke) return {};
  return classfile::to_utf8(calls_.text(calls_.references()[i.reference()].name)) + "()";
}

std::string SectionWords::value_name(ir::ValueId value) const {
  const ir::Instruction& i = method_[value];
  if (i.local_name.valid()) return classfile::to_utf8(calls_.text(i.local_name));
  if (i.op == ir::Op::kInvoke) return call_name(value);
  bool field = i.op == ir::Op::kGetField || i.op == ir::Op::kGetStatic;
  if (field) return classfile::to_utf8(calls_.text(calls_.references()[i.reference()].name));
  return {};
}

std::string SectionWords::lock_name(sections::LockId lock) const {
  return effects_.lock(lock).path.text(calls_.program(), calls_.references(), method_);
}

std::vector<std::string> SectionWords::lock_names(const std::vector<AccessPath>& paths) const {
  std::vector<std::string> result;
  result.reserve(paths.size());
  for (const AccessPath& path : paths) result.push_back(path.text(calls_.program(), calls_.references(), method_));
  return result;
}

std::vector<std::string> SectionWords::protecting(const sections::ReadOrigin& origin) const {
  std::vector<std::string> result;
  for (sections::LockId lock : origin.locks) {
    if (!effects_.lock(lock).own) result.push_back(lock_name(lock));
  }
  return result;
}

std::string SectionWords::through(const sections::Access& access, ir::ValueId at) const {
  return access.place.method.valid() ? call_name(at) : std::string();
}

std::vector<Step> SectionWords::interference(const sections::ReadOrigin& origin, const sections::Access* act) const {
  MethodId self = calls_.method(effects_.node());
  // Who can undo what was found out: for an element that is there, one who removes; rather with locks, as that shows
  // that the two were meant to exclude each other; rather another method than this one, as that reads better.
  bool removal = act != nullptr && act->location.ends_in_contents() && !act->keyed;
  auto rank = [&](const sections::Writer& writer) {
    return std::tuple(writer.removes != removal, writer.locks.empty(), writer.place.method == self);
  };
  const sections::Writer* best = nullptr;
  // Of very many the first will do: 12,000 methods that each count up one field have 12,000 findings.
  constexpr std::size_t kMaximumWriters = 1000;
  std::span<const sections::Writer> writers = analysis_.writers(origin.access->location.last_field());
  for (const sections::Writer& writer : writers.first(std::min(writers.size(), kMaximumWriters))) {
    if (best == nullptr || rank(writer) < rank(*best)) best = &writer;
  }
  if (best == nullptr) return {};
  return {interference(*best, short_name(*origin.access))};
}

Step SectionWords::interference(const sections::Writer& writer, const std::string& what) const {
  std::vector<std::string> locks;
  const ir::MethodIr& there = calls_.ir(calls_.node_of(writer.place.method));
  for (const sections::NamedLock& lock : writer.locks) {
    locks.push_back(lock.path.text(calls_.program(), calls_.references(), there));
  }
  return step("write", writer.place, std::move(locks), what + " may change here, in between");
}

}  // namespace snag
