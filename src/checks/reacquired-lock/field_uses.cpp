#include "checks/reacquired-lock/field_uses.h"

#include <algorithm>
#include <mutex>

#include "base/parallel.h"
#include "heap/object_uses.h"

namespace snag::reacquired {

using ir::Op;
using ir::ValueId;
using sections::AccessPath;

FieldUses::FieldUses(sections::Analysis& analysis, const std::vector<FieldId>& fields, unsigned jobs)
    : analysis_(analysis) {
  for (FieldId field : fields) {
    Use& use = uses_[field];
    // What others can reach by themselves.
    const Field& declaration = analysis.calls().program()[field];
    use.handed_out = (declaration.access & (classfile::kAccPublic | classfile::kAccProtected)) != 0;
  }
  if (uses_.empty()) return;
  std::mutex mutex;
  parallel_ranges(analysis.calls().node_count(), jobs, /*grain=*/256, [&](std::size_t begin, std::size_t end) {
    std::vector<Found> found;
    for (std::size_t n = begin; n < end; ++n) look_at(NodeId(static_cast<std::uint32_t>(n)), found);
    std::lock_guard lock(mutex);
    // The order does not matter: what is held at all of them is an intersection.
    for (Found& f : found) {
      Use& use = uses_[f.field];
      use.handed_out = use.handed_out || f.handed_out;
      use.filled_elsewhere = use.filled_elsewhere || f.filled_elsewhere;
      use.emptied = use.emptied || f.emptied;
      use.holds_others = use.holds_others || f.holds_others;
      if (!f.counts) continue;
      if (!use.seen) {
        use.held = std::move(f.held);
      } else {
        auto lost = [&](const AccessPath& l) { return std::find(f.held.begin(), f.held.end(), l) == f.held.end(); };
        use.held.erase(std::remove_if(use.held.begin(), use.held.end(), lost), use.held.end());
      }
      use.seen = true;
    }
  });
}

bool FieldUses::is_encapsulated(FieldId field, const AccessPath& owner, const AccessPath& lock) const {
  auto it = uses_.find(field);
  if (it == uses_.end() || it->second.handed_out) return false;
  const sections::LockPaths& held = it->second.held;
  bool found = false;
  lock.for_each_name_in_callee(std::span(&owner, 1), [&](const AccessPath& name) {
    found = found || std::find(held.begin(), held.end(), name) != held.end();
  });
  return found;
}

bool FieldUses::is_filled_once(FieldId field) const {
  auto it = uses_.find(field);
  return it != uses_.end() && !it->second.filled_elsewhere;
}

bool FieldUses::is_emptied(FieldId field) const {
  auto it = uses_.find(field);
  return it == uses_.end() || it->second.emptied;
}

bool FieldUses::holds_others(FieldId field) const {
  auto it = uses_.find(field);
  return it == uses_.end() || it->second.holds_others;
}

bool FieldUses::runs_if_null(const ir::MethodIr& method, const ir::DecidingTests& tests, ir::BlockId block,
                             FieldId field) const {
  return tests.any_of(block, [&](ir::BlockId test, ir::BlockId entered) {
    const ir::Instruction& end = method.terminator(test);
    if (end.op != Op::kIf) return false;
    std::span<const ValueId> tested = method.operands(end);
    const ir::Instruction &value = method[tested[0]], &null = method[tested[1]];
    bool about_null = null.op == Op::kConstant && null.as<ir::ConstantKind>() == ir::ConstantKind::kNull;
    bool reads = value.op == Op::kGetField || value.op == Op::kGetStatic;
    if (!about_null || !reads || analysis_.calls().field(value) != field) return false;
    bool taken = method.successors(test)[0] == entered;
    return taken == (end.as<ir::Condition>() == ir::Condition::kEqual);
  });
}

void FieldUses::look_at(NodeId node, std::vector<Found>& found) const {
  Calls& calls = analysis_.calls();
  const ir::MethodIr& method = calls.ir(node);
  auto field_of = [&](const ir::Instruction& i) {
    bool access = i.op == Op::kGetField || i.op == Op::kPutField || i.op == Op::kGetStatic || i.op == Op::kPutStatic;
    FieldId field = access ? calls.field(i) : FieldId();
    return field.valid() && uses_.contains(field) ? field : FieldId();
  };
  bool any = std::any_of(method.instructions.begin(), method.instructions.end(),
                         [&](const ir::Instruction& i) { return field_of(i).valid(); });
  if (!any) return;

  const std::vector<bool> given =
      handed_out(calls, method, [&](const ir::Instruction& i) { return field_of(i).valid(); });
  sections::MethodEffects effects = analysis_.effects(node);
  ir::DecidingTests tests(method);
  for (std::uint32_t b = 0; b < method.blocks.size(); ++b) {
    sections::HeldLocks held = effects.held_at_start(ir::BlockId(b));
    for (std::uint32_t n = method.blocks[b].begin; n < method.blocks[b].end; ++n) {
      const ir::Instruction& i = method.instructions[n];
      if (FieldId field = field_of(i); field.valid()) {
        Found f{.field = field};
        std::span<const ValueId> operands = method.operands(i);
        bool is_static = i.op == Op::kGetStatic || i.op == Op::kPutStatic;
        if (i.op == Op::kPutField || i.op == Op::kPutStatic) {
          const ir::Instruction& value = method[operands.back()];
          bool made_here = value.op == Op::kNew || value.op == Op::kConstant;
          if (value.op == Op::kInvoke) {
            const library::MethodModel* model = calls.binding(value).model;
            made_here = model != nullptr && model->makes.valid();
          }
          f.handed_out = !made_here || given[operands.back().value];
          f.holds_others = !made_here;
          bool null = value.op == Op::kConstant && value.as<ir::ConstantKind>() == ir::ConstantKind::kNull;
          f.emptied = null && !effects.in_constructor();
          f.filled_elsewhere =
              !effects.in_constructor() && (null || !runs_if_null(method, tests, ir::BlockId(b), field));
        } else {
          f.handed_out = given[n];
          AccessPath owner = is_static ? AccessPath() : effects.path(operands[0]);
          f.counts = !effects.in_constructor();
          for (const sections::HeldLock& h : held) {
            effects.lock(h.lock).path.for_each_name_in_callee(std::span(&owner, 1),
                                                              [&](const AccessPath& name) { f.held.push_back(name); });
          }
        }
        found.push_back(std::move(f));
      }
      effects.step(ValueId(n), held);
    }
  }
}

}  // namespace snag::reacquired
