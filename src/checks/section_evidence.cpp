#include "checks/section_evidence.h"

#include <fmt/format.h>

#include <algorithm>

#include "checks/thread_story.h"
#include "classfile/descriptor.h"
#include "classfile/made_names.h"
#include "classfile/modified_utf8.h"
#include "findings/narrator.h"
#include "program/source_names.h"

namespace snag {

using sections::AccessPath;

namespace {

constexpr std::string_view kUnnamed = "…";  // AccessPath::text

// The value that a path begins with; null if it is not a value of the method.
const ir::Instruction* value_of(const ir::MethodIr& method, const AccessPath& path) {
  if (path.root() == AccessPath::Root::kLocal) return &method[ir::ValueId(path.detail())];
  for (std::uint32_t n = 0; n < method.blocks[0].end; ++n) {
    const ir::Instruction& i = method.instructions[n];
    if (i.op == ir::Op::kParameter && i.payload == path.detail()) return &i;
  }
  return nullptr;
}

}  // namespace

std::string without_parentheses(std::string name) {
  if (name.ends_with("()")) name.resize(name.size() - 2);
  return name;
}

Evidence SectionEvidence::at(ir::ValueId instruction) const {
  return evidence_at(step(Role::kNone, instruction, {}, {}));
}

sections::Place SectionEvidence::place(NodeId node, ir::ValueId instruction) const {
  const ir::MethodIr& method = calls_.ir(node);
  return {calls_.method(node), method.line(instruction), method[instruction].pc};
}

Step SectionEvidence::step(Role role, ir::ValueId instruction, std::vector<std::string> locks, std::string what) const {
  return step(role, place(effects_.node(), instruction), std::move(locks), std::move(what));
}

Step SectionEvidence::step(Role role, sections::Place place, std::vector<std::string> locks, std::string what) const {
  return step_at(calls_.program(), role, place, std::move(locks), std::move(what));
}

Subject SectionEvidence::subject(const sections::ReadOrigin& origin) const {
  FieldId field = origin.access->location.last_field();
  Subject subject{.field = field.valid() ? calls_.program().describe(field) : std::string(), .locks = {}, .id = field};
  std::vector<AccessPath> locks;
  for (sections::LockId lock : origin.locks) {
    if (!effects_.lock(lock).own) locks.push_back(effects_.lock(lock).path);
  }
  subject.locks = lock_names(locks);
  for (const AccessPath& lock : locks) subject.lock_keys.push_back(lock_key(effects_.node(), lock));
  return subject;
}

std::string SectionEvidence::short_name(const sections::Access& access) const {
  FieldId field = access.location.last_field();
  if (!field.valid()) {
    const std::string name = access.location.text(calls_.program(), calls_.references(), method_);
    return name == kUnnamed ? "a value" : name;
  }
  std::string name = field_name(field);
  AccessPath::Step last = access.location.steps().empty() ? 0 : access.location.steps().back();
  bool element = last != AccessPath::kContents && (last & AccessPath::kElementBit) != 0;
  return element ? "an element of " + name : name;
}

std::string SectionEvidence::field_name(FieldId field) const { return qualified_name(calls_.program(), field); }

bool SectionEvidence::is_made_for_access(MethodId id) const {
  const Method& method = calls_.program()[id];
  const std::string_view name = calls_.text(method.name);
  const bool synthetic = (method.access & classfile::kAccSynthetic) != 0;
  return synthetic && ((method.access & classfile::kAccBridge) != 0 || classfile::is_accessor(name));
}

std::string SectionEvidence::callee_name(MethodId id) const {
  const std::string_view name = calls_.text(calls_.program()[id].name);
  if (!classfile::is_accessor(name) || !is_made_for_access(id)) return called_name(calls_.program(), id);
  const NodeId node = calls_.node_of(id);
  std::string accessed;
  if (node.valid()) {
    for (const ir::Instruction& i : calls_.ir(node).instructions) {
      const bool field = i.op == ir::Op::kGetField || i.op == ir::Op::kPutField || i.op == ir::Op::kGetStatic ||
                         i.op == ir::Op::kPutStatic;
      if (!field && i.op != ir::Op::kInvoke) continue;
      const std::string_view member = calls_.text(calls_.references()[i.reference()].name);
      if (!classfile::is_accessor(member)) accessed = classfile::to_utf8(member) + (field ? "" : "()");
    }
  }
  return accessed.empty() ? "a private member" : accessed;
}

std::string SectionEvidence::call_name(ir::ValueId call) const {
  const ir::Instruction& i = method_[call];
  if (i.op != ir::Op::kInvoke) return {};
  const MethodId resolved = calls_.binding(i).resolved;
  if (resolved.valid()) return callee_name(resolved);
  return classfile::to_utf8(calls_.text(calls_.references()[i.reference()].name)) + "()";
}

std::string SectionEvidence::value_name(ir::ValueId value) const {
  const ir::Instruction& i = method_[value];
  if (i.local_name.valid()) return classfile::to_utf8(calls_.text(i.local_name));
  if (i.op == ir::Op::kInvoke) return call_name(value);
  if (i.op != ir::Op::kGetField && i.op != ir::Op::kGetStatic) return {};
  if (const FieldId field = calls_.field(i); field.valid()) {
    const std::string name = field_name(field);  // a variable that was captured has no class before it
    return name.ends_with(".this") ? name : name.substr(name.rfind('.') + 1);
  }
  return classfile::to_utf8(calls_.text(calls_.references()[i.reference()].name));
}

std::string SectionEvidence::lock_name(const AccessPath& path) const {
  std::string name = path.text(calls_.program(), calls_.references(), method_);
  return name == kUnnamed ? "a lock" : name;
}

std::vector<std::string> SectionEvidence::lock_names(const std::vector<AccessPath>& paths) const {
  std::vector<std::string> result;
  result.reserve(paths.size());
  for (const AccessPath& path : paths) result.push_back(lock_name(path));
  return result;
}

std::string SectionEvidence::lock_key(NodeId node, const AccessPath& path) const {
  return path.text(calls_.program(), calls_.references(), calls_.ir(node), AccessPath::Style::kFingerprint);
}

std::string SectionEvidence::name_from_elsewhere(NodeId there, const AccessPath& path, const KnownObject& known,
                                                 std::span<const NodeId> own) const {
  Program& program = calls_.program();
  const ir::MethodIr& elsewhere = calls_.ir(there);
  auto text = [&](const AccessPath& p) {
    std::string name = p.text(program, calls_.references(), elsewhere);
    return name == kUnnamed ? "a lock" : name;
  };
  const bool is_local = path.root() == AccessPath::Root::kParameter || path.root() == AccessPath::Root::kLocal;
  if (!is_local) return text(path);
  if (known.here.known() && path.starts_with(known.there)) {
    AccessPath here = known.here;
    bool translated = true;
    for (std::size_t n = known.there.steps().size(); n < path.steps().size(); ++n) {
      const AccessPath::Step step = path.steps()[n];
      const bool is_constant = (step & AccessPath::kElementBit) == 0 || step >= AccessPath::kConstantElement;
      translated = translated && is_constant;
      here = here.then(step);
    }
    if (translated && here.known()) return lock_name(here);
  }
  // The object that the name begins with: of an inner class the one around it, if it is named by that.
  AccessPath begin(path.root(), path.detail());
  const bool has_this = !elsewhere.is_static() && path.root() == AccessPath::Root::kParameter && path.detail() == 0;
  ClassId type = has_this ? program[calls_.method(there)].owner : ClassId();
  for (AccessPath::Step step : path.steps()) {
    const bool is_field = (step & AccessPath::kElementBit) == 0;
    if (!has_this || !is_field || !qualified_name(program, FieldId(step)).ends_with(".this")) break;
    begin = begin.then(step);
    const std::string_view outer = classfile::class_of_descriptor(program.text(program[FieldId(step)].descriptor));
    type = outer.empty() ? ClassId() : program.find_class(outer);
  }
  const std::string whole = text(path), first = text(begin);
  if (!whole.starts_with(first) || (!has_this && !has_variable(first))) return whole;
  if (!type.valid() && !has_this) {
    const ir::Instruction* value = value_of(elsewhere, begin);
    if (value != nullptr && value->type_name.valid()) type = program.find_class(value->type_name);
  }
  if (!type.valid()) return whole;
  const std::string simple = simple_name(program, type), rest = whole.substr(first.size());
  auto has_such_this = [&](NodeId node) {
    const Method& method = program[calls_.method(node)];
    return !method.is_static() && (program.is_subtype(method.owner, type) || program.is_subtype(type, method.owner));
  };
  const bool is_ambiguous = !has_this || std::any_of(own.begin(), own.end(), has_such_this);
  if (has_this && is_ambiguous && known.may_be_same && has_such_this(effects_.node())) return "this" + rest;
  if (!is_ambiguous && !simple.starts_with("anonymous ")) return simple + ".this" + rest;
  const std::string object = (is_ambiguous ? "another " : "the ") + simple;
  return rest.starts_with('.') ? object + "'s " + rest.substr(1) : object + rest;
}

// Whether the method has a variable or an argument of this name.
bool SectionEvidence::has_variable(const std::string& name) const {
  return std::any_of(method_.instructions.begin(), method_.instructions.end(), [&](const ir::Instruction& i) {
    if (i.local_name.valid()) return classfile::to_utf8(calls_.text(i.local_name)) == name;
    return i.op == ir::Op::kParameter &&
           AccessPath(AccessPath::Root::kParameter, i.payload).text(calls_.program(), calls_.references(), method_) ==
               name;
  });
}

std::string SectionEvidence::cause_in_callees(const sections::Place& first, const sections::Place& second) const {
  const Program& program = calls_.program();
  return fmt::format("{}:{} {}:{}", program.describe(first.method), first.pc, program.describe(second.method),
                     second.pc);
}

std::vector<Step> SectionEvidence::read(const sections::ReadOrigin& origin, const std::vector<std::string>& locks,
                                        const std::string& what) const {
  return steps_of(Role::kRead, origin.read, *origin.access, locks, what);
}

std::vector<Step> SectionEvidence::write(ir::ValueId at, const sections::Access& access,
                                         const std::vector<std::string>& locks, const std::string& what) const {
  return steps_of(Role::kWrite, at, access, locks, what);
}

std::vector<Step> SectionEvidence::steps_of(Role role, ir::ValueId at, const sections::Access& access,
                                            const std::vector<std::string>& locks, const std::string& what) const {
  const sections::Place& in_callee = access.place;
  if (!in_callee.method.valid() || (access.depth <= 1 && is_made_for_access(in_callee.method))) {
    Step here = step(role, at, locks, what);
    here.by_accessor = in_callee.method.valid();
    return {here};
  }
  return {step(Role::kCall, at, {}, call_name(at)), step(role, in_callee, locks, what)};
}

void SectionEvidence::add_interference(const sections::ReadOrigin& origin, ir::ValueId at, const sections::Access* act,
                                       std::vector<sections::NamedLock> held, Evidence& evidence) const {
  const AccessPath& location = origin.access->location;
  const sections::Gap gap{.reader = effects_.node(),
                          .field = location.last_field(),
                          .object = location.owner_of_last_field(),
                          .read = origin.access,
                          .held = std::move(held),
                          .act = method_[at].pc,
                          .removal = act != nullptr && act->location.ends_in_contents() && !act->keyed};
  evidence.threads_seen = sections::threads_if_nothing_is_seen(analysis_);
  if (!gap.field.valid()) return;
  // What was found, by its position or because there was something, is missed only if something is taken out or the
  // whole is replaced.
  const bool needs_removal = gap.removal && (act->removes || act->only_reads);
  const auto choice = sections::Interference(analysis_).choose(
      gap, [&](const sections::Writer& writer) { return !needs_removal || writer.removes || !writer.contents; });
  if (choice.shown != nullptr) {
    const NodeId own[] = {effects_.node()};
    evidence.threads.push_back(
        {"T2", {interference(*choice.shown, gap.object, !gap.held.empty(), own, short_name(*origin.access))}});
  }
  evidence.dismissals.add(Dismissal::kNothingInBetween, choice.any && !choice.possible);
  evidence.threads_seen = choice.threads;
}

Step SectionEvidence::interference(const sections::Writer& writer, const AccessPath& object, bool holds_on,
                                   std::span<const NodeId> own, std::string what) const {
  std::vector<std::string> locks;
  const NodeId there = calls_.node_of(writer.place.method);
  // T2 runs on T1's `this`, unless that contradicts what is known: T1 holds it all the time, or is known to T2 as
  // something else than its `this`.
  auto is_this = [](const AccessPath& path) {
    return path.root() == AccessPath::Root::kParameter && path.detail() == 0;
  };
  const bool here = is_this(object) && !method_.is_static();
  const bool elsewhere = is_this(writer.object) && !calls_.ir(there).is_static();
  const bool differs = here && (elsewhere ? object.steps() != writer.object.steps() : object.steps().empty());
  const KnownObject known{.here = object, .there = writer.object, .may_be_same = !holds_on && !differs};
  for (const sections::NamedLock& lock : writer.locks) {
    locks.push_back(name_from_elsewhere(there, lock.path, known, own));
  }
  return step(Role::kWrite, writer.place, std::move(locks), std::move(what));
}

void weigh_threads(Harm harm, bool says_little, Evidence& evidence) {
  using sections::ThreadsSeen;
  ThreadsSeen& seen = evidence.threads_seen;
  if (seen == ThreadsSeen::kNotAsked) return;
  if (says_little && seen == ThreadsSeen::kNoThreads) seen = ThreadsSeen::kNotBoth;
  const bool is_seen = seen == ThreadsSeen::kBoth || seen == ThreadsSeen::kNoThreads;
  const bool is_likely = seen == ThreadsSeen::kInOneHolder && harm == Harm::kLikely;
  if (is_likely || (is_seen && harm != Harm::kDoubtful)) return;
  evidence.severity = Severity::kLow;
  if (harm == Harm::kDoubtful && evidence.benign == Benign::kNo) evidence.benign = Benign::kOnlyIfDifferent;
}

}  // namespace snag
