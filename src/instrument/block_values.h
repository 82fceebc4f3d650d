// Value numbers within a basic block: every local variable and stack slot has a number, and two slots with the same
// number hold the same value.
//
//     aload_1; getfield x; aload_1; getfield y     both receivers are the value that local 1 had when the block began
//     this.rows[i][j] + this.rows[i][j + 1]        works on one row, unless another thread writes the field
//
// Nothing is known across blocks except `this`, if nothing is stored into local 0. It takes one pass over the block:
// no fixpoint and no types. A number is never reused within a method.
#pragma once

#include <cstdint>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/instruction.h"
#include "instrument/frames.h"

namespace snag::instrument {

class BlockValues {
 public:
  using Value = std::uint32_t;
  static constexpr Value kThis = 1;

  // `this_in_local_0`: this is an instance method in which nothing is stored into local 0.
  void start_method(const classfile::ClassFile& file, std::uint32_t max_locals, bool this_in_local_0);
  // `frame` is the stack map frame at the start of the block; it may be null.
  void start_block(const Frame* frame);

  // Returns the value that is `slots_below` slots below the top of the stack.
  Value peek(std::uint32_t slots_below = 0);
  bool on_stack(Value value) const;
  // Whether `new` created the object, whose constructor may not have run yet.
  bool is_new(Value value) const { return values_[value].kind == Kind::kNew; }
  // Whether the array was created in this block and has not escaped.
  bool is_array(Value value) const { return values_[value].kind == Kind::kArray; }
  void let_array_escape(Value value) {
    if (is_array(value)) values_[value].kind = Kind::kPlain;
  }
  void step(const classfile::Instruction& instruction);
  // To be called after a call: fields and elements may have changed.
  void forget_memory();

  // How a value was computed within its block, if that is simple.
  struct Origin {
    enum Kind : std::uint8_t { kUnknown, kLocal, kNumber, kField, kElement, kSum, kDifference };
    Kind kind = kUnknown;
    std::int32_t data = 0;      // the local variable (its value at the start of the block), number, or field constant
    Value left = 0, right = 0;  // operands: the object; the array and the index; the two numbers
    friend bool operator==(const Origin&, const Origin&) = default;
  };
  const Origin& origin(Value value) const { return values_[value].origin; }

 private:
  enum class Kind : std::uint8_t { kPlain, kNew, kArray };
  struct Known {
    Kind kind = Kind::kPlain;
    Origin origin;
  };
  struct Local {
    Value value = 0;
    std::uint32_t block = 0;  // in which it was set
  };

  Value fresh(Kind kind = Kind::kPlain);
  Value computed(Origin origin);  // returns the number that the block already has for it, or a new one
  Value local(std::uint32_t index);
  void set_local(std::uint32_t index, Value value);
  void push(Value value) { stack_.push_back(value); }
  void push_fresh(unsigned slots);
  Value pop();
  void pop_all(unsigned slots);
  void duplicate(unsigned copied, unsigned below);
  bool step_local(const classfile::Instruction& instruction);
  bool step_simple(const classfile::Instruction& instruction);
  void step_field(const classfile::Instruction& instruction);
  void step_call(const classfile::Instruction& instruction);
  void forget(Origin::Kind kind);

  const classfile::ClassFile* file_ = nullptr;
  bool this_in_local_0_ = false;
  std::uint32_t block_ = 0;
  std::vector<Known> values_;
  std::vector<Value> simple_;  // the last few of this block whose origins still hold
  std::vector<Local> locals_;
  std::vector<Value> stack_;  // the known part, top last; there may be more slots below it
};

}  // namespace snag::instrument
