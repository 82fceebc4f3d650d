#include "sections/interference.h"

#include <algorithm>

#include "classfile/descriptor.h"
#include "program/annotations.h"

namespace snag::sections {

Unfit Interference::unfit(const Gap& gap, const Writer& writer) const {
  if (is_of_new_object(gap, writer)) return Unfit::kObjectIsNew;
  const bool excluded = std::any_of(gap.held.begin(), gap.held.end(), [&](const NamedLock& lock) {
    return analysis_.is_excluded_by(lock, gap.object, writer);
  });
  if (excluded) return Unfit::kExcluded;
  if (is_of_another_class(gap, writer)) return Unfit::kOtherObject;
  if (gap.key_is_locked && writer.key_is_locked) return Unfit::kOtherKey;
  if (gap.read != nullptr) {
    const AccessPath read = constant_key(*gap.read);
    if (read.known() && writer.key.known() && !(read == writer.key)) return Unfit::kOtherKey;
  }
  const CanInterfere* threads = analysis_.can_interfere();
  if (threads != nullptr && !threads->can_interfere(gap, writer)) return Unfit::kNotParallel;
  return is_for_tests(analysis_.calls().node_of(writer.place.method)) ? Unfit::kOnlyForTests : Unfit::kFit;
}

void Interference::consider(const Gap& gap, const Writer& writer, Choice& choice) const {
  choice.any = true;
  const Unfit why = unfit(gap, writer);
  choice.possible = choice.possible || may_interfere(why);
  if (why != Unfit::kFit) return;
  const ThreadsSeen seen = threads_seen(gap, writer);
  choice.threads = choice.shown == nullptr ? seen : std::max(choice.threads, seen);
  const std::uint32_t rank = rank_of(gap, writer, seen);
  if (choice.shown != nullptr && rank >= choice.rank) return;
  choice.shown = &writer;
  choice.rank = rank;
}

ThreadsSeen Interference::threads_seen(const Gap& gap, const Writer& writer) const {
  const CanInterfere* threads = analysis_.can_interfere();
  if (threads == nullptr) return ThreadsSeen::kNotAsked;
  auto excludes = [&](const NamedLock& lock) {
    return analysis_.is_excluded_by(lock, gap.object, writer, /*seen_callers=*/true);
  };
  const Locks& of_callers = analysis_.held_by_seen_callers(gap.reader);
  const bool excluded = std::any_of(gap.held.begin(), gap.held.end(), excludes) ||
                        std::any_of(of_callers.begin(), of_callers.end(), excludes);
  const ThreadsSeen seen = threads->threads_seen(gap, writer);
  if (threads->has_threads()) return excluded ? std::min(seen, ThreadsSeen::kUnderOneLock) : seen;
  // A library without threads still shows the locks of its own calls.
  return excluded || seen == ThreadsSeen::kUnderOneLock ? ThreadsSeen::kUnderOneLock : ThreadsSeen::kNoThreads;
}

// The lower, the better. What counts most comes first:
//   1. something calls it, and the program shows threads that do;
//   2. it can undo what was found out: for an element that is present, one that removes;
//   3. it is another method than T1's, which reads better;
//   4. it is not in a constructor or a class initializer, where it may be the last thing one would think of;
//   5. it holds locks, which shows that the two were meant to exclude each other.
// Among equals the first in the order of places.
std::uint32_t Interference::rank_of(const Gap& gap, const Writer& writer, ThreadsSeen seen) const {
  Calls& calls = analysis_.calls();
  const NodeId node = calls.node_of(writer.place.method);
  const bool makes = calls.is_constructor(node) || calls.is_class_initializer(node);
  std::uint32_t rank = static_cast<std::uint32_t>(ThreadsSeen::kNotAsked) - static_cast<std::uint32_t>(seen);
  for (bool worse :
       {!analysis_.is_called(node), writer.removes != gap.removal, node == gap.reader, makes, writer.locks.empty()}) {
    rank = rank * 2 + (worse ? 1 : 0);
  }
  return rank;
}

// The one place that asks whether an object is not shared yet where it is written.
bool Interference::is_of_new_object(const Gap& gap, const Writer& writer) const {
  Calls& calls = analysis_.calls();
  const Program& program = calls.program();
  const NodeId node = calls.node_of(writer.place.method);
  if (calls.is_class_initializer(node)) {
    // No other thread uses a class before it is initialized (JVMS 5.5).
    return !writer.object.known() && program[gap.field].owner == program[writer.place.method].owner;
  }
  const bool constructs = calls.is_constructor(node) || analysis_.only_constructs(node);
  return constructs && writer.object.is_parameter(0) && !program[writer.place.method].is_static();
}

bool Interference::is_of_another_class(const Gap& gap, const Writer& writer) const {
  Program& program = analysis_.calls().program();
  if (program[gap.field].is_static()) return false;
  const ClassId declaring = program[gap.field].owner;
  auto at_least_declaring = [&](ClassId type) {
    return type.valid() && program.is_subtype(type, declaring) ? type : declaring;
  };
  const ClassId one = at_least_declaring(class_of(gap.reader, gap.object));
  const ClassId other = at_least_declaring(class_of(analysis_.calls().node_of(writer.place.method), writer.object));
  return !program.is_subtype(one, other) && !program.is_subtype(other, one);
}

// The static type of an object; invalid if it is not known.
ClassId Interference::class_of(NodeId node, const AccessPath& object) const {
  Program& program = analysis_.calls().program();
  const ir::MethodIr& method = analysis_.calls().ir(node);
  const FieldId last = object.last_field();
  if (last.valid()) {
    // An element or the contents of what the field holds is of no known class.
    if (!object.steps().empty() && object.steps().back() != last.value) return {};
    const std::string_view type = classfile::class_of_descriptor(program.text(program[last].descriptor));
    return type.empty() || type[0] == '[' ? ClassId() : program.find_class(type);
  }
  if (!object.steps().empty()) return {};
  if (object.is_parameter(0) && !method.is_static()) return program[analysis_.calls().method(node)].owner;
  const ir::Instruction* value = nullptr;
  if (object.root() == AccessPath::Root::kLocal) {
    value = &method[ir::ValueId(object.detail())];
  } else if (object.root() == AccessPath::Root::kParameter) {
    for (std::uint32_t n = 0; n < method.blocks[0].end && value == nullptr; ++n) {
      const ir::Instruction& i = method.instructions[n];
      if (i.op == ir::Op::kParameter && i.payload == object.detail()) value = &i;
    }
  }
  if (value == nullptr || !value->type_name.valid()) return {};
  return program.text(value->type_name).starts_with('[') ? ClassId() : program.find_class(value->type_name);
}

// Annotated so or named so, unless the program itself calls it.
bool Interference::is_for_tests(NodeId node) const {
  Calls& calls = analysis_.calls();
  Program& program = calls.program();
  const Method& method = program[calls.method(node)];
  const std::string_view name = program.text(method.name);
  const bool named = name.ends_with("ForTest") || name.ends_with("ForTests") || name.ends_with("ForTesting");
  if (!named && !program.annotations(method.owner).has(method, AnnotationKind::kVisibleForTesting)) return false;
  return !calls.callers_are_known(node) || !analysis_.is_called(node);
}

}  // namespace snag::sections
