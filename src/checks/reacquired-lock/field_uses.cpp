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
    std::vector<std::pair<FieldId, Use>> found;
    for (std::size_t n = begin; n < end; ++n) look_at(NodeId(static_cast<std::uint32_t>(n)), found);
    std::lock_guard lock(mutex);
    for (auto& [field, use] : found) uses_[field].add(std::move(use));
  });
}

// The order does not matter: what is held at all of them is an intersection.
void FieldUses::Use::add(Use other) {
  handed_out |= other.handed_out;
  filled_elsewhere |= other.filled_elsewhere;
  emptied |= other.emptied;
  holds_others |= other.holds_others;
  if (!other.seen) return;
  if (!std::exchange(seen, true)) {
    held = std::move(other.held);
    return;
  }
  auto lost = [&](const AccessPath& lock) {
    return std::find(other.held.begin(), other.held.end(), lock) == other.held.end();
  };
  held.erase(std::remove_if(held.begin(), held.end(), lost), held.end());
}

const FieldUses::Use& FieldUses::use_of(FieldId field) const {
  static const Use kUnknown{.filled_elsewhere = true, .emptied = true, .holds_others = true, .handed_out = true};
  auto it = uses_.find(field);
  return it == uses_.end() ? kUnknown : it->second;
}

bool FieldUses::is_encapsulated(FieldId field, const AccessPath& owner, const AccessPath& lock) const {
  const Use& use = use_of(field);
  if (use.handed_out) return false;
  bool found = false;
  lock.for_each_name_in_callee(std::span(&owner, 1), [&](const AccessPath& name) {
    found = found || std::find(use.held.begin(), use.held.end(), name) != use.held.end();
  });
  return found;
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

void FieldUses::look_at(NodeId node, std::vector<std::pair<FieldId, Use>>& found) const {
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
  effects.for_each_instruction([&](ir::BlockId block, ValueId at, const sections::HeldLocks& held) {
    const ir::Instruction& i = method[at];
    const FieldId field = field_of(i);
    if (!field.valid()) return;
    Use& use = found.emplace_back(field, Use()).second;
    std::span<const ValueId> operands = method.operands(i);
    if (i.op == Op::kPutField || i.op == Op::kPutStatic) {
      const ir::Instruction& value = method[operands.back()];
      bool made_here = value.op == Op::kNew || value.op == Op::kConstant;
      if (value.op == Op::kInvoke) {
        const library::MethodModel* model = calls.binding(value).model;
        made_here = model != nullptr && model->makes.valid();
      }
      use.handed_out = !made_here || given[operands.back().value];
      use.holds_others = !made_here;
      bool null = value.op == Op::kConstant && value.as<ir::ConstantKind>() == ir::ConstantKind::kNull;
      use.emptied = null && !effects.in_constructor();
      use.filled_elsewhere = !effects.in_constructor() && (null || !runs_if_null(method, tests, block, field));
      return;
    }
    use.handed_out = given[at.value];
    use.seen = !effects.in_constructor();
    AccessPath owner = i.op == Op::kGetStatic ? AccessPath() : effects.path(operands[0]);
    for (const sections::HeldLock& h : held) {
      effects.lock(h.lock).path.for_each_name_in_callee(std::span(&owner, 1),
                                                        [&](const AccessPath& name) { use.held.push_back(name); });
    }
  });
}

}  // namespace snag::reacquired
