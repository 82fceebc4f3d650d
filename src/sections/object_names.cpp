#include "sections/object_names.h"

namespace snag::sections {

using ir::Op;
using ir::ValueId;
using library::MethodModel;

AccessPath ObjectNames::Arguments::path(std::uint32_t parameter) const {
  for (const auto& [number, path] : known_) {
    if (number == parameter) return path;
  }
  known_.emplace_back(parameter, parameter < values_.size() ? caller_.path(values_[parameter], hops_) : AccessPath());
  return known_.back().second;
}

AccessPath ObjectNames::Arguments::translate(const AccessPath& path_in_callee) const {
  return path_in_callee.in_caller([&](std::uint32_t parameter) { return path(parameter); },
                                  [&](std::uint32_t parameter) -> std::optional<AccessPath::Step> {
                                    if (parameter >= values_.size()) return std::nullopt;
                                    return caller_.element(values_[parameter]);
                                  });
}

AccessPath ObjectNames::path(ValueId value, int hops) {
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
        FieldId field = program_.calls.field(i);
        if (!field.valid()) return AccessPath(AccessPath::Root::kLocal, value.value);
        if (outlives_its_name(value)) {
          root = AccessPath(AccessPath::Root::kLocal, value.value);
          break;
        }
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
        FieldId field = program_.calls.field(i);
        root = field.valid() && !outlives_its_name(value) ? AccessPath(AccessPath::Root::kStatic, field.value)
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
        const Binding& binding = program_.calls.binding(i);
        if (!binding.complete || binding.targets.size() != 1) break;
        const AccessPath& result = program_.summaries[binding.targets[0].value].result;
        if (!result.known()) break;
        Arguments arguments(*this, method_.operands(i), hops - 1);
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

AccessPath::Step ObjectNames::element(ValueId index) const {
  const ir::Instruction& i = method_[index];
  if (i.op == Op::kParameter) return AccessPath::kParameterElement + i.payload;
  bool constant = i.op == Op::kConstant && i.as<ir::ConstantKind>() == ir::ConstantKind::kInt;
  if (constant && i.payload < AccessPath::kConstantLimit) return AccessPath::kConstantElement + i.payload;
  return AccessPath::kElementBit | index.value;
}

AccessPath ObjectNames::key_path(ValueId value) {
  for (int hop = 0; hop < kMaximumHops; ++hop) {
    const ir::Instruction& i = method_[value];
    if (i.op == Op::kUnary && i.operand_count == 1) {
      value = method_.operands(i)[0];
      continue;
    }
    if (i.op != Op::kInvoke || i.operand_count != 1) break;
    const MethodModel* model = program_.calls.binding(i).model;
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

std::optional<std::uint32_t> kept_parameter(Calls& calls, NodeId constructor, FieldId field) {
  const ir::MethodIr& method = calls.ir(constructor);
  for (const ir::Instruction& i : method.instructions) {
    if (i.op != Op::kPutField || calls.field(i) != field) continue;
    const ir::Instruction& object = method[method.operands(i)[0]];
    const ir::Instruction& value = method[method.operands(i)[1]];
    if (object.op == Op::kParameter && object.payload == 0 && value.op == Op::kParameter) return value.payload;
  }
  return std::nullopt;
}

AccessPath ObjectNames::through_constructor(const AccessPath& path) {
  if (path.root() != AccessPath::Root::kLocal || path.steps().empty()) return path;
  ValueId object(path.detail());
  if (method_[object].op != Op::kNew) return path;
  ValueId call = constructor_call(object);
  if (!call.valid()) return path;
  const ir::Instruction& i = method_[call];
  const Binding& binding = program_.calls.binding(i);
  if (!binding.complete || (path.steps()[0] & AccessPath::kElementBit) != 0) return path;
  std::optional<std::uint32_t> kept = kept_parameter(program_.calls, binding.targets[0], FieldId(path.steps()[0]));
  if (!kept || *kept >= i.operand_count) return path;
  AccessPath result = this->path(method_.operands(i)[*kept]);
  for (std::size_t n = 1; n < path.steps().size(); ++n) result = result.then(path.steps()[n]);
  return result;
}

// Whether a value that was read from a field may be used after the method has written this field, and before it reads
// the field again at the same place. Looks at all code behind the writes, once for each such read.
bool ObjectNames::outlives_its_name(ValueId read) {
  if (!writes_) {
    writes_.emplace();
    for (std::uint32_t n = 0; n < method_.instructions.size(); ++n) {
      const ir::Instruction& i = method_.instructions[n];
      if (i.op != Op::kPutField && i.op != Op::kPutStatic) continue;
      if (method_[method_.operands(i).back()].type != ir::Type::kReference) continue;
      if (const FieldId field = program_.calls.field(i); field.valid()) (*writes_)[field].push_back(ValueId(n));
    }
  }
  if (writes_->empty()) return false;
  auto writes = writes_->find(program_.calls.field(method_[read]));
  if (writes == writes_->end()) return false;
  auto [it, added] = outlive_their_names_.try_emplace(read, false);
  if (!added || searched_ > kMaximumSearch) return it->second;
  searched_ += method_.instructions.size();
  // The read comes before every use of its value, so a use behind the write comes after both. What a phi makes of it
  // has a name of its own.
  auto is_used = [&](std::uint32_t n) {
    if (method_.instructions[n].op == Op::kPhi) return false;
    std::span<const ValueId> operands = method_.operands(ValueId(n));
    return std::any_of(operands.begin(), operands.end(),
                       [&](ValueId operand) { return method_.without_casts(operand) == read; });
  };
  const std::vector<ir::BlockId> block_of = method_.block_of_instructions();
  std::vector<bool> seen(method_.blocks.size(), false);
  std::vector<std::pair<ir::BlockId, std::uint32_t>> waiting;
  for (ValueId write : writes->second) waiting.emplace_back(block_of[write.value], write.value + 1);
  while (!waiting.empty()) {
    auto [block, n] = waiting.back();
    waiting.pop_back();
    for (; n < method_[block].end && n != read.value; ++n) {
      if (is_used(n)) return outlive_their_names_[read] = true;
    }
    if (n != method_[block].end) continue;
    for (ir::BlockId next : method_.successors(block)) {
      if (seen[next.value]) continue;
      seen[next.value] = true;
      waiting.emplace_back(next, method_[next].begin);
    }
  }
  return false;
}

// The first invokespecial on an object that is made here.
ValueId ObjectNames::constructor_call(ValueId object) {
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

}  // namespace snag::sections
