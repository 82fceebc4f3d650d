// MethodEffects: what values are called, which locks are the same, and which objects no other thread has.
#include <algorithm>

#include "sections/method_effects.h"

namespace snag::sections {

using ir::Op;
using ir::ValueId;
using library::AtomicKind;
using library::MethodModel;

namespace {

// Locks that have a linear search; beyond, an index.
constexpr std::size_t kFewLocks = 16;

}  // namespace

LockId MethodEffects::lock_id(const AccessPath& path, bool own, bool library) {
  auto is_it = [&](const LockOfMethod& lock) {
    return lock.own == own && (lock.path == path || (!path.known() && !lock.path.known()));
  };
  LockId found;
  if (locks_.size() <= kFewLocks) {
    auto it = std::find_if(locks_.begin(), locks_.end(), is_it);
    if (it != locks_.end()) found = LockId(static_cast<std::uint32_t>(it - locks_.begin()));
  } else {
    auto [begin, end] = locks_by_hash_.equal_range(path.hash());
    auto it = std::find_if(begin, end, [&](const auto& entry) { return is_it(locks_[entry.second.value]); });
    if (it != end) found = it->second;
  }
  if (found.valid()) {
    locks_[found.value].library = locks_[found.value].library || library;
    return found;
  }
  found = LockId(static_cast<std::uint32_t>(locks_.size()));
  locks_.push_back({path, own, library});
  if (locks_.size() == kFewLocks + 1) {
    for (std::uint32_t n = 0; n < locks_.size(); ++n) locks_by_hash_.emplace(locks_[n].path.hash(), LockId(n));
  } else if (locks_.size() > kFewLocks) {
    locks_by_hash_.emplace(path.hash(), found);
  }
  return found;
}

AccessPath MethodEffects::lock_path(ValueId value) {
  // `both.readLock()`, and `lock.newCondition()` kept in a local, stand for the lock they come from.
  for (int hop = 0; hop < kMaximumHops; ++hop) {
    const ir::Instruction& i = method_[value];
    if (i.op == Op::kPhi) {
      // `lock = exclusive ? both.writeLock() : both.readLock()`: views of one lock.
      std::optional<ValueId> of_all = lock_of_views(i);
      if (!of_all) break;
      value = *of_all;
      continue;
    }
    if (i.op != Op::kInvoke || i.operand_count == 0) break;
    const MethodModel* model = rest_.calls.binding(i).model;
    if (model == nullptr || !model->view) break;
    value = method_.operands(i)[0];
  }
  AccessPath found = path(value);
  if (found.root() == AccessPath::Root::kStatic && found.steps().empty()) {
    return AccessPath(AccessPath::Root::kStatic, rest_.fields.lock_behind(FieldId(found.detail())).value);
  }
  FieldId last = found.last_field();
  bool ends_in_field = !found.steps().empty() && found.steps().back() == last.value;
  if (!ends_in_field) return found;
  FieldId behind = rest_.fields.lock_behind(last);
  if (behind == last) return found;
  if (rest_.calls.program()[behind].is_static()) return AccessPath(AccessPath::Root::kStatic, behind.value);
  AccessPath result(found.root(), found.detail());
  for (std::size_t n = 0; n + 1 < found.steps().size(); ++n) result = result.then(found.steps()[n]);
  return result.then(behind.value);
}

// The lock whose views a phi chooses between, if it is one: a value that stands for it.
std::optional<ValueId> MethodEffects::lock_of_views(const ir::Instruction& phi) {
  std::optional<ValueId> result;
  for (ValueId operand : method_.operands(phi)) {
    const ir::Instruction& i = method_[operand];
    const MethodModel* model = i.op == Op::kInvoke && i.operand_count > 0 ? rest_.calls.binding(i).model : nullptr;
    if (model == nullptr || !model->view) return std::nullopt;
    ValueId lock = method_.operands(i)[0];
    if (result && !(path(*result) == path(lock))) return std::nullopt;
    result = lock;
  }
  return result;
}

AccessPath MethodEffects::path(ValueId value) { return path(value, kMaximumHops); }

AccessPath MethodEffects::path(ValueId value, int hops) {
  // Back to the root, then forwards over what was passed.
  absl::InlinedVector<AccessPath::Step, 4> steps;
  AccessPath root;
  for (; !root.known(); --hops) {
    const ir::Instruction& i = method_[value];
    if (hops <= 0 || steps.size() > AccessPath::kMaximumSteps) return {};
    switch (i.op) {
      case Op::kCast:
        value = method_.operands(i)[0];
        break;
      case Op::kGetField: {
        FieldId field = rest_.calls.field(i);
        if (!field.valid()) return AccessPath(AccessPath::Root::kLocal, value.value);
        steps.push_back(field.value);
        value = method_.operands(i)[0];
        break;
      }
      case Op::kArrayLoad:
        steps.push_back(element(method_.operands(i)[1]));
        value = method_.operands(i)[0];
        break;
      case Op::kParameter:
        root = AccessPath(AccessPath::Root::kParameter, i.payload);
        break;
      case Op::kGetStatic: {
        FieldId field = rest_.calls.field(i);
        root = field.valid() ? AccessPath(AccessPath::Root::kStatic, field.value)
                             : AccessPath(AccessPath::Root::kLocal, value.value);
        break;
      }
      case Op::kConstant:
        if (i.as<ir::ConstantKind>() == ir::ConstantKind::kClass) {
          root = AccessPath(AccessPath::Root::kClass, i.payload);
        } else if (i.as<ir::ConstantKind>() == ir::ConstantKind::kString) {
          root = AccessPath(AccessPath::Root::kString, i.payload);
        } else {
          root = AccessPath(AccessPath::Root::kLocal, value.value);
        }
        break;
      case Op::kInvoke: {  // an accessor: what it returns has a name here as well
        root = AccessPath(AccessPath::Root::kLocal, value.value);
        const Binding& binding = rest_.calls.binding(i);
        if (!binding.complete || binding.targets.size() != 1) break;
        const AccessPath& result = rest_.summaries[binding.targets[0].value].result;
        if (!result.known()) break;
        Arguments arguments{method_.operands(i), *this, hops - 1};
        AccessPath named = arguments.translate(result);
        if (named.known()) root = named;
        break;
      }
      default:
        root = AccessPath(AccessPath::Root::kLocal, value.value);
        break;
    }
  }
  for (std::size_t n = steps.size(); n-- > 0;) root = root.then(steps[n]);
  return root;
}

AccessPath::Step MethodEffects::element(ValueId index) const {
  const ir::Instruction& i = method_[index];
  if (i.op == Op::kParameter) return AccessPath::kParameterElement + i.payload;
  bool constant = i.op == Op::kConstant && i.as<ir::ConstantKind>() == ir::ConstantKind::kInt;
  if (constant && i.payload < AccessPath::kConstantLimit) return AccessPath::kConstantElement + i.payload;
  return AccessPath::kElementBit | index.value;
}

AccessPath MethodEffects::key_path(ValueId value) {
  for (int hop = 0; hop < kMaximumHops; ++hop) {
    const ir::Instruction& i = method_[value];
    if (i.op == Op::kUnary && i.operand_count == 1) {
      value = method_.operands(i)[0];
      continue;
    }
    if (i.op != Op::kInvoke || i.operand_count != 1) break;
    const MethodModel* model = rest_.calls.binding(i).model;
    if (model == nullptr || !model->derives) break;
    value = method_.operands(i)[0];  // Integer.valueOf, intValue
  }
  const ir::Instruction& i = method_[value];
  if (i.op == Op::kConstant && i.as<ir::ConstantKind>() == ir::ConstantKind::kInt) {
    AccessPath zero(AccessPath::Root::kString, 0);
    return i.payload < AccessPath::kConstantLimit ? zero.then(AccessPath::kConstantElement + i.payload) : AccessPath();
  }
  return path(value);
}

absl::InlinedVector<ValueId, 4> MethodEffects::derived_from(ValueId value) {
  absl::InlinedVector<ValueId, 4> result;
  const ir::Instruction& call = method_[value];
  if (call.op == Op::kGetField) {
    FieldId field = rest_.calls.field(call);
    if (field.valid() && !rest_.fields.can_change(field)) result.push_back(method_.operands(call)[0]);
    return result;
  }
  const Binding& binding = rest_.calls.binding(call);
  std::span<const ValueId> operands = method_.operands(call);
  if (binding.model != nullptr && binding.model->derives) result.assign(operands.begin(), operands.end());
  if (!binding.complete) return result;
  std::uint64_t parameters = ~std::uint64_t{0};
  for (NodeId target : binding.targets) parameters &= rest_.summaries[target.value].result_parameters;
  for (std::size_t p = 0; p < operands.size() && p < 64; ++p) {
    if ((parameters >> p & 1) != 0) result.push_back(operands[p]);
  }
  return result;
}

// `made.lock`, where made is an object whose constructor kept its argument in that field: the argument.
AccessPath MethodEffects::through_constructor(const AccessPath& path) {
  if (path.root() != AccessPath::Root::kLocal || path.steps().empty()) return path;
  ValueId object(path.detail());
  if (method_[object].op != Op::kNew) return path;
  ValueId call = constructor_call(object);
  if (!call.valid()) return path;
  const ir::Instruction& i = method_[call];
  const Binding& binding = rest_.calls.binding(i);
  if (!binding.complete || (path.steps()[0] & AccessPath::kElementBit) != 0) return path;
  std::optional<std::uint32_t> kept = rest_.calls.kept_parameter(binding.targets[0], FieldId(path.steps()[0]));
  if (!kept || *kept >= i.operand_count) return path;
  AccessPath result = this->path(method_.operands(i)[*kept]);
  for (std::size_t n = 1; n < path.steps().size(); ++n) result = result.then(path.steps()[n]);
  return result;
}

// The first invokespecial on an object that is made here.
ValueId MethodEffects::constructor_call(ValueId object) {
  if (constructor_calls_.empty()) {
    for (std::uint32_t n = 0; n < method_.instructions.size(); ++n) {
      const ir::Instruction& i = method_.instructions[n];
      if (i.op != Op::kInvoke || i.as<ir::InvokeKind>() != ir::InvokeKind::kSpecial) continue;
      constructor_calls_.try_emplace(method_.operands(i)[0], ValueId(n));
    }
  }
  auto it = constructor_calls_.find(object);
  return it == constructor_calls_.end() ? ValueId() : it->second;
}

// ---- objects that no other thread has ----

bool MethodEffects::is_confined(ValueId object) {
  for (int hop = 0; hop < kMaximumHops; ++hop) {
    Op op = method_[object].op;
    if (op != Op::kCast && !(op == Op::kGetField && in_constructor_)) break;
    object = method_.operands(object)[0];
  }
  const ir::Instruction& i = method_[object];
  if (i.op == Op::kParameter) return in_constructor_ && !method_.is_static() && i.payload == 0;
  if (i.op != Op::kNew && i.op != Op::kNewArray) return false;
  return !escapes(object);
}

bool MethodEffects::is_confined(const AccessPath& path) {
  if (path.root() == AccessPath::Root::kParameter) {
    return in_constructor_ && !method_.is_static() && path.detail() == 0;
  }
  return path.root() == AccessPath::Root::kLocal && is_confined(ValueId(path.detail()));
}

bool MethodEffects::escapes(ValueId object) {
  if (escape_known_.empty()) {
    // One pass for all objects made here: 1 for those that stay.
    escape_known_.assign(method_.instructions.size(), 1);
    for (const ir::Instruction& i : method_.instructions) {
      std::span<const ValueId> operands = method_.operands(i);
      for (std::size_t n = 0; n < operands.size(); ++n) {
        bool stays = false;
        switch (i.op) {
          case Op::kGetField:
          case Op::kArrayLoad:
          case Op::kArrayLength:
          case Op::kMonitorEnter:
          case Op::kMonitorExit:
          case Op::kReturn:
          case Op::kIf:
          case Op::kInstanceOf:
            stays = true;
            break;
          case Op::kPutField:
          case Op::kArrayStore:
            stays = n == 0;
            break;
          case Op::kInvoke: {
            const Binding& binding = rest_.calls.binding(i);
            bool constructs = i.as<ir::InvokeKind>() == ir::InvokeKind::kSpecial;
            bool on_collection = binding.model != nullptr && binding.model->action() != AtomicKind::kNone;
            // A method of the application is trusted not to give away its own object; nor do buffers and streams.
            bool own_method = binding.complete && binding.model == nullptr;
            stays = n == 0 && i.as<ir::InvokeKind>() != ir::InvokeKind::kStatic &&
                    (constructs || on_collection || own_method || binding.is_synchronized);
            break;
          }
          default:
            break;
        }
        if (!stays) escape_known_[operands[n].value] = 2;
      }
    }
  }
  return escape_known_[object.value] == 2;
}

}  // namespace snag::sections
