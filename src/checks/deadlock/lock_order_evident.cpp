#include "checks/deadlock/lock_order_evident.h"

#include <algorithm>
#include <vector>

#include "ir/deciding_tests.h"

namespace snag::deadlock {

using ir::Op;
using ir::ValueId;
using sections::AccessPath;
using sections::MethodEffects;

namespace {

constexpr AccessPath::Step kElement = AccessPath::kElementBit;

bool is_element(AccessPath::Step step) { return step != AccessPath::kContents && (step & kElement) != 0; }
bool is_constant_element(AccessPath::Step step) { return is_element(step) && step >= AccessPath::kConstantElement; }

// The values from which a value is computed, itself included; a few steps back.
std::vector<ValueId> sources_of(const ir::MethodIr& method, ValueId value) {
  constexpr std::size_t kMaximumSources = 40;
  std::vector<ValueId> found = {value};
  for (std::size_t n = 0; n < found.size() && found.size() < kMaximumSources; ++n) {
    const ir::Instruction& i = method[found[n]];
    switch (i.op) {
      case Op::kPhi:
      case Op::kUnary:
      case Op::kBinary:
      case Op::kCompare:
      case Op::kGetField:
      case Op::kArrayLoad:
      case Op::kInvoke:
      case Op::kCast:
      case Op::kInstanceOf:
        for (ValueId operand : method.operands(i)) {
          if (std::find(found.begin(), found.end(), operand) == found.end()) found.push_back(operand);
        }
        break;
      default:
        break;
    }
  }
  return found;
}

// Whether one of the values is the object of a path, or the variable that it begins with, or an index on the way.
bool concerns(MethodEffects& method, const std::vector<ValueId>& values, const AccessPath& path) {
  return std::any_of(values.begin(), values.end(), [&](ValueId value) {
    const ir::Instruction& i = method.method()[value];
    if (i.type == ir::Type::kReference) {
      const AccessPath of_value = method.path(value);
      if (of_value == path) return true;
      const bool is_base = of_value.known() && of_value.steps().empty() && path.starts_with(of_value) &&
                           !(i.op == Op::kParameter && i.payload == 0 && !method.method().is_static());
      if (is_base) return true;
      return of_value.known() && of_value.starts_with(path);
    }
    return std::any_of(path.steps().begin(), path.steps().end(), [&](AccessPath::Step step) {
      if (!is_element(step) || is_constant_element(step)) return false;
      return step == method.element(value);
    });
  });
}

// A test that can tell which of two comes first: not one for equality, unless of what a method says of both.
bool compares(MethodEffects& method, const ir::Instruction& test, const AccessPath& first, const AccessPath& second) {
  const ir::MethodIr& ir = method.method();
  if (test.op != Op::kIf) return false;
  std::vector<ValueId> values;
  for (ValueId operand : ir.operands(test)) {
    for (ValueId source : sources_of(ir, operand)) values.push_back(source);
  }
  const auto condition = test.as<ir::Condition>();
  const bool is_equality = condition == ir::Condition::kEqual || condition == ir::Condition::kNotEqual;
  if (is_equality) {
    // `if (from.comesBefore(to))`; not `if (from.equals(to))`.
    const ir::Instruction& asked = ir[ir.operands(test)[0]];
    if (asked.op != Op::kInvoke || asked.operand_count < 2) return false;
    const std::string_view name = method.calls().text(method.calls().references()[asked.reference()].name);
    if (name == "equals") return false;
  }
  return concerns(method, values, first) && concerns(method, values, second);
}

ir::BlockId block_of(const ir::MethodIr& method, ValueId at) {
  for (std::uint32_t b = 0; b < method.blocks.size(); ++b) {
    if (at.value >= method.blocks[b].begin && at.value < method.blocks[b].end) return ir::BlockId(b);
  }
  return {};
}

// `first = a.id < b.id ? a : b`, `Math.min(i, j)`.
bool is_chosen(MethodEffects& method, const AccessPath& path) {
  const ir::MethodIr& ir = method.method();
  auto chosen = [&](ValueId value) {
    const ir::Instruction& i = ir[value];
    if (i.op == Op::kPhi) return true;
    if (i.op != Op::kInvoke) return false;
    const std::string_view name = method.calls().text(method.calls().references()[i.reference()].name);
    return name == "min" || name == "max";
  };
  bool result = false;
  path.for_each_value([&](ValueId value) { result = result || chosen(value); });
  return result;
}

bool has_order_test(const ir::MethodIr& ir) {
  return std::any_of(ir.instructions.begin(), ir.instructions.end(), [&](const ir::Instruction& i) {
    if (i.op != Op::kIf) return false;
    const auto condition = i.as<ir::Condition>();
    return condition != ir::Condition::kEqual && condition != ir::Condition::kNotEqual;
  });
}

// The positions of one array that two paths end in, if one is computed from the other: `i` and `i + 1`.
bool are_adjacent(const ir::MethodIr& method, const AccessPath& first, const AccessPath& second) {
  if (first.steps().empty() || first.steps().size() != second.steps().size()) return false;
  const AccessPath::Step a = first.steps().back(), b = second.steps().back();
  if (!is_element(a) || !is_element(b)) return false;
  if (is_constant_element(a) && is_constant_element(b)) return true;
  std::vector<ValueId> values;
  AccessPath of_a(AccessPath::Root::kLocal, 0), of_b = of_a;
  std::vector<ValueId> in_a, in_b;
  of_a.then(a).for_each_value([&](ValueId v) { in_a.push_back(v); });
  of_b.then(b).for_each_value([&](ValueId v) { in_b.push_back(v); });
  auto derives = [&](const std::vector<ValueId>& from, const std::vector<ValueId>& what) {
    for (ValueId value : what) {
      const ir::Instruction& i = method[value];
      if (i.op != Op::kBinary) continue;
      const auto kind = i.as<ir::BinaryKind>();
      if (kind != ir::BinaryKind::kAdd && kind != ir::BinaryKind::kSubtract) continue;
      for (ValueId operand : method.operands(i)) {
        if (std::find(from.begin(), from.end(), operand) != from.end() && operand.value != 0) return true;
      }
    }
    return false;
  };
  return derives(in_a, in_b) || derives(in_b, in_a);
}

// `this.next` through `this`; and `this.pool.lock` through the owner of `this.lock`.
bool is_found_through(AccessPath path, const AccessPath& other) {
  if (path.starts_with(other)) return true;
  const FieldId field = path.last_field();
  if (!field.valid() || field != other.last_field()) return false;
  const AccessPath owner = path.owner_of_last_field(), other_owner = other.owner_of_last_field();
  return owner.known() && other_owner.known() && owner.starts_with(other_owner) && !(owner == other_owner);
}

}  // namespace

bool are_interchangeable(MethodEffects& method, const AccessPath& first, const AccessPath& second) {
  if (!first.known() || !second.known() || first == second) return false;
  if (is_found_through(first, second) || is_found_through(second, first)) return false;
  if (are_adjacent(method.method(), first, second)) return false;
  // Fields of one object beside each other, `this.left` and `this.right`, or the same of two objects, `from.lock` and
  // `to.lock`. Other names may well mean one object.
  if (first.steps().size() != second.steps().size()) return false;
  const bool same_root = first.root() == second.root() && first.detail() == second.detail();
  for (std::size_t n = 0; n < first.steps().size(); ++n) {
    const AccessPath::Step a = first.steps()[n], b = second.steps()[n];
    const bool last = n + 1 == first.steps().size();
    if (a != b && !(is_element(a) && is_element(b)) && !(same_root && last && !is_element(a) && !is_element(b))) {
      return false;
    }
  }
  // A value that comes from anywhere: only two results of one method are alike.
  auto made_by = [&](const AccessPath& path) -> const ir::Instruction* {
    if (path.root() != AccessPath::Root::kLocal) return nullptr;
    const ValueId value = method.method().without_casts(ValueId(path.detail()));
    return &method.method()[value];
  };
  const ir::Instruction *a = made_by(first), *b = made_by(second);
  if (a == nullptr && b == nullptr) return true;
  if (a == nullptr || b == nullptr || a->op != b->op) return false;
  if (a->op == Op::kPhi) return true;
  if (a->op != Op::kInvoke || !(a->reference() == b->reference())) return false;
  const std::span<const ValueId> of_a = method.method().operands(*a), of_b = method.method().operands(*b);
  // With different arguments; the same call twice (`queue.take()`) never returns one object twice.
  return of_a.size() > 1 && !std::equal(of_a.begin() + 1, of_a.end(), of_b.begin() + 1, of_b.end());
}

bool order_is_evident(MethodEffects& method, const AccessPath& first, const AccessPath& second, ValueId at) {
  const ir::MethodIr& ir = method.method();
  if ((is_chosen(method, first) || is_chosen(method, second)) &&
      (has_order_test(ir) || (is_chosen(method, first) && is_chosen(method, second)))) {
    return true;
  }
  const ir::BlockId block = block_of(ir, at);
  if (!block.valid()) return true;
  return ir::DecidingTests(ir).any_of(
      block, [&](ir::BlockId test, ir::BlockId) { return compares(method, ir.terminator(test), first, second); });
}

}  // namespace snag::deadlock
