#include "checks/deadlock/lock_leaks.h"

#include <algorithm>
#include <set>

#include "checks/section_evidence.h"
#include "execution/counted_loops.h"

namespace snag::deadlock {

using ir::BlockId;
using ir::Op;
using ir::ValueId;
using library::LockAction;
using library::LockMode;
using library::MethodModel;
using sections::AccessPath;
using sections::Effect;
using sections::LockId;
using sections::MethodEffects;

namespace {

bool has_action(const MethodModel* model, LockAction action) {
  return model != nullptr && model->locks.size() == 1 && model->locks[0].action == action &&
         model->locks[0].mode != LockMode::kOptimistic;
}

// How likely it is that a call throws.
enum class Throws : std::uint8_t { kHardly, kPerhaps, kLikely };

class LeaksOfMethod {
 public:
  LeaksOfMethod(sections::Analysis& analysis, MethodEffects& effects)
      : analysis_(analysis), effects_(effects), method_(effects.method()), block_of_(method_.block_of_instructions()) {}

  struct Leak {
    LeakPath path{};
    ValueId at;  // what leaves the method
    Throws likely = Throws::kHardly;
  };
  // The worst way on which the lock that an instruction acquires is not released.
  std::optional<Leak> leak_of(ValueId acquisition, LockId lock, LockMode mode);
  // In which mode a call acquires or releases: a view says so.
  LockMode mode_of(ValueId call) const {
    const ir::Instruction& i = method_[call];
    const ValueId receiver = method_.without_casts(method_.operands(i)[0]);
    if (method_[receiver].op == Op::kInvoke) {
      const MethodModel* made_by = effects_.calls().binding(method_[receiver]).model;
      if (made_by != nullptr && made_by->view) return *made_by->view;
    }
    const MethodModel* model = effects_.calls().binding(i).model;
    return model == nullptr || model->locks.empty() ? LockMode::kExclusive : model->locks[0].mode;
  }
  // Whether the method itself has acquired the lock that it has at an instruction.
  bool is_acquired_before(ValueId at, LockId lock) const {
    sections::HeldLocks held = effects_.held_at_start(block_of_[at.value]);
    for (std::uint32_t n = method_[block_of_[at.value]].begin; n < at.value; ++n) effects_.step(ValueId(n), held);
    const sections::HeldLock* own = sections::find_held(held, lock);
    return own != nullptr && own->site.valid();
  }
  bool releases(ValueId at, LockId lock, LockMode mode) const {
    const Effect* effect = effects_.effect(at);
    if (effect == nullptr) return false;
    if (std::find(effect->releases.begin(), effect->releases.end(), lock) == effect->releases.end()) return false;
    const MethodModel* model = effects_.calls().binding(method_[at]).model;
    if (!has_action(model, LockAction::kRelease)) return true;
    const LockMode released = mode_of(at);
    const bool differ = (released == LockMode::kRead && mode == LockMode::kWrite) ||
                        (released == LockMode::kWrite && mode == LockMode::kRead);
    return !differ;
  }

 private:
  Throws throws(ValueId call, int depth = 0) const;
  Throws throws_itself(const ir::MethodIr& method, int depth) const;
  bool declares_exceptions(MethodId id) const;
  struct Test {
    const ir::Instruction* test;
    std::size_t side;
  };
  std::vector<Test> tests_before(ValueId acquisition) const;
  std::optional<BlockId> side_taken(BlockId block, const std::vector<Test>& tests) const;
  bool tells_whether_held(const ir::Instruction& test, LockId lock, ValueId acquisition) const;

