#include "checks/deadlock/wait_conditions.h"

#include <algorithm>
#include <vector>

#include "ir/deciding_tests.h"

namespace snag::deadlock {

using ir::BlockId;
using ir::Op;
using ir::ValueId;
using library::AtomicKind;
using library::MethodModel;
using sections::AccessPath;
using sections::HeldLock;
using sections::HeldLocks;
using sections::MethodEffects;

namespace {

// The values that a test is computed from, as far as the method shows.
std::vector<ValueId> tested_values(const ir::MethodIr& method, BlockId test) {
  constexpr std::size_t kMaximumValues = 24;
  std::vector<ValueId> found;
  for (ValueId operand : method.operands(method.terminator(test))) found.push_back(operand);
  for (std::size_t n = 0; n < found.size() && found.size() < kMaximumValues; ++n) {
    const ir::Instruction& i = method[found[n]];
    if (i.op != Op::kUnary && i.op != Op::kBinary && i.op != Op::kCompare && i.op != Op::kCast &&
        i.op != Op::kInstanceOf && i.op != Op::kPhi) {
      continue;
    }
    for (ValueId operand : method.operands(i)) {
      if (std::find(found.begin(), found.end(), operand) == found.end()) found.push_back(operand);
    }
  }
  return found;
}

bool is_read(const ir::Instruction& i) {
  return i.op == Op::kGetField || i.op == Op::kGetStatic || i.op == Op::kInvoke || i.op == Op::kArrayLoad;
}

HeldLocks held_at(MethodEffects& method, const std::vector<BlockId>& block_of, ValueId at) {
  HeldLocks held = method.held_at_start(block_of[at.value]);
  for (std::uint32_t n = method.method()[block_of[at.value]].begin; n < at.value; ++n) method.step(ValueId(n), held);
  return held;
}

// Whether two instructions are about the same field or the same collection.
bool same_memory(MethodEffects& method, const ir::Instruction& a, const ir::Instruction& b) {
  const ir::MethodIr& ir = method.method();
  auto is_field = [](const ir::Instruction& i) {
    return i.op == Op::kGetField || i.op == Op::kPutField || i.op == Op::kGetStatic || i.op == Op::kPutStatic;
  };
  if (is_field(a) && is_field(b)) {
    const FieldId first = method.calls().field(a), second = method.calls().field(b);
    return first.valid() && first == second;
  }
  if (a.op != Op::kInvoke || b.op != Op::kInvoke || a.operand_count == 0 || b.operand_count == 0) return false;
  if (a.as<ir::InvokeKind>() == ir::InvokeKind::kStatic || b.as<ir::InvokeKind>() == ir::InvokeKind::kStatic) {
    return false;
  }
  // Calls on a collection: of other calls on one object it is not known what they are about.
  auto is_action = [&](const ir::Instruction& i) {
    const MethodModel* model = method.calls().binding(i).model;
    return model != nullptr && model->action() != AtomicKind::kNone;
  };
  if (!is_action(a) || !is_action(b)) return false;
  const AccessPath first = method.path(ir.operands(a)[0]), second = method.path(ir.operands(b)[0]);
  return first.known() && first == second;
}

// Whether all that becomes of a value is a part of a text, for a log say.
bool is_only_shown(MethodEffects& method, ValueId value) {
  const ir::MethodIr& ir = method.method();
  bool shown = false;
  for (const ir::Instruction& i : ir.instructions) {
    const std::span<const ValueId> operands = ir.operands(i);
    if (std::find(operands.begin(), operands.end(), value) == operands.end()) continue;
    shown = i.op == Op::kConcat;
    if (i.op == Op::kInvoke && operands[0] != value) {
      const ir::Reference& callee = method.calls().references()[i.reference()];
      shown = method.calls().models().policy().text.matches(method.calls().program().text(callee.owner));
    }
    if (!shown) return false;
  }
  return shown;
}

enum class Next : std::uint8_t { kTestedAgain, kUsed, kNeither };

// What comes after the wait, on its normal ways: another test of what was tested, or of all that decides whether to
// wait, or a use of it.
Next what_follows(MethodEffects& method, const std::vector<BlockId>& block_of, ValueId wait, BlockId test,
                  const std::vector<BlockId>& all_tests) {
  const ir::MethodIr& ir = method.method();
  std::vector<ValueId> tested;
  for (ValueId value : tested_values(ir, test)) {
    if (is_read(ir[value])) tested.push_back(value);
  }
  auto concerns = [&](const ir::Instruction& i) {
    return std::any_of(tested.begin(), tested.end(), [&](ValueId t) { return same_memory(method, i, ir[t]); });
  };
  // Whether a value goes into a test, be it kept in a variable until then.
  std::vector<bool> in_tests(ir.instructions.size(), false);
  for (std::uint32_t b = 0; b < ir.blocks.size(); ++b) {
    if (ir.terminator(BlockId(b)).op != Op::kIf) continue;
    for (ValueId value : tested_values(ir, BlockId(b))) in_tests[value.value] = true;
  }
  std::vector<bool> seen(ir.blocks.size(), false);
  std::vector<std::pair<BlockId, std::uint32_t>> work = {{block_of[wait.value], wait.value + 1}};
  bool tested_again = false;
  while (!work.empty()) {
    const auto [block, first] = work.back();
    work.pop_back();
    bool ends = false;
    for (std::uint32_t n = first; n < ir[block].end && !ends; ++n) {
      const ir::Instruction& i = ir.instructions[n];
      if (!concerns(i) || is_only_shown(method, ValueId(n))) continue;
      if (is_read(i) && in_tests[n]) {
        tested_again = ends = true;
      } else if (i.op == Op::kPutField || i.op == Op::kPutStatic) {
        ends = true;  // set anew, whatever it was
      } else {
        return Next::kUsed;
      }
    }
    if (ends) continue;
    for (BlockId to : ir.successors(block)) {
      if (seen[to.value]) continue;
      seen[to.value] = true;
      if (std::find(all_tests.begin(), all_tests.end(), to) != all_tests.end()) {
        tested_again = true;
      } else {
        work.emplace_back(to, ir[to].begin);
      }
    }
  }
  return tested_again ? Next::kTestedAgain : Next::kNeither;
}

}  // namespace

std::optional<WaitFlaw> flaw_of_wait(MethodEffects& method, const MethodLoops& loops, ValueId wait) {
  const ir::MethodIr& ir = method.method();
  const std::vector<BlockId> block_of = ir.block_of_instructions();
  const ir::DecidingTests tests(ir);
  // The nearest test that decides whether to wait, of something that others can change; in a loop, of something that
  // each round reads anew.
  const bool in_loop = loops.in_loop(wait);
  const std::uint32_t loop = loops.component[block_of[wait.value].value];
  BlockId test;
  std::vector<BlockId> of_loop;
  tests.any_of(block_of[wait.value], [&](BlockId at, BlockId) {
    if (ir.terminator(at).op != Op::kIf) return false;
    const std::vector<ValueId> values = tested_values(ir, at);
    if (std::none_of(values.begin(), values.end(), [&](ValueId v) {
          return is_read(ir[v]) && (!in_loop || loops.component[block_of[v.value].value] == loop);
        })) {
      return false;
    }
    if (!test.valid()) test = at;
    if (in_loop && loops.component[at.value] == loop) of_loop.push_back(at);
    return false;
  });
  if (!test.valid()) return in_loop ? std::nullopt : std::optional(WaitFlaw::kNoCondition);
  const bool same_loop = in_loop && loops.component[test.value] == loops.component[block_of[wait.value].value];
  const Next next = what_follows(method, block_of, wait, test, of_loop);
  if (!same_loop) {
    return next == Next::kTestedAgain ? std::nullopt
                                      : std::optional(in_loop ? WaitFlaw::kNoCondition : WaitFlaw::kOnce);
  }
  if (next == Next::kUsed) return WaitFlaw::kOnce;
  // The lock that is given back must be held where the condition is tested.
  const sections::Effect* effect = method.effect(wait);
  if (effect == nullptr || effect->waits.empty()) return std::nullopt;
  const HeldLocks at_wait = held_at(method, block_of, wait);
  const HeldLock* awaited = find_held(at_wait, effect->waits.front());
  if (awaited == nullptr || !awaited->site.valid()) return std::nullopt;
  // One of all tests that decide suffices: the nearest may only choose how long to wait.
  for (BlockId decides : of_loop) {
    for (ValueId value : tested_values(ir, decides)) {
      if (!is_read(ir[value])) continue;
      if (find_held(held_at(method, block_of, value), awaited->lock) != nullptr) return std::nullopt;
    }
  }
  return WaitFlaw::kTestedBefore;
}

bool changes_around(MethodEffects& method, ValueId at) {
  const ir::MethodIr& ir = method.method();
  const std::vector<BlockId> block_of = ir.block_of_instructions();
  const HeldLocks held = held_at(method, block_of, at);
  for (std::uint32_t n = 0; n < ir.instructions.size(); ++n) {
    const ir::Instruction& i = ir.instructions[n];
    if (ValueId(n) == at) continue;
    bool changes = i.op == Op::kPutField || i.op == Op::kPutStatic || i.op == Op::kArrayStore;
    if (i.op == Op::kInvoke) {
      const Binding& binding = method.calls().binding(i);
      const MethodModel* model = binding.model;
      const bool harmless =
          model != nullptr && (!model->locks.empty() || !model->notifies.empty() || !model->waits.empty() ||
                               model->action() == AtomicKind::kRead || model->derives || model->view);
      const std::string_view owner = method.calls().text(method.calls().references()[i.reference()].owner);
      changes = !harmless && !method.calls().models().policy().loggers.matches(owner);
    }
    if (!changes) continue;
    if (ir.may_follow(ValueId(n), at)) return true;
    // In the same section.
    const HeldLocks there = held_at(method, block_of, ValueId(n));
    if (std::any_of(held.begin(), held.end(), [&](const HeldLock& lock) {
          const HeldLock* same = find_held(there, lock.lock);
          return same != nullptr && same->site == lock.site;
        })) {
      return true;
    }
  }
  return false;
}

}  // namespace snag::deadlock
