#include "instrument/block_values.h"

#include <algorithm>

#include "classfile/descriptor.h"
#include "classfile/instruction_facts.h"

namespace snag::instrument {

using namespace classfile;

namespace {
constexpr std::size_t kMaximumSimple = 32;
}  // namespace

void BlockValues::start_method(const ClassFile& file, std::uint32_t max_locals, bool this_in_local_0) {
  file_ = &file;
  this_in_local_0_ = this_in_local_0;
  ++block_;  // blocks of all methods are numbered consecutively, so that `locals_` need not be cleared
  values_.assign(2, {});
  values_[kThis].origin = {Origin::kLocal, 0};
  if (locals_.size() < max_locals) locals_.resize(max_locals);
}

void BlockValues::start_block(const Frame* frame) {
  ++block_;
  stack_.clear();
  simple_.clear();
  if (frame == nullptr) return;
  for (VerificationType type : frame->stack) {
    if (type.tag == VerificationType::kUninitializedThis) {
      push(kThis);
    } else {
      push(fresh(type.tag == VerificationType::kUninitialized ? Kind::kNew : Kind::kPlain));
    }
    if (type.slots() == 2) push(fresh());
  }
}

BlockValues::Value BlockValues::fresh(Kind kind) {
  values_.push_back({kind, {}});
  return static_cast<Value>(values_.size() - 1);
}

BlockValues::Value BlockValues::computed(Origin origin) {
  for (Value known : simple_) {
    if (values_[known].origin == origin) return known;
  }
  Value value = fresh();
  values_[value].origin = origin;
  if (simple_.size() >= kMaximumSimple) simple_.erase(simple_.begin());
  simple_.push_back(value);
  return value;
}

void BlockValues::forget(Origin::Kind kind) {
  std::erase_if(simple_, [&](Value value) { return values_[value].origin.kind == kind; });
}

void BlockValues::forget_memory() {
  forget(Origin::kField);
  forget(Origin::kElement);
}

BlockValues::Value BlockValues::local(std::uint32_t index) {
  if (index == 0 && this_in_local_0_) return kThis;
  if (index >= locals_.size()) return fresh();
  if (locals_[index].block != block_) set_local(index, computed({Origin::kLocal, static_cast<std::int32_t>(index)}));
  return locals_[index].value;
}

void BlockValues::set_local(std::uint32_t index, Value value) {
  if (index < locals_.size()) locals_[index] = {value, block_};
}

BlockValues::Value BlockValues::peek(std::uint32_t slots_below) {
  while (stack_.size() <= slots_below) stack_.insert(stack_.begin(), fresh());
  return stack_[stack_.size() - 1 - slots_below];
}

bool BlockValues::on_stack(Value value) const { return std::find(stack_.begin(), stack_.end(), value) != stack_.end(); }

BlockValues::Value BlockValues::pop() {
  Value value = peek();
  stack_.pop_back();
  return value;
}

void BlockValues::pop_all(unsigned slots) {
  stack_.resize(stack_.size() - std::min<std::size_t>(slots, stack_.size()));
}

void BlockValues::push_fresh(unsigned slots) {
  for (; slots > 0; --slots) push(fresh());
}

// dup and its variants: inserts a copy of the top `copied` slots below the `below` slots beneath them.
void BlockValues::duplicate(unsigned copied, unsigned below) {
  unsigned total = copied + below;
  peek(total - 1);
  auto from = stack_.end() - static_cast<std::ptrdiff_t>(copied);
  std::vector<Value> values(from, stack_.end());
  stack_.insert(stack_.end() - static_cast<std::ptrdiff_t>(total), values.begin(), values.end());
}

bool BlockValues::step_local(const Instruction& in) {
  LocalAccess access = local_access(in);
  switch (access.kind) {
    case LocalAccess::kNone:
      return false;
    case LocalAccess::kLoad:
      push(local(access.index));
      if (access.two_slots()) push(fresh());
      return true;
    case LocalAccess::kStore:
      if (access.two_slots()) pop(), set_local(access.index + 1, fresh());
      set_local(access.index, pop());
      return true;
    case LocalAccess::kIncrement:
      set_local(access.index, fresh());
  }
  return true;
}

// The instructions whose results have an Origin.
bool BlockValues::step_simple(const Instruction& in) {
  Origin origin;
  switch (in.opcode) {
    case Opcode::kBipush:
    case Opcode::kSipush:
      push(computed({Origin::kNumber, in.value}));
      return true;
    case Opcode::kGetfield:
      if (slot_count(file_->constants().member(in.index).descriptor) != 1) return false;
      push(computed({Origin::kField, static_cast<std::int32_t>(in.index), pop()}));
      return true;
    case Opcode::kAaload:
      origin.kind = Origin::kElement;
      break;
    case Opcode::kIadd:
      origin.kind = Origin::kSum;
      break;
    case Opcode::kIsub:
      origin.kind = Origin::kDifference;
      break;
    default:
      if (!is_between(in.opcode, Opcode::kIconstM1, Opcode::kIconst5)) return false;
      push(computed({Origin::kNumber, static_cast<int>(in.opcode) - static_cast<int>(Opcode::kIconst0)}));
      return true;
  }
  origin.right = pop();
  origin.left = pop();
  push(computed(origin));
  return true;
}

void BlockValues::step_field(const Instruction& in) {
  unsigned slots = slot_count(file_->constants().member(in.index).descriptor);
  if (in.opcode == Opcode::kPutfield) forget(Origin::kField);
  if (is_put(in.opcode)) pop_all(slots);
  if (!is_static_access(in.opcode)) pop();
  if (!is_put(in.opcode)) push_fresh(slots);
}

void BlockValues::step_call(const Instruction& in) {
  bool dynamic = in.opcode == Opcode::kInvokedynamic;
  Result<MethodDescriptor> descriptor = parse_method_descriptor(
      dynamic ? file_->constants().dynamic(in.index).descriptor : file_->constants().member(in.index).descriptor);
  if (!descriptor) return stack_.clear();
  pop_all(descriptor->slot_count());
  if (!dynamic && in.opcode != Opcode::kInvokestatic) pop();
  push_fresh(slot_count(descriptor->result));
}

void BlockValues::step(const Instruction& in) {
  if (step_local(in) || step_simple(in)) return;
  if (is_between(in.opcode, Opcode::kGetstatic, Opcode::kPutfield)) return step_field(in);
  if (is_call(in.opcode)) return step_call(in);
  if (is_between(in.opcode, Opcode::kDup, Opcode::kDup2X2)) {  // dup, dup_x1, dup_x2, and the same for two slots
    unsigned form = offset_from(in.opcode, Opcode::kDup);
    return duplicate(form / 3 + 1, form % 3);
  }
  if (in.opcode == Opcode::kAastore) forget(Origin::kElement);
  switch (in.opcode) {
    case Opcode::kSwap:
      peek(1);
      std::swap(stack_[stack_.size() - 1], stack_[stack_.size() - 2]);
      break;
    case Opcode::kNew:
      push(fresh(Kind::kNew));
      break;
    case Opcode::kNewarray:
    case Opcode::kAnewarray:
      pop();
      push(fresh(Kind::kArray));
      break;
    case Opcode::kMultianewarray:
      pop_all(static_cast<unsigned>(in.value));
      push(fresh(Kind::kArray));
      break;
    default: {
      StackEffect effect = stack_effect(in.opcode);
      pop_all(effect.pops);
      push_fresh(effect.pushes);
    }
  }
}

}  // namespace snag::instrument
