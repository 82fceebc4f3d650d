#include "instrument/block_values.h"

#include <algorithm>

#include "classfile/descriptor.h"

namespace snag::instrument {

using namespace classfile;

namespace {

constexpr std::size_t kMaximumSimple = 32;

struct Effect {
  std::uint8_t pops = 0, pushes = 0;
};

// Of the instructions whose effect on the stack depends on the opcode alone, in slots.
Effect effect_of(Opcode opcode) {
  using enum Opcode;
  if (opcode >= kIaload && opcode <= kSaload) {
    return {2, static_cast<std::uint8_t>(opcode == kLaload || opcode == kDaload ? 2 : 1)};
  }
  if (opcode >= kIastore && opcode <= kSastore) {
    return {static_cast<std::uint8_t>(opcode == kLastore || opcode == kDastore ? 4 : 3), 0};
  }
  if (opcode >= kIadd && opcode <= kDrem) {  // int, long, float, double in turn
    bool two = ((static_cast<unsigned>(opcode) - static_cast<unsigned>(kIadd)) & 1) != 0;
    return two ? Effect{4, 2} : Effect{2, 1};
  }
  if (opcode >= kIfeq && opcode <= kIfle) return {1, 0};
  if (opcode >= kIfIcmpeq && opcode <= kIfAcmpne) return {2, 0};
  switch (opcode) {
    case kAconstNull:
    case kIconstM1:
    case kIconst0:
    case kIconst1:
    case kIconst2:
    case kIconst3:
    case kIconst4:
    case kIconst5:
    case kFconst0:
    case kFconst1:
    case kFconst2:
    case kBipush:
    case kSipush:
    case kLdc:
    case kLdcW:
    case kJsr:
    case kJsrW:
      return {0, 1};
    case kLconst0:
    case kLconst1:
    case kDconst0:
    case kDconst1:
    case kLdc2W:
      return {0, 2};
    case kIneg:
    case kFneg:
    case kI2f:
    case kF2i:
    case kI2b:
    case kI2c:
    case kI2s:
    case kArraylength:
    case kInstanceof:
      return {1, 1};
    case kLneg:
    case kDneg:
    case kL2d:
    case kD2l:
      return {2, 2};
    case kIshl:
    case kIshr:
    case kIushr:
    case kIand:
    case kIor:
    case kIxor:
    case kFcmpl:
    case kFcmpg:
      return {2, 1};
    case kLshl:
    case kLshr:
    case kLushr:
      return {3, 2};
    case kLand:
    case kLor:
    case kLxor:
      return {4, 2};
    case kI2l:
    case kI2d:
    case kF2l:
    case kF2d:
      return {1, 2};
    case kL2i:
    case kL2f:
    case kD2i:
    case kD2f:
      return {2, 1};
    case kLcmp:
    case kDcmpl:
    case kDcmpg:
      return {4, 1};
    case kTableswitch:
    case kLookupswitch:
    case kIreturn:
    case kFreturn:
    case kAreturn:
    case kAthrow:
    case kMonitorenter:
    case kMonitorexit:
    case kIfnull:
    case kIfnonnull:
      return {1, 0};
    case kLreturn:
    case kDreturn:
      return {2, 0};
    default:
      return {0, 0};
  }
}

}  // namespace

LocalAccess local_access(const Instruction& in) {
  auto opcode = static_cast<unsigned>(in.opcode);
  auto from = [&](Opcode first) { return opcode - static_cast<unsigned>(first); };
  auto two = [](unsigned kind) { return kind == 1 || kind == 3; };
  if (in.opcode >= Opcode::kIload && in.opcode <= Opcode::kAload) {
    return {true, false, two(from(Opcode::kIload)), in.index};
  }
  if (in.opcode >= Opcode::kIload0 && in.opcode <= Opcode::kAload3) {
    return {true, false, two(from(Opcode::kIload0) / 4), from(Opcode::kIload0) % 4};
  }
  if (in.opcode >= Opcode::kIstore && in.opcode <= Opcode::kAstore) {
    return {true, true, two(from(Opcode::kIstore)), in.index};
  }
  if (in.opcode >= Opcode::kIstore0 && in.opcode <= Opcode::kAstore3) {
    return {true, true, two(from(Opcode::kIstore0) / 4), from(Opcode::kIstore0) % 4};
  }
  return {};
}

CallSlots call_slots(std::string_view descriptor) {
  CallSlots slots;
  std::size_t i = 1;
  while (i < descriptor.size() && descriptor[i] != ')') {
    char first = descriptor[i];
    bool array = first == '[';
    while (i < descriptor.size() && descriptor[i] == '[') ++i;
    if (i < descriptor.size() && descriptor[i] == 'L') i = std::min(descriptor.find(';', i), descriptor.size());
    ++i;
    slots.parameters += !array && (first == 'J' || first == 'D') ? 2 : 1;
  }
  if (i + 1 < descriptor.size()) slots.result = slot_count(descriptor.substr(i + 1));
  return slots;
}

void BlockValues::start_method(const ClassFile& file, std::uint32_t max_locals, bool this_in_local_0) {
  file_ = &file;
  this_in_local_0_ = this_in_local_0;
  ++block_;  // counts on through all methods, so that nothing has to be cleared
  kinds_.assign(2, Kind::kPlain);
  origins_.assign(2, {});
  origins_[kThis] = {Origin::kLocal, 0};
  if (locals_.size() < max_locals) locals_.resize(max_locals), local_block_.resize(max_locals);
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
  kinds_.push_back(kind);
  origins_.emplace_back();
  return static_cast<Value>(kinds_.size() - 1);
}

BlockValues::Value BlockValues::made(Origin origin) {
  for (Value known : simple_) {
    if (origins_[known] == origin) return known;
  }
  Value value = fresh();
  origins_[value] = origin;
  if (simple_.size() >= kMaximumSimple) simple_.erase(simple_.begin());
  simple_.push_back(value);
  return value;
}

void BlockValues::forget(Origin::Kind kind) {
  std::erase_if(simple_, [&](Value value) { return origins_[value].kind == kind; });
}

void BlockValues::forget_memory() {
  forget(Origin::kField);
  forget(Origin::kElement);
}

BlockValues::Value BlockValues::local(std::uint32_t index) {
  if (index == 0 && this_in_local_0_) return kThis;
  if (index >= locals_.size()) return fresh();
  if (local_block_[index] != block_) set_local(index, made({Origin::kLocal, static_cast<std::int32_t>(index)}));
  return locals_[index];
}

void BlockValues::set_local(std::uint32_t index, Value value) {
  if (index >= locals_.size()) return;
  locals_[index] = value;
  local_block_[index] = block_;
}

BlockValues::Value BlockValues::peek(std::uint32_t slots_below) {
  while (stack_.size() <= slots_below) stack_.insert(stack_.begin(), fresh());
  return stack_[stack_.size() - 1 - slots_below];
}

bool BlockValues::on_stack(Value value) const { return std::find(stack_.begin(), stack_.end(), value) != stack_.end(); }

BlockValues::Value BlockValues::pop() {
  if (stack_.empty()) return fresh();
  Value value = stack_.back();
  stack_.pop_back();
  return value;
}

void BlockValues::pop_all(unsigned slots) {
  stack_.resize(stack_.size() - std::min<std::size_t>(slots, stack_.size()));
}

void BlockValues::push_fresh(unsigned slots) {
  for (; slots > 0; --slots) push(fresh());
}

// dup, dup_x1, ...: the top `copied` slots again, below the `below` slots beneath them.
void BlockValues::duplicate(unsigned copied, unsigned below) {
  unsigned total = copied + below;
  peek(total - 1);
  auto from = stack_.end() - static_cast<std::ptrdiff_t>(copied);
  std::vector<Value> values(from, stack_.end());
  stack_.insert(stack_.end() - static_cast<std::ptrdiff_t>(total), values.begin(), values.end());
}

bool BlockValues::step_local(const Instruction& in) {
  LocalAccess access = local_access(in);
  if (!access.is_access) return false;
  if (!access.store) {
    push(local(access.index));
    if (access.two_slots) push(fresh());
    return true;
  }
  if (access.two_slots) pop();
  set_local(access.index, pop());
  if (access.two_slots) set_local(access.index + 1, fresh());
  return true;
}

// The instructions by which Origin tells a value.
bool BlockValues::step_simple(const Instruction& in) {
  Origin origin;
  switch (in.opcode) {
    case Opcode::kIconstM1:
    case Opcode::kIconst0:
    case Opcode::kIconst1:
    case Opcode::kIconst2:
    case Opcode::kIconst3:
    case Opcode::kIconst4:
    case Opcode::kIconst5:
      push(made({Origin::kNumber, static_cast<int>(in.opcode) - static_cast<int>(Opcode::kIconst0)}));
      return true;
    case Opcode::kBipush:
    case Opcode::kSipush:
      push(made({Origin::kNumber, in.value}));
      return true;
    case Opcode::kGetfield:
      if (slot_count(file_->constants().member(in.index).descriptor) != 1) return false;
      push(made({Origin::kField, static_cast<std::int32_t>(in.index), pop()}));
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
      return false;
  }
  origin.right = pop();
  origin.left = pop();
  push(made(origin));
  return true;
}

void BlockValues::step_invoke(const Instruction& in) {
  std::string_view descriptor = in.opcode == Opcode::kInvokedynamic ? file_->constants().dynamic(in.index).descriptor
                                                                    : file_->constants().member(in.index).descriptor;
  CallSlots slots = call_slots(descriptor);
  pop_all(slots.parameters);
  if (in.opcode != Opcode::kInvokestatic && in.opcode != Opcode::kInvokedynamic) pop();
  push_fresh(slots.result);
}

void BlockValues::step(const Instruction& in) {
  if (step_local(in) || step_simple(in)) return;
  switch (in.opcode) {
    case Opcode::kPop:
      pop();
      break;
    case Opcode::kPop2:
      pop_all(2);
      break;
    case Opcode::kDup:
      duplicate(1, 0);
      break;
    case Opcode::kDupX1:
      duplicate(1, 1);
      break;
    case Opcode::kDupX2:
      duplicate(1, 2);
      break;
    case Opcode::kDup2:
      duplicate(2, 0);
      break;
    case Opcode::kDup2X1:
      duplicate(2, 1);
      break;
    case Opcode::kDup2X2:
      duplicate(2, 2);
      break;
    case Opcode::kSwap: {
      peek(1);
      std::swap(stack_[stack_.size() - 1], stack_[stack_.size() - 2]);
      break;
    }
    case Opcode::kIinc:
      set_local(in.index, fresh());
      break;
    case Opcode::kGetstatic:
    case Opcode::kGetfield:
    case Opcode::kPutstatic:
    case Opcode::kPutfield: {
      unsigned slots = slot_count(file_->constants().member(in.index).descriptor);
      bool put = in.opcode == Opcode::kPutstatic || in.opcode == Opcode::kPutfield;
      if (in.opcode == Opcode::kPutfield) forget(Origin::kField);
      if (put) pop_all(slots);
      if (in.opcode == Opcode::kGetfield || in.opcode == Opcode::kPutfield) pop();
      if (!put) push_fresh(slots);
      break;
    }
    case Opcode::kInvokevirtual:
    case Opcode::kInvokespecial:
    case Opcode::kInvokestatic:
    case Opcode::kInvokeinterface:
    case Opcode::kInvokedynamic:
      step_invoke(in);
      break;
    case Opcode::kAastore:
      forget(Origin::kElement);
      pop_all(3);
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
    case Opcode::kCheckcast:
      peek();
      break;
    default: {
      Effect effect = effect_of(in.opcode);
      pop_all(effect.pops);
      push_fresh(effect.pushes);
    }
  }
}

}  // namespace snag::instrument
