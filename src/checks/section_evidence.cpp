#include "checks/section_evidence.h"

#include <algorithm>
#include <tuple>

#include "classfile/descriptor.h"
#include "classfile/modified_utf8.h"

namespace snag {

using sections::AccessPath;

std::string without_parentheses(std::string name) {
  if (name.ends_with("()")) name.resize(name.size() - 2);
  return name;
}

Evidence SectionEvidence::at(ir::ValueId instruction) const {
  Step place = step(Role::kNone, instruction, {}, {});
  Evidence evidence;
  evidence.class_name = std::move(place.class_name);
  evidence.method = std::move(place.method);
  evidence.file = std::move(place.file);
  evidence.line = place.line;
  evidence.position = place.position;
  return evidence;
}

sections::Place SectionEvidence::place(NodeId node, ir::ValueId instruction) const {
  const ir::MethodIr& method = calls_.ir(node);
  return {calls_.method(node), method.line(instruction), method[instruction].pc};
}

Step SectionEvidence::step(Role role, ir::ValueId instruction, std::vector<std::string> locks, std::string what) const {
  return step(role, place(effects_.node(), instruction), std::move(locks), std::move(what));
}

Step SectionEvidence::step(Role role, sections::Place place, std::vector<std::string> locks, std::string what) const {
  const Program& program = calls_.program();
  const Method& method = program[place.method];
  const Class& owner = program[method.owner];
  return {.role = role,
          .class_name = program.describe(method.owner),
          .method = classfile::to_source_method(program.text(method.name), program.text(method.descriptor)),
          .file = owner.synthetic ? std::string() : classfile::to_utf8(classfile::source_file(owner.file)),
          .line = place.line,
          .locks = std::move(locks),
          .note = {},
          .what = std::move(what),
          .position = {method.owner, place.method, place.pc}};
}

Subject SectionEvidence::subject(const sections::ReadOrigin& origin) const {
  FieldId field = origin.access->location.last_field();
  Subject subject{.field = field.valid() ? calls_.program().describe(field) : std::string(), .locks = {}, .id = field};
  std::vector<AccessPath> locks;
  for (sections::LockId lock : origin.locks) {
    if (!effects_.lock(lock).own) locks.push_back(effects_.lock(lock).path);
  }
  subject.locks = lock_names(locks);
  return subject;
}

std::string SectionEvidence::short_name(const sections::Access& access) const {
  FieldId field = access.location.last_field();
  if (!field.valid()) return access.location.text(calls_.program(), calls_.references(), method_);
  std::string name = field_name(field);
  AccessPath::Step last = access.location.steps().empty() ? 0 : access.location.steps().back();
  bool element = last != AccessPath::kContents && (last & AccessPath::kElementBit) != 0;
  return element ? "an element of " + name : name;
}

std::string SectionEvidence::field_name(FieldId field) const {
  const Program& program = calls_.program();
  std::string owner = program.describe(program[field].owner);
  owner = owner.substr(owner.find_last_of(".$") + 1);
  return owner + "." + classfile::to_utf8(program.text(program[field].name));
}

std::string SectionEvidence::call_name(ir::ValueId call) const {
  const ir::Instruction& i = method_[call];
  if (i.op != ir::Op::kInvoke) return {};
  return classfile::to_utf8(calls_.text(calls_.references()[i.reference()].name)) + "()";
}

std::string SectionEvidence::value_name(ir::ValueId value) const {
  const ir::Instruction& i = method_[value];
  if (i.local_name.valid()) return classfile::to_utf8(calls_.text(i.local_name));
  if (i.op == ir::Op::kInvoke) return call_name(value);
  bool field = i.op == ir::Op::kGetField || i.op == ir::Op::kGetStatic;
  if (field) return classfile::to_utf8(calls_.text(calls_.references()[i.reference()].name));
  return {};
}

std::vector<std::string> SectionEvidence::lock_names(const std::vector<AccessPath>& paths) const {
  std::vector<std::string> result;
  result.reserve(paths.size());
  for (const AccessPath& path : paths) result.push_back(path.text(calls_.program(), calls_.references(), method_));
  return result;
}

std::vector<Step> SectionEvidence::read(const sections::ReadOrigin& origin, const std::vector<std::string>& locks,
                                        const std::string& what) const {
  const sections::Place& in_callee = origin.access->place;
  if (!in_callee.method.valid()) return {step(Role::kRead, origin.read, locks, what)};
  return {step(Role::kCall, origin.read, {}, call_name(origin.read)), step(Role::kRead, in_callee, locks, what)};
}

void SectionEvidence::add_interference(const sections::ReadOrigin& origin, const sections::Access* act,
                                       Evidence& evidence) const {
  MethodId self = calls_.method(effects_.node());
  // The writer that can undo what was found out: for an element that is present, one that removes. Preferably one with
  // locks, which shows that the two were meant to exclude each other, and in another method, which reads better.
  bool removal = act != nullptr && act->location.ends_in_contents() && !act->keyed;
  auto rank = [&](const sections::Writer& writer) {
    return std::tuple(writer.removes != removal, writer.locks.empty(), writer.place.method == self);
  };
  const sections::Writer* best = nullptr;
  // Of very many only the first are compared: 12,000 methods that each increment one field have 12,000 findings.
  constexpr std::size_t kMaximumWriters = 1000;
  std::span<const sections::Writer> writers = analysis_.writers(origin.access->location.last_field());
  for (const sections::Writer& writer : writers.first(std::min(writers.size(), kMaximumWriters))) {
    if (best == nullptr || rank(writer) < rank(*best)) best = &writer;
  }
  if (best != nullptr) evidence.threads.push_back({"T2", {interference(*best, short_name(*origin.access))}});
}

Step SectionEvidence::interference(const sections::Writer& writer, std::string what) const {
  std::vector<std::string> locks;
  const ir::MethodIr& there = calls_.ir(calls_.node_of(writer.place.method));
  for (const sections::NamedLock& lock : writer.locks) {
    locks.push_back(lock.path.text(calls_.program(), calls_.references(), there));
  }
  return step(Role::kWrite, writer.place, std::move(locks), std::move(what));
}

}  // namespace snag
