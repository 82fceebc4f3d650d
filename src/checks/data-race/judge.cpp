#include "checks/data-race/judge.h"

#include <algorithm>
#include <map>
#include <set>

#include "callgraph/thread_signs.h"
#include "classfile/descriptor.h"
#include "execution/counted_loops.h"
#include "program/annotations.h"
#include "program/source_names.h"
#include "sections/constant_writes.h"

namespace snag::races {

using ir::Op;
using ir::ValueId;
using sections::AccessPath;

namespace {

constexpr std::string_view kSetterPrefix = "set";

}  // namespace

Judge::Judge(const Analyses& analyses, ThreadStory& story)
    : program_(*analyses.whole_program()),
      sections_(analyses.sections()),
      calls_(sections_.calls()),
      story_(story),
      effects_(sections_),
      statistics_(sections_, effects_) {}

Judge::Site Judge::site(const Access& access) const {
  return {program_.points_to()[access.event.instance].method, ir(access)[access.event.at].pc};
}

const ir::MethodIr& Judge::ir(const Access& access) const {
  return *program_.points_to().store().get(program_.points_to()[access.event.instance].method);
}

bool Judge::is_application(const Access& access) const {
  const Program& program = program_.points_to().program();
  const Class& owner = program[program[program_.points_to()[access.event.instance].method].owner];
  return owner.origin == Origin::kApplication && !owner.synthetic;
}

ClassId Judge::owner(const Race& race) const {
  const Program& program = program_.points_to().program();
  if (race.location.field.valid()) return program[race.location.field].owner;
  if (race.location.allocated.method.valid()) return program[race.location.allocated.method].owner;
  return program[program_.points_to()[race.accesses[0].event.instance].method].owner;
}

// ---- locks ----

namespace {

// Locks that are in all sets.
ObjectLocks on_all_ways(std::span<const ObjectLocks> sets) {
  ObjectLocks result = sets.empty() ? ObjectLocks() : sets[0];
  for (const ObjectLocks& other : sets) {
    std::erase_if(result, [&](const LockOfObject& lock) {
      return std::none_of(other.begin(), other.end(), [&](const LockOfObject& o) { return o.lock == lock.lock; });
    });
  }
  return result;
}

}  // namespace

std::vector<std::string> Judge::lock_names(const Access& access) {
  std::vector<std::string> names;
  auto add = [&](std::string name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  };
  Execution& execution = program_.execution();
  const ObjectLocks outer = on_all_ways(execution.entry_locks(access.event));
  for (const LockOfObject& lock : outer) {
    // What the method itself knows by a name of its own follows below.
    if (std::binary_search(access.locks.perhaps.begin(), access.locks.perhaps.end(), lock.lock)) continue;
    const bool own = lock.lock == access.event.location.object && !program_.heap().represented_class(lock.lock).valid();
    add(own ? "this" : story_.object_name(lock.lock));
  }
  const MethodId method = program_.points_to()[access.event.instance].method;
  for (const Execution::NamedLock& lock : execution.naming(access.event).locks) {
    if (lock.acquired_here) continue;
    AccessPath path = lock.path.ends_in_contents() ? lock.path.owner_of_last_field() : lock.path;
    if (!path.known()) path = lock.path;
    add(path.text(program_.points_to().program(), calls_.references(), *program_.points_to().store().get(method)));
  }
  return names;
}

// What the locks at an access are called, for all accesses in the same way.
std::vector<std::string> Judge::lock_keys(const Access& access) {
  std::vector<std::string> keys;
  const Program& program = program_.points_to().program();
  const ObjectId object = access.event.location.object;
  for (const EventLocks::Related& related : access.locks.related) {
    std::string name = "this";
    for (AccessPath::Step step : related.down) {
      if (step == AccessPath::kContents) continue;
      if ((step & AccessPath::kElementBit) != 0) {
        name += "[…]";
      } else {
        name += "." + std::string(program.text(program[FieldId(step)].name));
      }
    }
    keys.push_back(std::move(name));
  }
  auto add = [&](const ObjectLocks& locks) {
    for (const LockOfObject& lock : locks) {
      if (!program_.concurrency().protects(lock.lock, object)) continue;
      const bool is_class = program_.heap().represented_class(lock.lock).valid();
      const bool own = !is_class && (lock.lock == object || program_.heap().host(object) == lock.lock);
      keys.push_back(own ? "this" : story_.object_name(lock.lock));
    }
  };
  add(access.locks.held);
  add(on_all_ways(program_.execution().entry_locks(access.event)));
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

CommonLock Judge::common_lock(const Race& race) {
  // By place, the locks that all its accesses hold.
  std::map<Site, std::vector<std::string>> by_site;
  for (const Access& access : race.accesses) {
    std::vector<std::string> keys = lock_keys(access);
    const auto [it, added] = by_site.try_emplace(site(access), keys);
    if (!added) {
      std::erase_if(it->second,
                    [&](const std::string& key) { return !std::binary_search(keys.begin(), keys.end(), key); });
    }
  }
  std::map<std::string, std::size_t> count;
  for (const auto& [at, keys] : by_site) {
    for (const std::string& key : keys) ++count[key];
  }
  CommonLock result{.name = {}, .holding = 0, .places = by_site.size()};
  for (const auto& [name, holding] : count) {
    if (holding > result.holding) result.name = name, result.holding = holding;
  }
  return result;
}

// ---- which conflict to show ----

// The reported side is the one without a lock, and of two such the one that writes.
void Judge::choose(const Race& race, Verdict& verdict, bool near) {
  const Program& program = program_.points_to().program();
  auto key = [&](const Conflict& conflict, bool b) {
    const Access& reported = b ? conflict.b : conflict.a;
    const Access& other = b ? conflict.a : conflict.b;
    const Site at = site(reported), there = site(other);
    const bool apart = at != there;  // a reader believes two places sooner than one
    return std::tuple(
        is_application(reported) ? 0 : 1, conflict.under_one_lock_as_seen ? 1 : 0, conflict.believed ? 0 : 1,
        -static_cast<int>(conflict.sharing), reported.unlocked ? 0 : 1,
        verdict.kind == Kind::kUnsafePublication ? (reported.event.write ? 1 : 0) : (reported.event.write ? 0 : 1),
        is_application(other) ? 0 : 1, other.unlocked ? 1 : 0, apart ? 0 : 1, other.event.write ? 0 : 1,
        program.sort_key(at.method), at.pc, program.sort_key(there.method), there.pc);
  };
  verdict.shown = nullptr;
  for (const Conflict& conflict : race.conflicts) {
    if (near && !is_near(conflict)) continue;
    for (const bool b : {false, true}) {
      if (!is_application(b ? conflict.b : conflict.a)) continue;
      if (verdict.shown != nullptr && key(conflict, b) >= key(*verdict.shown, verdict.b_is_reported)) continue;
      verdict.shown = &conflict;
      verdict.b_is_reported = b;
    }
  }
}

// Whether both methods lock what may be one object, by themselves.
bool Judge::share_lock(const Access& a, const Access& b) const {
  // Both read: the lock is the right one, but in the wrong mode.
  auto is_read = [](const Access& access) {
    auto shared = [](const auto& lock) { return sections::is_shared(lock.mode); };
    return std::any_of(access.locks.held.begin(), access.locks.held.end(), shared) ||
           std::any_of(access.locks.related.begin(), access.locks.related.end(), shared);
  };
  if (is_read(a) && is_read(b)) return false;
  if (site(a).method == site(b).method) {
    const std::span<const Execution::NamedLock> one = program_.execution().naming(a.event).locks;
    const std::span<const Execution::NamedLock> two = program_.execution().naming(b.event).locks;
    for (const Execution::NamedLock& lock : one) {
      if (std::any_of(two.begin(), two.end(), [&](const auto& other) { return other.path == lock.path; })) return true;
    }
  }
  const std::vector<ObjectId>&first = a.locks.perhaps, &second = b.locks.perhaps;
  return std::any_of(first.begin(), first.end(),
                     [&](ObjectId lock) { return std::find(second.begin(), second.end(), lock) != second.end(); });
}

// ---- kinds ----

// `total += n`: the new value is made of the old one.
bool Judge::loses_update(const Race& race, const Access& write) const {
  if (!write.event.write) return false;
  if (race.location.kind != LocationKind::kField) return false;
  const ir::MethodIr& method = ir(write);
  const ValueId value = sections::written_value(method, write.event.at);
  if (!value.valid()) return false;
  constexpr std::size_t kMaximumValues = 32;
  std::vector<ValueId> work = {value};
  for (std::size_t n = 0; n < work.size() && n < kMaximumValues; ++n) {
    const ir::Instruction& i = method[work[n]];
    if ((i.op == Op::kGetField || i.op == Op::kGetStatic) && calls_.field(i) == race.location.field) return true;
    const auto by_handle = sections_.handles().access(method, work[n]);
    if (by_handle && by_handle->reads && by_handle->field == race.location.field) return true;
    const bool computes =
        i.op == Op::kBinary || i.op == Op::kUnary || i.op == Op::kPhi || i.op == Op::kCast || i.op == Op::kConcat;
    if (!computes) continue;
    for (ValueId operand : method.operands(i)) {
      if (std::find(work.begin(), work.end(), operand) == work.end()) work.push_back(operand);
    }
  }
  return false;
}

// Whether a constructor of the class writes a field that is neither final nor volatile.
bool Judge::constructor_sets_up(ClassId type) const {
  const Program& program = calls_.program();
  return std::any_of(program[type].methods.begin(), program[type].methods.end(), [&](const Method& method) {
    const NodeId node = calls_.node_of(method.id);
    if (!node.valid() || !calls_.is_constructor(node)) return false;
    const ir::MethodIr& ir = calls_.ir(node);
    return std::any_of(ir.instructions.begin(), ir.instructions.end(), [&](const ir::Instruction& i) {
      const FieldId field = i.op == Op::kPutField ? calls_.field(i) : FieldId();
      return field.valid() && program[field].owner == type && !program[field].is_final() &&
             !program[field].is_volatile();
    });
  });
}

// Whether the write stores an object that was just made, whose fields its constructor has written and whoever reads the
// reference may see unwritten (von Praun 4.6).
bool Judge::publishes_unsafely(const Race& race, const Access& write, const Access& read) const {
  if (race.location.kind != LocationKind::kField || !write.event.write || read.event.write || !read.unlocked)
    return false;
  const ir::MethodIr& method = ir(write);
  const ValueId stored = sections::written_value(method, write.event.at);
  if (!stored.valid() || method[stored].type != ir::Type::kReference) return false;
  std::vector<ValueId> leaves = {method.without_casts(stored)};
  constexpr std::size_t kMaximumLeaves = 16;
  for (std::size_t n = 0; n < leaves.size() && leaves.size() < kMaximumLeaves; ++n) {
    if (method[leaves[n]].op != Op::kPhi) continue;
    for (ValueId operand : method.operands(leaves[n])) {
      const ValueId next = method.without_casts(operand);
      if (std::find(leaves.begin(), leaves.end(), next) == leaves.end()) leaves.push_back(next);
    }
  }
  Program& program = program_.points_to().program();
  return std::any_of(leaves.begin(), leaves.end(), [&](ValueId leaf) {
    const ir::Instruction& made = method[leaf];
    Name type = made.type_name;
    if (made.op == Op::kInvoke) {
      const Binding& binding = calls_.binding(made);
      const bool fresh = binding.complete && !binding.targets.empty() &&
                         std::all_of(binding.targets.begin(), binding.targets.end(),
                                     [&](NodeId node) { return program_.ownership().returns_fresh(node); });
      if (!fresh) return false;
    } else if (made.op != Op::kNew) {
      return false;
    }
    const library::Policy& policy = calls_.models().policy();
    if (!type.valid() || policy.immutable.matches(program.text(type))) return false;
    ClassId at = program.find_class(type);
    if (!at.valid()) return false;
    for (; at.valid(); at = program.superclass(at)) {
      if (program[at].origin == Origin::kJdk) {
        const std::string_view name = program.name(at);
        return policy.collections.matches(name) && !policy.synchronized_classes.matches(name) &&
               !program[at].is_abstract();
      }
      if (constructor_sets_up(at)) return true;
    }
    return false;
  });
}

Kind Judge::kind_of(const Race& race, const Verdict& verdict) {
  if (race.location.kind == LocationKind::kContents) return Kind::kUnsafeObject;
  const bool reads = std::any_of(race.conflicts.begin(), race.conflicts.end(),
                                 [](const Conflict& conflict) { return !conflict.b.event.write; });
  const Access &reported = verdict.reported(), &other = verdict.other();
  if (!reported.unlocked && !other.unlocked && share_lock(reported, other)) return Kind::kLockNotUnique;
  if (!reads) return Kind::kNoRead;
  const bool published = std::any_of(race.conflicts.begin(), race.conflicts.end(), [&](const Conflict& conflict) {
    return conflict.sharing == verdict.shown->sharing && publishes_unsafely(race, conflict.a, conflict.b);
  });
  if (published) return Kind::kUnsafePublication;
  const bool writes_locked = std::all_of(race.accesses.begin(), race.accesses.end(), [](const Access& access) {
    return !access.event.write || (!access.unlocked && !access.event.atomic);
  });
  const bool writes_conflict = std::any_of(race.conflicts.begin(), race.conflicts.end(), [](const Conflict& conflict) {
    return conflict.a.event.write && conflict.b.event.write;
  });
  return writes_locked && !writes_conflict && reported.unlocked ? Kind::kAllWritesLocked : Kind::kUnlocked;
}

// ---- harmless ----

// Whether an access is like one that conflicts: run by the same threads. (A read after a join is not.)
bool Judge::may_conflict(const Race& race, const Access& access) const {
  const Threads& threads = program_.threads();
  return std::any_of(race.conflicts.begin(), race.conflicts.end(), [&](const Conflict& conflict) {
    return threads.threads_of(conflict.a.event.instance) == threads.threads_of(access.event.instance) ||
           threads.threads_of(conflict.b.event.instance) == threads.threads_of(access.event.instance);
  });
}

// Von Praun 4.5, tsp: `if (n < min) synchronized (lock) { if (n < min) min = n; }`.
bool Judge::is_tested_again(const Race& race) const {
  bool any = false;
  for (const Access& access : race.accesses) {
    if (!access.unlocked || access.event.write || !may_conflict(race, access)) continue;
    const ir::MethodIr& method = ir(access);
    bool tested = false;
    for (const ir::Instruction& i : method.instructions) {
      std::span<const ValueId> operands = method.operands(i);
      if (std::find(operands.begin(), operands.end(), access.event.at) == operands.end()) continue;
      if (i.op != Op::kIf && i.op != Op::kCompare) return false;
      tested = true;
    }
    const bool again = std::any_of(race.accesses.begin(), race.accesses.end(), [&](const Access& later) {
      return !later.unlocked && !later.event.write && later.event.instance == access.event.instance &&
             method.may_follow(access.event.at, later.event.at);
    });
    if (!tested || !again) return false;
    any = true;
  }
  return any;
}

// Whether the write stores a value only if it is less than the field, or only if it is greater: -1 or 1; else 0. The
// field is read again under the lock.
int Judge::direction_of(const Race& race, const Access& write) const {
  const ir::MethodIr& method = ir(write);
  const ValueId value = method.without_casts(sections::written_value(method, write.event.at));
  const std::vector<ir::BlockId> block_of = method.block_of_instructions();
  for (std::uint32_t b = 0; value.valid() && b < method.blocks.size(); ++b) {
    const ir::Instruction& test = method.terminator(ir::BlockId(b));
    if (test.op != Op::kIf) continue;
    ValueId left = method.operands(test)[0], right = method.operands(test)[1];
    // Of long and double: compared with each other, and the result with 0.
    if (method[left].op == Op::kCompare) {
      const ir::Instruction& compare = method[left];
      left = method.operands(compare)[0], right = method.operands(compare)[1];
    }
    const bool value_first = method.without_casts(left) == value;
    if (!value_first && method.without_casts(right) != value) continue;
    const ValueId read = method.without_casts(value_first ? right : left);
    const bool again = std::any_of(race.accesses.begin(), race.accesses.end(), [&](const Access& access) {
      return access.event.instance == write.event.instance && access.event.at == read && !access.unlocked;
    });
    if (!again) continue;
    int sign = 0;
    switch (test.as<ir::Condition>()) {
      case ir::Condition::kLess:
      case ir::Condition::kLessOrEqual:
        sign = -1;
        break;
      case ir::Condition::kGreater:
      case ir::Condition::kGreaterOrEqual:
        sign = 1;
        break;
      default:
        continue;
    }
    const std::span<const ir::BlockId> sides = method.successors(ir::BlockId(b));
    for (std::size_t side = 0; side < 2; ++side) {
      const bool only_here = sides[0] != sides[1] && method.predecessors(sides[side]).size() == 1 &&
                             leads_through(method, ir::BlockId(0), block_of[write.event.at.value], sides[side]);
      if (only_here) return (side == 0) == value_first ? sign : -sign;
    }
  }
  return 0;
}

// Whether all that becomes of a value is that it is compared, also where the method returns it.
bool Judge::is_only_compared(MethodInstanceId instance, ValueId value, int calls_up) const {
  const PointsTo& points_to = program_.points_to();
  const ir::MethodIr* method = points_to.store().get(points_to[instance].method);
  if (method == nullptr) return false;
  for (const ir::Instruction& i : method->instructions) {
    const std::span<const ValueId> operands = method->operands(i);
    if (std::find(operands.begin(), operands.end(), value) == operands.end()) continue;
    if (i.op == Op::kIf || i.op == Op::kCompare) continue;
    if (i.op != Op::kReturn || calls_up == 0) return false;
    const Callers& callers = program_.threads().callers();
    if (callers.all(instance).size() != callers.waiting(instance).size()) return false;
    for (const Caller& call : callers.waiting(instance)) {
      if (call.callback || !is_only_compared(call.caller, call.site, calls_up - 1)) return false;
    }
  }
  return true;
}

// Von Praun 4.5, tsp: `if (n < min) synchronized (lock) { if (n < min) min = n; }`, and `min` may be asked for
// anywhere: an old value is one that was right a moment ago, and never wrong in the other direction.
bool Judge::is_monotone(const Race& race) const {
  constexpr int kMaximumCalls = 2;
  int direction = 0;
  for (const Access& access : race.accesses) {
    if (!may_conflict(race, access)) continue;
    if (access.event.write) {
      const int here = access.unlocked ? 0 : direction_of(race, access);
      if (here == 0 || (direction != 0 && here != direction)) return false;
      direction = here;
    } else if (access.unlocked && !is_only_compared(access.event.instance, access.event.at, kMaximumCalls)) {
      return false;
    }
  }
  return direction != 0;
}

// Whether the field is only ever filled where it is found empty, under a lock, and the method of the read has passed
// such a test under the lock: `synchronized (lock) { if (map == null) map = load(); } return map.get(key);`
bool Judge::is_read_when_filled(const Race& race, const Access& read) const {
  if (race.location.kind != LocationKind::kField || read.event.write || !read.unlocked) return false;
  for (const Access& access : race.accesses) {
    if (!access.event.write) continue;
    if (access.unlocked || !is_lazy(ir(access), access.event.at, race.location.field)) return false;
  }
  const ir::MethodIr& method = ir(read);
  const std::vector<ir::BlockId> block_of = method.block_of_instructions();
  const ir::BlockId at = block_of[read.event.at.value];
  return std::any_of(race.accesses.begin(), race.accesses.end(), [&](const Access& before) {
    if (before.unlocked || before.event.write || before.event.instance != read.event.instance) return false;
    const ir::BlockId there = block_of[before.event.at.value];
    if (there == at) return before.event.at < read.event.at;
    return at != ir::BlockId(0) && leads_through(method, ir::BlockId(0), at, there);
  });
}

// `int h = hash; if (h == 0) { …; hash = h; }`: what is written is made of what was read only where that was nothing.
bool Judge::is_filled_once(const ir::MethodIr& method, ValueId value, FieldId field) const {
  for (std::uint32_t n = 0; n < method.instructions.size(); ++n) {
    const ir::Instruction& read = method.instructions[n];
    if ((read.op != Op::kGetField && read.op != Op::kGetStatic) || calls_.field(read) != field) continue;
    const bool tested = std::any_of(method.instructions.begin(), method.instructions.end(), [&](const auto& i) {
      if (i.op != Op::kIf || method.operands(i)[0] != ValueId(n)) return false;
      const ir::Instruction& other = method[method.operands(i)[1]];
      return other.op == Op::kConstant &&
             (other.template as<ir::ConstantKind>() == ir::ConstantKind::kNull || other.payload == 0);
    });
    if (tested && effects_.is_function_of(method, value, ValueId(n))) return true;
  }
  return false;
}

// `if (hash == 0) hash = compute();`: written only where nothing was found, and not made of what was found.
bool Judge::is_lazy(const ir::MethodIr& method, ValueId write, FieldId field) const {
  const std::vector<ir::BlockId> block_of = method.block_of_instructions();
  for (std::uint32_t b = 0; b < method.blocks.size(); ++b) {
    const ir::Instruction& test = method.terminator(ir::BlockId(b));
    if (test.op != Op::kIf) continue;
    const ir::Instruction& read = method[method.without_casts(method.operands(test)[0])];
    const ir::Instruction& nothing = method[method.operands(test)[1]];
    if ((read.op != Op::kGetField && read.op != Op::kGetStatic) || calls_.field(read) != field) continue;
    if (nothing.op != Op::kConstant) continue;
    const bool zero = nothing.as<ir::ConstantKind>() == ir::ConstantKind::kNull || nothing.payload == 0;
    const auto condition = test.as<ir::Condition>();
    if (!zero || (condition != ir::Condition::kEqual && condition != ir::Condition::kNotEqual)) continue;
    // Only on the side on which it was nothing.
    const std::size_t side = condition == ir::Condition::kEqual ? 0 : 1;
    const ir::BlockId filled = method.successors(ir::BlockId(b))[1 - side];
    if (method.may_follow(ValueId(method[ir::BlockId(b)].end - 1), write) &&
        leads_through(method, filled, block_of[write.value], ir::BlockId(b)) && filled != block_of[write.value]) {
      return true;
    }
  }
  return false;
}

// Whether all fields of the class are final, so that two objects which were made of the same arguments can stand for
// each other.
bool Judge::is_view(Name type) const {
  Program& program = calls_.program();
  ClassId at = program.find_class(type);
  if (!at.valid()) return false;
  for (; at.valid() && program[at].origin != Origin::kJdk; at = program.superclass(at)) {
    const std::vector<Field>& fields = program[at].fields;
    if (!std::all_of(fields.begin(), fields.end(), [](const Field& f) { return f.is_static() || f.is_final(); })) {
      return false;
    }
  }
  return !at.valid() || at == program.object_class() || program[at].is_abstract();
}

// A cache: all that is ever written is computed from what never changes, and never changes itself. Null, 0 and false
// only make somebody compute it again.
bool Judge::is_cached(const Race& race) const {
  bool any = false;
  for (const Access& access : race.accesses) {
    if (!access.event.write) continue;
    const ir::MethodIr& method = ir(access);
    const ValueId value = sections::written_value(method, access.event.at);
    if (!value.valid()) return false;
    const ir::Instruction& i = method[method.without_casts(value)];
    const bool nothing = i.op == Op::kConstant && (i.as<ir::ConstantKind>() == ir::ConstantKind::kNull);
    if (nothing) continue;
    if (i.op == Op::kConstant) return false;
    const bool unchanging = i.type != ir::Type::kReference || effects_.is_unchanging(i.type_name) ||
                            (i.op == Op::kNew && is_view(i.type_name));
    if (!unchanging) return false;
    if (!is_lazy(method, access.event.at, race.location.field) && !effects_.is_function_of(method, value, {}) &&
        !is_filled_once(method, value, race.location.field)) {
      return false;
    }
    any = true;
  }
  return any;
}

// `while (!stopped)`: a loop that asks for a plain field may never see that it was written.
bool Judge::ends_a_loop(const Race& race) const {
  return std::any_of(race.accesses.begin(), race.accesses.end(), [&](const Access& access) {
    if (access.event.write || !access.unlocked) return false;
    const ir::MethodIr& method = ir(access);
    const MethodId id = program_.points_to()[access.event.instance].method;
    if (!program_.threads().multiplicity().is_in_loop(id, access.event.at)) return false;
    return std::any_of(method.instructions.begin(), method.instructions.end(), [&](const ir::Instruction& i) {
      std::span<const ValueId> operands = method.operands(i);
      return i.op == Op::kIf && std::find(operands.begin(), operands.end(), access.event.at) != operands.end();
    });
  });
}

// Whether a task that clients start, in whatever thread, asks for the field in a loop, and another of its methods
// writes it: `while (!stopped)` in run(), and stop(). Other fields a client may set before the start, or read after the
// end.
bool Judge::is_polled_by_task(const Race& race, const Conflict& conflict) const {
  const Threads& threads = program_.threads();
  return !conflict.b.event.write && threads[conflict.thread_of_b].kind == ThreadKind::kClient &&
         conflict.b.through_this && conflict.thread_of_a != conflict.thread_of_b && ends_a_loop(race);
}

// Whether the field is only written by setters (`setTimeout(int timeout)`) that something else than a thread which the
// program starts calls: clients, containers, `main`. They set up an object before others use it.
bool Judge::is_setting(const Race& race, const Conflict& shown) const {
  const Program& program = program_.points_to().program();
  const Threads& threads = program_.threads();
  auto is_started = [&](ThreadId thread) { return !threads[thread].starts.empty(); };
  if (is_started(shown.thread_of_a) && (is_started(shown.thread_of_b) || !shown.b.event.write)) return false;
  return std::all_of(race.accesses.begin(), race.accesses.end(), [&](const Access& access) {
    if (!access.event.write) return true;
    const std::string_view name = program.text(program[program_.points_to()[access.event.instance].method].name);
    const bool setter = name.size() > kSetterPrefix.size() && name.starts_with(kSetterPrefix) &&
                        (name[kSetterPrefix.size()] < 'a' || name[kSetterPrefix.size()] > 'z');
    return setter && !loses_update(race, access);
  });
}

// Whether a write fills the field where it was found empty: the singletons and caches that double-checked locking is
// for. What else stores a new object, `init()` or `start()`, does so as a rule before other threads use the object.
bool Judge::is_made_on_demand(const Race& race) const {
  return std::any_of(race.conflicts.begin(), race.conflicts.end(), [&](const Conflict& conflict) {
    return publishes_unsafely(race, conflict.a, conflict.b) &&
           is_lazy(ir(conflict.a), conflict.a.event.at, race.location.field);
  });
}

Benign Judge::benign(const Race& race, const Verdict& verdict) {
  if (race.location.kind != LocationKind::kField) return Benign::kNo;
  const FieldId field = race.location.field;
  const bool locked =
      std::any_of(race.accesses.begin(), race.accesses.end(), [](const Access& a) { return a.locks.any; });
  // In a class that is annotated @ThreadSafe even a statistic has to be right.
  const bool promised = promises_safety(race, verdict.reported());
  // What is done through a VarHandle is not among what the code does to the field by name.
  const bool by_handle = std::any_of(race.accesses.begin(), race.accesses.end(), [&](const Access& access) {
    return ir(access)[access.event.at].op == Op::kInvoke;
  });
  // `if (state == 0 && STATE.compareAndSet(this, 0, 1))`
  const bool tested_again = verdict.kind == Kind::kAllWritesLocked || verdict.other().event.atomic;
  if (by_handle) return tested_again && is_tested_again(race) ? Benign::kTestedAgain : Benign::kNo;
  if ((!verdict.lock.most() && statistics_.is_only_counted(field)) ||
      (!locked && !promised && statistics_.is_statistic(field))) {
    return Benign::kStatistic;
  }
  if (verdict.kind == Kind::kAllWritesLocked && is_tested_again(race)) return Benign::kTestedAgain;
  if (is_monotone(race)) return Benign::kMonotone;
  auto write = std::find_if(race.accesses.begin(), race.accesses.end(), [](const Access& a) { return a.event.write; });
  if (!promised &&
      sections::all_write_same_constant(sections_, field, /*contents=*/false, ir(*write), write->event.at) &&
      !ends_a_loop(race)) {
    return Benign::kSameConstant;
  }
  if (verdict.kind != Kind::kUnsafePublication && is_cached(race)) return Benign::kEqualValues;
  const bool setting = !promised && is_setting(race, *verdict.shown);
  return setting ? Benign::kSetting : Benign::kNo;
}

// ---- severity ----

// Whether some method of the class takes a lock.
bool Judge::class_locks(ClassId type) {
  if (auto it = class_locks_.find(type); it != class_locks_.end()) return it->second;
  const Program& program = program_.points_to().program();
  bool locks = false;
  for (const Method& method : program.methods(type)) {
    locks = locks || method.is_synchronized();
    const NodeId node = locks ? NodeId() : calls_.node_of(method.id);
    if (!node.valid()) continue;
    for (const ir::Instruction& i : calls_.ir(node).instructions) {
      const library::MethodModel* model = i.op == Op::kInvoke ? calls_.binding(i).model : nullptr;
      locks = locks || i.op == Op::kMonitorEnter || (model != nullptr && !model->locks.empty());
    }
  }
  return class_locks_[type] = locks;
}

// Whether an annotation says that several threads may use the class that has the field, or the one that uses it.
bool Judge::promises_safety(const Race& race, const Access& reported) const {
  Program& program = program_.points_to().program();
  const MethodId method = program_.points_to()[reported.event.instance].method;
  if (promises_thread_safety(program, owner(race)) || promises_thread_safety(program, program[method].owner))
    return true;
  if (!race.location.field.valid()) return false;
  const Field& field = program[race.location.field];
  for (const KnownAnnotation& annotation : program.annotations(field.owner).of(field)) {
    if (annotation.kind == AnnotationKind::kGuardedBy) return true;
  }
  return false;
}

// Whether the class that has the field, or one in the same source file, starts one of the two threads.
bool Judge::starts_thread(const Race& race, const Conflict& conflict) const {
  const Program& program = program_.points_to().program();
  auto outermost = [&](ClassId type) {
    const std::string_view name = program.name(type);
    return name.substr(0, name.find('$'));
  };
  auto starts = [&](ThreadId thread) {
    const std::vector<ThreadStart>& places = program_.threads()[thread].starts;
    return std::any_of(places.begin(), places.end(), [&](const ThreadStart& start) {
      const MethodId method = program_.points_to()[start.caller].method;
      return outermost(program[method].owner) == outermost(owner(race));
    });
  };
  return starts(conflict.thread_of_a) || starts(conflict.thread_of_b);
}

// Threads of one kind that run the same code at the same time, or two that get there by a few calls together. The
// further two kinds of threads have to go until they meet, the likelier an order that the program makes itself keeps
// them apart: start-up, hand-over, the end.
bool Judge::is_near(const Conflict& conflict) const {
  constexpr std::size_t kMaximumCalls = 3;
  if (conflict.thread_of_a == conflict.thread_of_b) return true;
  const std::vector<Step> one = story_.way_to(conflict.thread_of_a, conflict.a.event.instance, {});
  const std::vector<Step> other = story_.way_to(conflict.thread_of_b, conflict.b.event.instance, {});
  return one.size() + other.size() <= kMaximumCalls;
}

// Of two pairs that say the same, the near one.
void Judge::prefer_near(const Race& race, Verdict& verdict) {
  if (is_near(*verdict.shown)) return;
  Verdict near = verdict;
  choose(race, near, /*near=*/true);
  const Conflict* found = near.shown;
  if (found == nullptr || found->believed != verdict.shown->believed || found->sharing != verdict.shown->sharing ||
      found->under_one_lock_as_seen != verdict.shown->under_one_lock_as_seen) {
    return;
  }
  verdict = near;
}

void Judge::weigh(const Race& race, Verdict& verdict) {
  const bool most = verdict.lock.most();
  const bool atomic = verdict.reported().event.atomic || verdict.other().event.atomic;
  const bool some = atomic || verdict.lock.holding > 0;  // the author has thought of other threads
  const bool loses = verdict.loses_update || verdict.kind == Kind::kUnsafeObject;
  Severity& severity = verdict.severity;
  const bool promised = promises_safety(race, verdict.reported());
  const bool one = program_.heap().has(verdict.reported().event.location.object, ObjectProperty::kUnique);
  bool likely = true;  // that one object is meant
  switch (verdict.shown->sharing) {
    case Sharing::kOne:
      // A value that one thread sets and another one reads is as a rule a setting, or an order that only the program
      // knows makes it right (docs/evaluation.md): it may be seen late.
      severity = most || loses ? Severity::kHigh : Severity::kLow;
      // Several threads of one kind that fill it as they find it empty; two kinds have an order as a rule.
      if (verdict.kind == Kind::kUnsafePublication && verdict.shown->thread_of_a == verdict.shown->thread_of_b) {
        severity = std::min(severity, Severity::kMedium);
      }
      break;
    case Sharing::kOwnAndClients:
      // A class that starts the thread itself shares its objects with it. Any other one may be used by the thread
      // alone.
      likely = promised || most || starts_thread(race, *verdict.shown);
      severity = promised || (most && loses && one) ? Severity::kMedium : Severity::kLow;
      break;
    case Sharing::kTool:
      severity = promised ? Severity::kMedium : Severity::kLow;
      likely = promised || most;
      break;
    case Sharing::kPassedOn:
      severity = promised ? Severity::kMedium : Severity::kLow;
      likely = promised || most || some || loses;
      break;
    case Sharing::kInHolder:
      // Objects that are told apart at run time, by a key for example, may be one here.
      severity = promised ? Severity::kMedium : Severity::kLow;
      likely = promised || some || loses || one;
      break;
    case Sharing::kPerhaps:
    case Sharing::kClients:
      // Threads that each have their own object are what most programs are made of; and a class whose author did not
      // think of threads is not made for them. Who locks most accesses did think of them.
      severity = promised ? Severity::kMedium : Severity::kLow;
      likely = promised || most || (some && verdict.shown->sharing == Sharing::kClients) ||
               is_polled_by_task(race, *verdict.shown);
      break;
  }
  verdict.dismissals.add(Dismissal::kPerhapsUnshared, !likely);
  if (verdict.kind == Kind::kUnsafePublication && !promised && verdict.shown->sharing < Sharing::kOwnAndClients) {
    severity = Severity::kLow;
  }
  if (verdict.kind == Kind::kUnsafePublication) {
    const bool sure = promised || is_made_on_demand(race);
    severity = std::max(severity, sure ? Severity::kMedium : Severity::kLow);  // the later, the less
    verdict.dismissals.add(Dismissal::kPerhapsUnshared,
                           !sure && !some && verdict.shown->sharing < Sharing::kOwnAndClients);
  }
  // Read after all is done, or not at all.
  const bool read =
      std::any_of(race.accesses.begin(), race.accesses.end(), [](const Access& a) { return !a.event.write; });
  if (verdict.kind == Kind::kNoRead) severity = read ? std::max(severity, Severity::kMedium) : Severity::kLow;
  // One abstract lock for several objects is as a rule the right one for each. For a static field it never is.
  const bool is_static = race.location.field.valid() && program_.points_to().program()[race.location.field].is_static();
  if (verdict.kind == Kind::kLockNotUnique && !one && !is_static) {
    severity = Severity::kLow;
    verdict.dismissals.add(Dismissal::kPerhapsSameLock, !promised);
  }
  const bool one_lock_as_seen = verdict.shown->under_one_lock_as_seen && verdict.kind != Kind::kLockNotUnique;
  verdict.dismissals.add(Dismissal::kCallersHoldLock, one_lock_as_seen);
  if (!verdict.shown->believed) severity = Severity::kLow;
  const bool wants_near = verdict.kind == Kind::kUnsafeObject || verdict.kind == Kind::kUnlocked;
  if (wants_near && severity != Severity::kLow && !promised && !is_near(*verdict.shown)) severity = Severity::kLow;
  verdict.benign = benign(race, verdict);
  if (verdict.benign != Benign::kNo) severity = Severity::kLow;
  verdict.dismissals.add(Dismissal::kPerhapsUnshared, verdict.benign == Benign::kSetting && !most &&
                                                          verdict.shown->sharing < Sharing::kOwnAndClients);
  const bool harmless = verdict.benign != Benign::kNo || verdict.kind == Kind::kNoRead;
  verdict.dismissals.add(Dismissal::kPerhapsUnshared,
                         harmless && !some && verdict.shown->sharing <= Sharing::kPerhaps && !promised);
}

Verdict Judge::verdict(Race& race) {
  Verdict verdict;
  std::erase_if(race.conflicts, [&](const Conflict& conflict) { return is_read_when_filled(race, conflict.b); });
  choose(race, verdict);
  if (verdict.shown == nullptr) return verdict;
  verdict.lock = common_lock(race);
  verdict.kind = kind_of(race, verdict);
  if (verdict.kind == Kind::kUnsafePublication) choose(race, verdict);
  if (verdict.kind == Kind::kUnlocked || verdict.kind == Kind::kUnsafeObject) prefer_near(race, verdict);
  verdict.loses_update = loses_update(race, verdict.reported()) || loses_update(race, verdict.other());
  weigh(race, verdict);
  return verdict;
}

}  // namespace snag::races
