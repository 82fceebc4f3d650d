#include "execution/thread_interference.h"

#include <algorithm>

#include "classfile/language_names.h"

namespace snag {

using ir::Op;
using ir::ValueId;
using sections::AccessPath;
using sections::ThreadsSeen;

namespace {

// The instruction at a position that touches memory or calls; invalid if there is none.
ValueId instruction_at(const ir::MethodIr& method, std::uint32_t pc) {
  for (std::uint32_t n = 0; n < method.instructions.size(); ++n) {
    const ir::Instruction& i = method.instructions[n];
    if (i.pc == pc && i.op >= Op::kNew && i.op <= Op::kMonitorExit) return ValueId(n);
  }
  return {};
}

}  // namespace

ThreadInterference::ThreadInterference(const WholeProgramAnalysis& program, sections::Analysis& sections)
    : program_(program),
      sections_(sections),
      concurrency_(program.concurrency()),
      paths_(program.heap()),
      own_(program.heap(), program.threads(), program.ownership(), sections.calls()),
      chains_(program.chains()) {
  for (std::uint32_t t = 0; t < program.threads().size(); ++t) {
    has_threads_ = has_threads_ || Concurrency::is_own(program.threads()[ThreadId(t)].kind);
  }
}

std::vector<ThreadInterference::Side> ThreadInterference::sides(MethodId method, std::uint32_t pc,
                                                                const AccessPath& object, bool contents,
                                                                std::span<const sections::NamedLock> held) const {
  std::vector<Side> result;
  const ir::MethodIr* ir = program_.points_to().store().get(method);
  const ValueId at = ir == nullptr ? ValueId() : instruction_at(*ir, pc);
  for (MethodInstanceId instance : program_.points_to().instances_of(method)) {
    if (program_.threads().threads_of(instance).empty()) continue;
    Side side{.instance = instance, .at = at, .objects = {}, .held = {}, .held_as_seen = {}};
    side.own_field = !contents && object.is_parameter(0) && !program_.points_to().program()[method].is_static();
    if (object.known()) side.objects = paths_.objects(instance, object);
    for (const sections::NamedLock& lock : held) {
      const std::vector<ObjectId> locks = paths_.objects(instance, lock.path);
      if (locks.size() == 1) side.held.push_back({locks[0], lock.mode});
      if (program_.heap().are_of_one_class(locks)) side.held_as_seen.push_back({locks[0], lock.mode});
    }
    result.push_back(std::move(side));
  }
  return result;
}

// Calls `pair(x, y)` for threads that run the two sides and may overlap there, until it returns true.
template <class Pair>
bool ThreadInterference::any_overlap(const Side& a, const Side& b, Pair&& pair) const {
  return concurrency_.any_overlap({a.instance, a.at}, {b.instance, b.at}, [&](ThreadId x, ThreadId y) {
    // Each of two threads that run on an object of their own has another one.
    const bool apart = a.own_field && b.own_field && own_.is_own(x, a.instance) && own_.is_own(y, b.instance);
    return !apart && pair(x, y);
  });
}

// Whether there is an object that both may have at the same time.
bool ThreadInterference::meet(const Side& a, const Side& b) const {
  // A static field, or a name that means nothing here.
  if (a.objects.empty() || b.objects.empty()) return !is_excluded(a, b, {});
  return std::any_of(a.objects.begin(), a.objects.end(), [&](ObjectId object) {
    return program_.execution().is_shared(object) && std::binary_search(b.objects.begin(), b.objects.end(), object) &&
           !is_excluded(a, b, object);
  });
}

// Whether threads that the program itself starts have one object there. Objects of one kind are not enough: each thread
// may have one of its own. One object is a class, or one that is made once. Of an account in the bank's only map of
// accounts it is likely that two different threads find it there.
ThreadsSeen ThreadInterference::threads_of(const sections::Gap& gap, const Side& a, const Side& b) const {
  const Threads& threads = program_.threads();
  // The main of one of several programs says little, and so do threads that are perhaps one, and long ways.
  auto own = [&](ThreadId x, ThreadId y) {
    return Concurrency::are_own(threads[x].kind, threads[y].kind) && !concurrency_.is_one_of_several_mains(x) &&
           !concurrency_.is_one_of_several_mains(y) && concurrency_.are_evidently_two(x, y) &&
           chains_.is_believed(x, a.instance, a.at) && chains_.is_believed(y, b.instance, b.at);
  };
  if (!any_overlap(a, b, own)) return ThreadsSeen::kNotBoth;
  if (program_.points_to().program()[gap.field].is_static()) return ThreadsSeen::kBoth;
  const HeapShapeGraph& heap = program_.heap();
  ThreadsSeen result = ThreadsSeen::kNotBoth;
  for (ObjectId object : a.objects) {
    if (!program_.execution().is_shared(object) || !std::binary_search(b.objects.begin(), b.objects.end(), object) ||
        is_excluded(a, b, object)) {
      continue;
    }
    if (heap.has(object, ObjectProperty::kUnique)) return ThreadsSeen::kBoth;
    if (result == ThreadsSeen::kInOneHolder) continue;
    std::vector<HeapShapeGraph::IncomingField> holders = heap.incoming(object);
    std::erase_if(holders, [&](const auto& holder) { return !heap.has(holder.from, ObjectProperty::kUnique); });
    if (holders.empty()) continue;  // as a rule: comparing all threads for each object takes long
    const bool found = any_overlap(a, b, [&](ThreadId x, ThreadId y) {
      return x != y && own(x, y) && std::any_of(holders.begin(), holders.end(), [&](const auto& holder) {
               const ThreadSet& users = program_.execution().threads_of(holder.from);
               return users.contains(x) && users.contains(y);
             });
    });
    if (found) result = ThreadsSeen::kInOneHolder;
  }
  return result;
}

// Whether all ways to the two sides hold a lock that protects the object; it may be invalid.
bool ThreadInterference::is_excluded(const Side& a, const Side& b, ObjectId object) const {
  const Execution& execution = program_.execution();
  return Concurrency::all_ways_exclude({a.held, execution.entry_locks(a.instance)},
                                       {b.held, execution.entry_locks(b.instance)},
                                       [&](ObjectId lock) { return concurrency_.protects(lock, object); });
}

// The same for the calls that are seen, where one abstract lock is taken for one lock, if several threads can have it.
bool ThreadInterference::is_excluded_as_seen(const Side& a, const Side& b) const {
  const Execution& execution = program_.execution();
  const std::span<const ObjectLocks> ways = execution.entry_locks_of_seen_callers(a.instance);
  const std::span<const ObjectLocks> other_ways = execution.entry_locks_of_seen_callers(b.instance);
  // Two things that clients make belong together or not, as they like.
  auto is_made_here = [&](ObjectId object) {
    return program_.heap().represented_class(object).valid() || program_.points_to().allocation(object).method.valid();
  };
  const bool of_clients = !a.objects.empty() && std::none_of(a.objects.begin(), a.objects.end(), is_made_here);
  return ways.empty() || other_ways.empty() ||
         Concurrency::all_ways_exclude({a.held_as_seen, ways}, {b.held_as_seen, other_ways}, [&](ObjectId lock) {
           return program_.heap().has(lock, ObjectProperty::kGlobal) && (is_made_here(lock) || !of_clients);
         });
}

bool ThreadInterference::owns_its_object(const sections::Writer& writer) const {
  const NodeId node = sections_.calls().node_of(writer.place.method);
  if (!node.valid()) return false;
  const ir::MethodIr& method = sections_.calls().ir(node);
  const ValueId at = instruction_at(method, writer.place.pc);
  if (!at.valid() || method[at].operand_count == 0 || method[at].op == Op::kPutStatic) return false;
  // The object that has the field: of a call on a collection in a field, the one with that field.
  ValueId base = method.operands(at)[0];
  if (method[at].op != Op::kPutField) {
    const ir::Instruction& loaded = method[method.without_casts(base)];
    if (loaded.op != Op::kGetField) return program_.ownership().is_owned(node, at, base);
    base = method.operands(loaded)[0];
  }
  return program_.ownership().is_owned(node, at, base);
}

// Nobody gets at an object that the reader still has for itself where it acts.
bool ThreadInterference::owns_its_object(const sections::Gap& gap) const {
  if (!gap.object.known() || gap.act == sections::Gap::kNoPosition) return false;
  sections::MethodEffects effects = sections_.effects(gap.reader);
  const ir::MethodIr& method = effects.method();
  const ValueId at = instruction_at(method, gap.act);
  if (!at.valid()) return false;
  const std::span<const ValueId> operands = method.operands(at);
  return std::any_of(operands.begin(), operands.end(), [&](ValueId operand) {
    return method[operand].type == ir::Type::kReference && effects.path(operand) == gap.object &&
           program_.ownership().is_owned(gap.reader, at, operand);
  });
}

template <class Met>
bool ThreadInterference::for_each_meeting(const sections::Gap& gap, const sections::Writer& writer, Met&& met) const {
  // A thread that has not started when the reader acts, or has ended then, had not started or has ended before: the gap
  // ends there.
  const MethodId reader = sections_.calls().method(gap.reader);
  const std::vector<Side> readers = sides(reader, gap.act, gap.object, writer.contents, gap.held);
  const std::vector<Side> writers =
      sides(writer.place.method, writer.place.pc, writer.object, writer.contents, writer.locks);
  if (readers.empty() || writers.empty()) return false;
  auto anyone = [](ThreadId, ThreadId) { return true; };
  for (const Side& a : readers) {
    for (const Side& b : writers) {
      if (any_overlap(a, b, anyone) && meet(a, b) && met(a, b)) return true;
    }
  }
  return true;
}

bool ThreadInterference::can_interfere(const sections::Gap& gap, const sections::Writer& writer) const {
  const MethodId reader = sections_.calls().method(gap.reader);
  if (!program_.reaches(reader) || !program_.reaches(writer.place.method)) return true;
  std::lock_guard lock(mutex_);
  if (owns_its_object(writer) || owns_its_object(gap)) return false;
  bool any = false;
  const bool known = for_each_meeting(gap, writer, [&](const Side&, const Side&) { return any = true; });
  return any || !known;
}

ThreadsSeen ThreadInterference::threads_seen(const sections::Gap& gap, const sections::Writer& writer) const {
  std::lock_guard lock(mutex_);
  ThreadsSeen result = ThreadsSeen::kNotCalled;
  for_each_meeting(gap, writer, [&](const Side& a, const Side& b) {
    result = std::max(result, is_excluded_as_seen(a, b) ? ThreadsSeen::kUnderOneLock : threads_of(gap, a, b));
    return result == ThreadsSeen::kBoth;
  });
  return result;
}

}  // namespace snag
