#include "execution/thread_interference.h"

#include <algorithm>

namespace snag {

using ir::Op;
using ir::ValueId;
using sections::AccessPath;

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

std::vector<ThreadInterference::Side> ThreadInterference::sides(MethodId method, std::uint32_t pc,
                                                                const AccessPath& object) const {
  std::vector<Side> result;
  const ir::MethodIr* ir = program_.points_to().store().get(method);
  const ValueId at = ir == nullptr ? ValueId() : instruction_at(*ir, pc);
  for (MethodInstanceId instance : program_.points_to().instances_of(method)) {
    if (program_.threads().threads_of(instance).empty()) continue;
    Side side{instance, at, {}};
    if (object.known()) side.objects = paths_.objects(instance, object);
    result.push_back(std::move(side));
  }
  return result;
}

bool ThreadInterference::overlap(const Side& a, const Side& b) const {
  const Threads& threads = program_.threads();
  bool found = false;
  threads.threads_of(a.instance).for_each([&](ThreadId x) {
    threads.threads_of(b.instance).for_each([&](ThreadId y) {
      if (found || !threads.may_run_in_parallel(x, y)) return;
      const bool ordered = x != y && ((a.at.valid() && !order_.may_overlap(x, a.instance, a.at, y)) ||
                                      (b.at.valid() && !order_.may_overlap(y, b.instance, b.at, x)));
      found = !ordered;
    });
  });
  return found;
}

bool ThreadInterference::share_an_object(const Side& a, const Side& b) const {
  if (a.objects.empty() || b.objects.empty()) return true;  // a static field, or a name that means nothing here
  return std::any_of(a.objects.begin(), a.objects.end(), [&](ObjectId object) {
    return program_.execution().is_shared(object) && std::binary_search(b.objects.begin(), b.objects.end(), object);
  });
}

bool ThreadInterference::excluded_by_callers(const Side& a, const Side& b) const {
  const Execution& execution = program_.execution();
  const auto all = [](std::span<const LockSet> sets, auto&& holds) {
    return !sets.empty() && std::all_of(sets.begin(), sets.end(), holds);
  };
  return all(execution.entry_locks(a.instance), [&](const LockSet& first) {
    return all(execution.entry_locks(b.instance), [&](const LockSet& second) {
      return std::any_of(first.begin(), first.end(), [&](const LockOfObject& x) {
        return program_.heap().has(x.lock, ObjectProperty::kUnique) &&
               std::any_of(second.begin(), second.end(), [&](const LockOfObject& y) {
                 return x.lock == y.lock && !(sections::is_shared(x.mode) && sections::is_shared(y.mode));
               });
      });
    });
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

bool ThreadInterference::can_interfere(const sections::Gap& gap, const sections::Writer& writer) const {
  const MethodId reader = sections_.calls().method(gap.reader);
  if (!program_.reaches(reader) || !program_.reaches(writer.place.method)) return true;
  std::lock_guard lock(mutex_);
  if (owns_its_object(writer)) return false;
  // Where the reader reads is not one place in general; threads that are ordered by start and join are asked for the
  // writer's.
  const std::vector<Side> readers = sides(reader, /*pc=*/0xFFFF'FFFF, gap.object);
  const std::vector<Side> writers = sides(writer.place.method, writer.place.pc, writer.object);
  if (readers.empty() || writers.empty()) return true;
  for (const Side& a : readers) {
    for (const Side& b : writers) {
      if (overlap(a, b) && share_an_object(a, b) && !excluded_by_callers(a, b)) return true;
    }
  }
  return false;
}

}  // namespace snag
