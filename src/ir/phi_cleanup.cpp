#include "ir/phi_cleanup.h"

#include <string_view>

#include "classfile/descriptor.h"
#include "classfile/language_names.h"

namespace snag::ir {

namespace {
constexpr std::uint32_t kNone = 0xFFFF'FFFF;
}

// x = phi(x, y, y) is y. When a phi is removed, the phis that use it may become removable: each value has a list of the
// phis that use it, and the list of a removed phi is joined to that of its replacement. One list may be walked for each
// removed phi, so 8,000 loops in a row with 100 live locals would take 41 s: after kSteps operands and uses, the
// remaining phis stay. The maximum for a method of JDK 17 or of 569 jars is 31,231.
void PhiCleanup::remove_trivial_phis(MethodIr& method) {
  auto count = static_cast<std::uint32_t>(method.instructions.size());
  replacement_.reset(count);
  first_use_.assign(count, kNone);
  last_use_.assign(count, kNone);
  uses_.clear();
  work_.clear();
  for (const Block& block : method.blocks) {
    for (std::uint32_t i = block.begin; i < block.begin + block.phi_count; ++i) {
      work_.push_back(i);
      for (ValueId operand : method.operands(method.instructions[i])) {
        uses_.push_back({i, first_use_[operand.value]});
        first_use_[operand.value] = static_cast<std::uint32_t>(uses_.size() - 1);
        if (last_use_[operand.value] == kNone) last_use_[operand.value] = first_use_[operand.value];
      }
    }
  }
  constexpr std::size_t kSteps = 20'000'000;
  std::size_t steps = 0;
  while (!work_.empty() && steps <= kSteps) {
    std::uint32_t phi = work_.back();
    work_.pop_back();
    if (replacement_.find(phi) != phi) continue;
    std::uint32_t only = kNone;
    bool trivial = true;
    for (ValueId operand : method.operands(method.instructions[phi])) {
      ++steps;
      std::uint32_t v = replacement_.find(operand.value);
      if (v == phi || v == only) continue;
      if (only != kNone) {
        trivial = false;
        break;
      }
      only = v;
    }
    if (!trivial || only == kNone) continue;
    replacement_.merge(/*leader=*/only, /*follower=*/phi);
    Instruction& kept = method.instructions[only];
    if (!kept.local_name.valid()) kept.local_name = method.instructions[phi].local_name;
    for (std::uint32_t use = first_use_[phi]; use != kNone; use = uses_[use].next, ++steps) {
      work_.push_back(uses_[use].phi);
    }
    if (first_use_[phi] != kNone) {
      uses_[last_use_[phi]].next = first_use_[only];
      if (last_use_[only] == kNone) last_use_[only] = last_use_[phi];
      first_use_[only] = first_use_[phi];
    }
  }
}

void PhiCleanup::compact(MethodIr& method) {
  number_.assign(method.instructions.size(), kNone);
  std::uint32_t next = 0;
  for (std::uint32_t i = 0; i < method.instructions.size(); ++i) {
    if (replacement_.find(i) == i) number_[i] = next++;
  }
  std::vector<Instruction> instructions;
  std::vector<ValueId> operands;
  instructions.reserve(next);
  operands.reserve(method.operand_pool.size());
  for (Block& block : method.blocks) {
    auto begin = static_cast<std::uint32_t>(instructions.size());
    std::uint32_t phis = 0;
    for (std::uint32_t i = block.begin; i < block.end; ++i) {
      if (number_[i] == kNone) continue;
      Instruction instruction = method.instructions[i];
      phis += instruction.op == Op::kPhi;
      auto first = static_cast<std::uint32_t>(operands.size());
      for (ValueId operand : method.operands(instruction))
        operands.emplace_back(number_[replacement_.find(operand.value)]);
      instruction.first_operand = first;
      instructions.push_back(instruction);
    }
    block.begin = begin;
    block.end = static_cast<std::uint32_t>(instructions.size());
    block.phi_count = phis;
  }
  operands.shrink_to_fit();
  method.instructions = std::move(instructions);
  method.operand_pool = std::move(operands);
  method.successor_pool.shrink_to_fit();
  method.predecessor_pool.shrink_to_fit();
  method.wide_constants.shrink_to_fit();
  method.cases.shrink_to_fit();
}

// Returns the class of an array's elements: `[[I` gives `[I`, `[La/B;` gives `a/B`. Returns Object if it is not an
// array of references.
Name PhiCleanup::element_type(Name array, Names& names) {
  if (array != last_array_) {
    std::string_view text = names.text(array);
    std::string_view element = text.starts_with('[') ? classfile::class_of_descriptor(text.substr(1)) : "";
    last_array_ = array;
    last_element_ = names.intern(element.empty() ? std::string_view(classfile::kObjectClass) : element);
  }
  return last_element_;
}

// A phi of references has the type of its operands if they agree, otherwise java/lang/Object; null agrees with
// everything. What is loaded from an array has the type of its elements, and is handled together with the phis, because
// loops walk through arrays. Terminates: a type only changes from unknown to known to Object. Real code needed at most
// 5 rounds; if kRounds do not suffice, all of these types become Object.
void PhiCleanup::type_references(MethodIr& method, Names& names) {
  constexpr int kRounds = 32;
  last_array_ = Name();  // the cache must not outlive a change of tables
  work_.clear();
  for (std::uint32_t i = 0; i < method.instructions.size(); ++i) {
    const Instruction& instruction = method.instructions[i];
    bool typed_here = instruction.op == Op::kPhi || instruction.op == Op::kArrayLoad;
    if (typed_here && instruction.type == Type::kReference) work_.push_back(i);
  }
  if (work_.empty()) return;
  Name object = names.intern(classfile::kObjectClass);
  auto join = [&](Name type, Name other) {
    if (!other.valid() || other == type) return type;
    return type.valid() ? object : other;
  };
  bool changed = true;
  for (int round = 0; changed; ++round) {
    if (round == kRounds) {
      for (std::uint32_t i : work_) method.instructions[i].type_name = object;
      break;
    }
    changed = false;
    for (std::uint32_t i : work_) {
      Instruction& instruction = method.instructions[i];
      Name type = instruction.type_name;
      auto operands = method.operands(instruction);
      if (instruction.op == Op::kArrayLoad) {
        Name array = method[operands[0]].type_name;
        if (array.valid()) type = join(type, element_type(array, names));
      } else {
        for (std::size_t n = 0; n < operands.size() && type != object; ++n) {
          type = join(type, method[operands[n]].type_name);
        }
      }
      changed |= type != instruction.type_name;
      instruction.type_name = type;
    }
  }
  for (std::uint32_t i : work_) {  // loads from an array that is always null
    Instruction& instruction = method.instructions[i];
    if (instruction.op == Op::kArrayLoad && !instruction.type_name.valid()) instruction.type_name = object;
  }
}

void PhiCleanup::run(MethodIr& method, Names& names) {
  remove_trivial_phis(method);
  compact(method);
  type_references(method, names);
}

}  // namespace snag::ir
