// Which values a basic block works on: every local variable and stack slot holds a number, and two slots with one
// number hold the same value.
//
//     aload_1; getfield x; aload_1; getfield y     both receivers are the value that local 1 had when the block began
//     this.rows[i][j] + this.rows[i][j + 1]        works on one row, unless another thread writes the field
//
// Nothing is known across blocks except `this`, if nothing is stored into local 0. One pass over the block: no fixpoint
// and no types. Numbers are never used twice in a method.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/instruction.h"
#include "instrument/frames.h"

namespace snag::instrument {

class BlockValues {
 public:
  using Value = std::uint32_t;
  static constexpr Value kThis = 1;

  // `this_in_local_0`: an instance method in which nothing is stored into local 0.
  void start_method(const classfile::ClassFile& file, std::uint32_t max_locals, bool this_in_local_0);
  // `frame` may be null.
  void start_block(const Frame* frame);

  // The value that many slots below the top of the stack.
  Value peek(std::uint32_t slots_below = 0);
  bool on_stack(Value value) const;
  bool is_new(Value value) const { return kinds_[value] == Kind::kNew; }      // by `new`, perhaps not yet initialised
  bool is_array(Value value) const { return kinds_[value] == Kind::kArray; }  // made in this block
  // The array escapes: code outside this block may know it.
  void forget_array(Value value) {
    if (kinds_[value] == Kind::kArray) kinds_[value] = Kind::kPlain;
  }
  void step(const classfile::Instruction& instruction);
  // After a call: fields and elements may hold other values than before.
  void forget_memory();

  // How a value came about within its block, as far as that is simple.
  struct Origin {
    enum Kind : std::uint8_t { kUnknown, kLocal, kNumber, kField, kElement, kSum, kDifference };
    Kind kind = kUnknown;
    std::int32_t data = 0;      // local (as the block began), number, or constant of the field
    Value left = 0, right = 0;  // operands: object, array and index, summands
    friend bool operator==(const Origin&, const Origin&) = default;
  };
  const Origin& origin(Value value) const { return origins_[value]; }

 private:
  enum class Kind : std::uint8_t { kPlain, kNew, kArray };

  Value fresh(Kind kind = Kind::kPlain);
  Value made(Origin origin);  // the same again if the block has it already
  Value local(std::uint32_t index);
  void set_local(std::uint32_t index, Value value);
  void push(Value value) { stack_.push_back(value); }
  void push_fresh(unsigned slots);
  Value pop();
  void pop_all(unsigned slots);
  void duplicate(unsigned copied, unsigned below);
  bool step_local(const classfile::Instruction& instruction);
  void forget(Origin::Kind kind);
  bool step_simple(const classfile::Instruction& instruction);
  void step_invoke(const classfile::Instruction& instruction);

  const classfile::ClassFile* file_ = nullptr;
  bool this_in_local_0_ = false;
  std::uint32_t block_ = 0;
  std::vector<Kind> kinds_;      // by value
  std::vector<Origin> origins_;  // by value
  std::vector<Value> simple_;    // of this block, with an origin that still holds; the last few
  std::vector<Value> locals_;
  std::vector<std::uint32_t> local_block_;  // the block for which it was set
  std::vector<Value> stack_;                // what is known of it, top last; more may lie below
};

// The local variable that an instruction loads or stores, whichever form it has; iinc is neither.
struct LocalAccess {
  bool is_access = false, store = false, two_slots = false;
  std::uint32_t index = 0;
};
LocalAccess local_access(const classfile::Instruction& instruction);

// Slots of the parameters in a method descriptor, without `this`; and of its result. Nothing is checked.
struct CallSlots {
  unsigned parameters = 0, result = 0;
};
CallSlots call_slots(std::string_view method_descriptor);

}  // namespace snag::instrument