  sections::Analysis& analysis_;
  MethodEffects& effects_;
  const ir::MethodIr& method_;
  const std::vector<BlockId> block_of_;
};

bool LeaksOfMethod::declares_exceptions(MethodId id) const {
  const Program& program = effects_.calls().program();
  const Method& method = program[id];
  if (program[method.owner].synthetic) return false;
  const classfile::ClassFile& file = program[method.owner].file;
  return classfile::find_attribute(file.attributes(program.member(method)), classfile::AttributeKind::kExceptions) !=
         nullptr;
}

Throws LeaksOfMethod::throws_itself(const ir::MethodIr& method, int depth) const {
  constexpr int kMaximumDepth = 2;  // calls that are looked into
  Throws result = Throws::kHardly;
  for (const ir::Instruction& i : method.instructions) {
    if (i.op == Op::kThrow && method[method.operands(i)[0]].op != Op::kCatch) return Throws::kPerhaps;
    if (i.op != Op::kInvoke) continue;
    const Binding& binding = effects_.calls().binding(i);
    if (binding.resolved.valid() && declares_exceptions(binding.resolved)) return Throws::kPerhaps;
    for (NodeId target : binding.targets) {
      if (depth < kMaximumDepth) result = std::max(result, throws_itself(effects_.calls().ir(target), depth + 1));
    }
    if (result != Throws::kHardly) return result;
  }
  return result;
}

Throws LeaksOfMethod::throws(ValueId call, int depth) const {
  const ir::Instruction& i = method_[call];
  if (i.op != Op::kInvoke) return i.op == Op::kDynamic ? Throws::kPerhaps : Throws::kHardly;
  const Program& program = effects_.calls().program();
  const Binding& binding = effects_.calls().binding(i);
  const std::string_view owner = effects_.calls().text(effects_.calls().references()[i.reference()].owner);
  const library::Policy& policy = effects_.calls().models().policy();
  if (!binding.resolved.valid()) return Throws::kPerhaps;
  if (policy.loggers.matches(owner)) return Throws::kHardly;
  const bool is_function_type = policy.functions.matches(owner) || policy.tasks.matches(owner);
  if (policy.concurrent.matches(owner) && !is_function_type && !declares_exceptions(binding.resolved)) {
    return Throws::kHardly;
  }
  if (declares_exceptions(binding.resolved)) return Throws::kLikely;
  const Class& type = program[program[binding.resolved].owner];
  // A function of somebody else.
  const bool is_function = (policy.functions.matches(owner) || policy.tasks.matches(owner)) && type.is_interface();
  if (is_function) return Throws::kLikely;
  if (type.origin == Origin::kJdk) {
    // Asking for a size does not throw, and neither does an atomic action or a lock; comparing a key may.
    const MethodModel* model = binding.model;
    const bool harmless = model != nullptr && (model->derives || model->atomic != library::AtomicKind::kNone ||
                                               !model->locks.empty() || !model->notifies.empty() || model->view ||
                                               (model->contents == library::AtomicKind::kRead && i.operand_count == 1));
    return harmless ? Throws::kHardly : Throws::kPerhaps;
  }
  if (binding.targets.empty()) return Throws::kPerhaps;
  Throws result = Throws::kHardly;
  for (NodeId target : binding.targets) result = std::max(result, throws_itself(effects_.calls().ir(target), depth));
  return result;
}

// `if (lock.isHeldByCurrentThread())`, `if (locked)` with a variable that is set to constants, or to what tryLock
// returned.
bool LeaksOfMethod::tells_whether_held(const ir::Instruction& test, LockId lock, ValueId acquisition) const {
  if (test.op != Op::kIf) return false;
  auto tells = [&](auto&& self, ValueId value, int depth) -> bool {
    const ir::Instruction& i = method_[value];
    if (value == acquisition) return true;
    if (i.op == Op::kCompare) return self(self, method_.operands(i)[0], depth + 1);
    if (i.op == Op::kInvoke && i.as<ir::InvokeKind>() != ir::InvokeKind::kStatic) {
      return effects_.lock_path(method_.operands(i)[0]) == effects_.lock(lock).path;
    }
    if (i.op == Op::kInvoke) {  // `if (StampedLock.isReadLockStamp(stamp))`
      const Binding& binding = effects_.calls().binding(i);
      return binding.resolved.valid() &&
             effects_.calls().models().policy().not_reentrant.matches(
                 effects_.calls().program().name(effects_.calls().program()[binding.resolved].owner));
    }
    if (i.op != Op::kPhi || depth > 3) return false;
    const std::span<const ValueId> operands = method_.operands(i);
    return std::any_of(operands.begin(), operands.end(), [&](ValueId operand) {
      return method_[operand].op == Op::kConstant || (operand != value && self(self, operand, depth + 1));
    });
  };
  return tells(tells, method_.operands(test)[0], 0);
}

// `if (locks) lock.lock(); …; if (locks) lock.unlock();`: where the lock is acquired, it is released, too.
std::vector<LeaksOfMethod::Test> LeaksOfMethod::tests_before(ValueId acquisition) const {
  std::vector<Test> result;
  const BlockId block = block_of_[acquisition.value];
  for (std::uint32_t b = 0; b < method_.blocks.size(); ++b) {
    const ir::Instruction& test = method_.terminator(BlockId(b));
    if (test.op != Op::kIf) continue;
    const std::span<const BlockId> sides = method_.successors(BlockId(b));
    for (std::size_t side = 0; side < sides.size(); ++side) {
      if (method_.predecessors(sides[side]).size() != 1) continue;
      if (sides[side] == block || leads_through(method_, BlockId(0), block, sides[side]))
        result.push_back({&test, side});
    }
  }
  return result;
}

// The side of a test that was made before, with the same values, or of a constant: `boolean done = false` is false
// wherever an exception leaves what would set it.
std::optional<BlockId> LeaksOfMethod::side_taken(BlockId block, const std::vector<Test>& tests) const {
  const ir::Instruction& end = method_.terminator(block);
  if (end.op != Op::kIf) return std::nullopt;
  const std::span<const ValueId> operands = method_.operands(end);
  auto is_int = [&](ValueId value) {
    return method_[value].op == Op::kConstant && method_[value].as<ir::ConstantKind>() == ir::ConstantKind::kInt;
  };
  const auto condition = end.as<ir::Condition>();
  if (is_int(operands[0]) && is_int(operands[1]) &&
      (condition == ir::Condition::kEqual || condition == ir::Condition::kNotEqual)) {
    const bool equal = method_[operands[0]].payload == method_[operands[1]].payload;
    return method_.successors(block)[equal == (condition == ir::Condition::kEqual) ? 0 : 1];
  }
  for (const Test& test : tests) {
    const std::span<const ValueId> before = method_.operands(*test.test);
    auto same = [&](ValueId a, ValueId b) {
      const ir::Instruction &x = method_[a], &y = method_[b];
      return a == b || (x.op == Op::kConstant && y.op == Op::kConstant && x.payload == y.payload && x.kind == y.kind);
    };
    if (test.test == &end || test.test->kind != end.kind) continue;
    if (!std::equal(operands.begin(), operands.end(), before.begin(), before.end(), same)) continue;
    return method_.successors(block)[test.side];
  }
  return std::nullopt;
}

std::optional<LeaksOfMethod::Leak> LeaksOfMethod::leak_of(ValueId acquisition, LockId lock, LockMode mode) {
  struct State {
    BlockId block;
    std::uint32_t from;
    ValueId thrown_by;  // the call whose exception led here; invalid: none
  };
  std::vector<State> work;
  const Effect* effect = effects_.effect(acquisition);
  if (effect != nullptr && effect->if_true.lock.valid()) {
    // tryLock: where it has succeeded.
    for (std::uint32_t b = 0; b < method_.blocks.size(); ++b) {
      for (BlockId to : method_.successors(BlockId(b))) {
        const ir::Instruction& end = method_.terminator(BlockId(b));
        if (end.op != Op::kIf || !(effects_.acquired_between(BlockId(b), to).lock == lock)) continue;
        ValueId tested = method_.operands(end)[0];
        if (method_[tested].op == Op::kCompare) tested = method_.operands(tested)[0];
        if (tested == acquisition) work.push_back({to, method_[to].begin, {}});
      }
    }
  } else {
    work.push_back({block_of_[acquisition.value], acquisition.value + 1, {}});
  }
  const std::vector<Test> tests = tests_before(acquisition);
  std::optional<Leak> worst;
  auto rank = [](const Leak& leak) {
    return leak.path == LeakPath::kReturn || leak.path == LeakPath::kThrow ? 4 : static_cast<int>(leak.likely);
  };
  auto add = [&](const Leak& leak) {
    if (!worst || rank(leak) > rank(*worst)) worst = leak;
  };
  std::set<std::pair<BlockId, bool>> seen;  // with whether an exception led there
  while (!work.empty()) {
    const State state = work.back();
    work.pop_back();
    bool ends = false;
    const std::span<const BlockId> pads = method_.pads(state.block);
    const bool catches_all = std::any_of(pads.begin(), pads.end(), [&](BlockId pad) {
      const ir::Instruction& caught = method_.instructions[method_[pad].begin + method_[pad].phi_count];
      return caught.op == Op::kCatch && caught.kind == 1;
    });
    for (std::uint32_t n = state.from; n < method_[state.block].end && !ends; ++n) {
      const ValueId at(n);
      const ir::Instruction& i = method_.instructions[n];
      if (releases(at, lock, mode)) {
        ends = true;
        break;
      }
      // Who receives the lock, or the object that has it, is to release it.
      const bool hands_over = i.op == Op::kReturn && i.operand_count == 1 && [&] {
        const AccessPath result = effects_.path(method_.operands(i)[0]);
        return result.known() && effects_.lock(lock).path.starts_with(result);
      }();
      if (i.op == Op::kReturn && !hands_over) {
        // After an exception that was caught, the way is that of the exception.
        if (state.thrown_by.valid()) {
          add({LeakPath::kCall, state.thrown_by, throws(state.thrown_by)});
        } else {
          add({LeakPath::kReturn, at, Throws::kLikely});
        }
      }
      if (i.op == Op::kThrow && pads.empty()) {
        if (state.thrown_by.valid()) {
          add({LeakPath::kCall, state.thrown_by, throws(state.thrown_by)});
        } else if (method_[method_.operands(i)[0]].op != Op::kCatch) {
          add({LeakPath::kThrow, at, Throws::kLikely});
        }
      }
      const bool is_lock_call = i.op == Op::kInvoke && [&] {
        const MethodModel* model = effects_.calls().binding(i).model;
        return model != nullptr && !model->locks.empty();
      }();
      const bool is_call = (i.op == Op::kInvoke || i.op == Op::kDynamic) && !is_lock_call;
      const bool throws_here = i.op == Op::kThrow || (is_call && throws(at) != Throws::kHardly);
      if (!throws_here) continue;
      for (BlockId pad : pads) {
        const ValueId by = i.op == Op::kThrow ? state.thrown_by : at;
        if (seen.insert({pad, by.valid()}).second) work.push_back({pad, method_[pad].begin, by});
      }
      if (is_call && !catches_all) {
        // What is not caught leaves.
        const Throws likely = throws(at);
        add({LeakPath::kCall, at, pads.empty() ? likely : std::min(likely, Throws::kPerhaps)});
      }
    }
    if (ends) continue;
    if (tells_whether_held(method_.terminator(state.block), lock, acquisition)) {
      // One of the two ways releases it: that is the one that is taken.
      const std::span<const BlockId> next = method_.successors(state.block);
      const bool guards = std::any_of(next.begin(), next.end(), [&](BlockId to) {
        for (std::uint32_t n = method_[to].begin; n < method_[to].end; ++n) {
          if (releases(ValueId(n), lock, mode)) return true;
        }
        return false;
      });
      if (guards) continue;
    }
    const std::optional<BlockId> only = side_taken(state.block, tests);
    for (BlockId to : method_.successors(state.block)) {
      if (only && to != *only) continue;
      if (seen.insert({to, state.thrown_by.valid()}).second) work.push_back({to, method_[to].begin, state.thrown_by});
    }
  }
  return worst;
}

}  // namespace

std::vector<Weighed> find_lock_leaks(const Analyses& analyses) {
  sections::Analysis& analysis = analyses.sections();
  Calls& calls = analysis.calls();
  // The methods that acquire, and the fields of what is released anywhere, with the mode.
  std::vector<NodeId> acquire;
  std::set<std::tuple<FieldId, bool, MethodId>> released;  // whether to read; and where
  std::set<FieldId> given_back;                            // by methods that have not acquired them
  for (std::uint32_t n = 0; n < calls.node_count(); ++n) {
    const NodeId node(n);
    bool acquires = false, releases = false;
    for (const ir::Instruction& i : calls.ir(node).instructions) {
      if (i.op != Op::kInvoke) continue;
      const MethodModel* model = calls.binding(i).model;
      acquires = acquires || has_action(model, LockAction::kAcquire);
      releases = releases || has_action(model, LockAction::kRelease);
    }
    if (acquires && calls.is_application(node)) acquire.push_back(node);
    if (!releases) continue;
    for (const AccessPath& path : analysis.summary(node).releases) given_back.insert(path.last_field());
    MethodEffects effects = analysis.effects(node);
    const LeaksOfMethod leaks(analysis, effects);
    for (const Effect& effect : effects.effects()) {
      if (effects.method()[effect.at].op != Op::kInvoke) continue;
      for (LockId lock : effect.releases) {
        const FieldId field = effects.lock(lock).path.last_field();
        if (!effects.lock(lock).library) continue;
        const bool direct = has_action(calls.binding(effects.method()[effect.at]).model, LockAction::kRelease);
        released.insert({field, direct && leaks.mode_of(effect.at) == LockMode::kRead, calls.method(node)});
      }
    }
  }
  std::vector<Weighed> found;
  for (NodeId node : acquire) {
    MethodEffects effects = analysis.effects(node);
    const ir::MethodIr& method = effects.method();
    LeaksOfMethod leaks(analysis, effects);
    const SectionEvidence about(analysis, effects);
    for (const Effect& effect : effects.effects()) {
      const ir::Instruction& call = method[effect.at];
      if (call.op != Op::kInvoke || !has_action(calls.binding(call).model, LockAction::kAcquire)) continue;
      if (effect.if_true.converted) continue;  // it is held before the call, too
      const LockId lock = effect.if_true.lock.valid() ? effect.if_true.lock
                          : effect.acquires.empty()   ? LockId()
                                                      : effect.acquires[0].lock;
      if (!lock.valid() || !effects.lock(lock).path.known()) continue;
      const LockMode mode = leaks.mode_of(effect.at);
      const AccessPath& path = effects.lock(lock).path;
      bool released_here = false;
      for (const Effect& other : effects.effects()) {
        released_here = released_here || (method[other.at].op == Op::kInvoke && leaks.releases(other.at, lock, mode));
      }
      std::optional<LeaksOfMethod::Leak> leak;
      // A method that releases what its callers hold, and acquires it again, leaves it as it was.
      bool only_interrupts = false;
      for (const Effect& other : effects.effects()) {
        if (method[other.at].op != Op::kInvoke || !leaks.releases(other.at, lock, mode)) continue;
        if (!method.may_follow(other.at, effect.at)) continue;
        only_interrupts = only_interrupts || !leaks.is_acquired_before(other.at, lock);
      }
      if (only_interrupts) continue;
      if (released_here) {
        leak = leaks.leak_of(effect.at, lock, mode);
        // `boolean enterIf(…)` leaves with the lock, which `leave()` gives back; and somebody else's lock is its
        // affair.
        const FieldId field = path.last_field();
        if (leak && leak->path == LeakPath::kReturn && (!field.valid() || given_back.contains(field))) continue;
      } else {
        // Another method releases it, or somebody who has the lock.
        const FieldId field = path.last_field();
        const bool elsewhere =
            !field.valid() || std::any_of(released.begin(), released.end(), [&](const auto& release) {
              const auto& [of, to_read, where] = release;
              return (!of.valid() || of == field) &&
                     (to_read == (mode == LockMode::kRead) || where != calls.method(node));
            });
        if (!elsewhere) leak = {LeakPath::kNever, effect.at, Throws::kLikely};
      }
      if (!leak || leak->likely == Throws::kHardly) continue;
      Defect defect{about.at(effect.at)};
      defect.what = Kind::kLockLeak;
      defect.lock = about.lock_name(path);
      defect.leak = leak->path;
      if (leak->path == LeakPath::kCall) defect.call = about.call_name(leak->at);
      defect.subject.locks = {defect.lock};
      defect.subject.lock_keys = {about.lock_key(node, path)};
      std::vector<Step> steps = {about.step(Role::kAcquire, effect.at, {}, defect.lock)};
      if (leak->path != LeakPath::kNever) {
        steps.push_back(about.step(leak->path == LeakPath::kCall ? Role::kCall : Role::kUse, leak->at, {defect.lock},
                                   leak->path == LeakPath::kCall     ? defect.call
                                   : leak->path == LeakPath::kReturn ? "the method returns"
                                                                     : "an exception is thrown"));
      }
      defect.threads = {{"T1", std::move(steps)}};
      defect.cause = defect.class_name + "." + defect.method + " leaks " + defect.subject.lock_keys[0];
      interleave(defect, defect.threads[0].steps.size());
      const bool likely = leak->likely == Throws::kLikely;
      found.push_back({std::move(defect), likely ? Severity::kMedium : Severity::kLow});
    }
  }
  return found;
}

}  // namespace snag::deadlock
