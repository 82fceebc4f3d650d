// One method in static single assignment form, in a control-flow graph with exception edges.
//
// Every instruction is also the value it produces: a ValueId is an index into `instructions`; those that produce
// nothing have type void. Blocks are contiguous ranges of instructions, phis first, numbered in reverse post-order;
// block 0 is the entry. All tables are dense vectors, so a whole program's methods can be kept in memory.
//
// How this differs from bytecode:
//  * No operand stack and no locals: `aload_0; getfield f` is `v1 = getfield v0 C.f`. Copies, dup, swap, pop vanish;
//    the lock that javac copies into a hidden local is one value at monitorenter and monitorexit.
//  * boolean, byte, char and short are int, as on the JVM's stack. Long and double are one value.
//  * A local variable's name (LocalVariableTable) is on the first value stored in it, and on phis: `name(value)`.
//  * `iinc x 1` is an add of a constant. `ifeq`, `if_icmplt`, `ifnull`, … are `if` with a condition and two operands
//    (zero and null are constants). `lcmp`, `fcmpg`, … stay comparisons that produce an int.
//  * A branch whose two targets are the same block is a goto.
//  * Exceptions: a handler is entered through a *landing pad*, a block of its own that holds one `catch` and goes on to
//    the handler's code; multi-catch has one pad for each type. A block's exception edges leave from any instruction in
//    it that may throw, and carry the values and the locks that the block had *at its start*: inside try ranges blocks
//    are cut so that this is exact (before an instruction that may throw, after a local was stored or a lock was
//    taken). Instructions that may throw: calls, allocation, field, static and array access, integer division, casts,
//    throw, monitorenter. Not considered to throw: loading constants, monitorexit (javac's release handlers cover
//    themselves, which would be a loop that never runs), asynchronous exceptions.
//  * A synchronized method enters its monitor (`this`, or the class constant) in the entry block, exits it before each
//    return, and on the way out by exception in a pad of its own (`catch; monitorexit; throw`): it looks like a block.
//  * jsr/ret: subroutines are copied into each caller (finally blocks of Java 1.0 to 1.4), so neither exists here.
//  * invokedynamic: lambdas and method references are `lambda`, an allocation of a function object with the captured
//    values as operands; its class and its interface method's body are made by ir/lambda.h. String concatenation is
//    `concat`, a record's toString, hashCode and equals are `record`. Any other one is `dynamic`, an opaque call.
//  * Code that cannot be reached from the entry is absent.
//  * A phi chooses between at least two other values; only in hostile code, where removing the needless ones stops at a
//    budget (ir/phi_cleanup.h), may some be left.
//  * The static type of a phi of references is the operands' common type if they agree, else java/lang/Object.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "base/names.h"
#include "classfile/class_file.h"
#include "ir/references.h"

namespace snag::ir {

struct ValueTag;
struct BlockTag;
using ValueId = Id<ValueTag>;
using BlockId = Id<BlockTag>;

enum class Type : std::uint8_t { kVoid, kInt, kLong, kFloat, kDouble, kReference };

enum class Op : std::uint8_t {
  kParameter,  // payload: number, `this` first
  kPhi,        // operands in the order of the block's predecessors
  kCatch,      // type_name: what is caught; kind: 1 when it catches everything (Throwable, or no type)
  kConstant,   // kind: ConstantKind
  kUnary,      // kind: UnaryKind
  kBinary,     // kind: BinaryKind
  kCompare,    // kind: CompareKind
  // Operations that may throw, up to kCast.
  kNew,            // type_name
  kNewArray,       // type_name: the array's type; operand: length
  kMultiNewArray,  // type_name; operands: lengths
  kArrayLength,    // array
  kArrayLoad,      // array, index; kind: ElementKind
  kArrayStore,     // array, index, value; kind: ElementKind
  kGetField,       // object; payload: ReferenceId
  kPutField,       // object, value; payload: ReferenceId
  kGetStatic,      // payload: ReferenceId
  kPutStatic,      // value; payload: ReferenceId
  kInvoke,         // receiver (unless static), arguments; kind: InvokeKind; payload: ReferenceId
  kDynamic,        // arguments; payload: index into dynamics
  kLambda,         // captured values; payload: index into lambdas; type_name: the function object's class
  kConcat,         // parts; payload: the recipe's Name value (invalid for makeConcat)
  kRecord,         // record, or record and other; payload: Name of the method
  kCast,           // object; type_name
  // Of these only kMonitorEnter and kThrow may throw.
  kInstanceOf,    // object; payload: Name of the type
  kMonitorEnter,  // object
  kMonitorExit,   // object
  // Terminators: exactly one, at the end of each block.
  kGoto,
  kIf,      // left, right; kind: Condition; successors: taken, not taken
  kSwitch,  // key; payload: first case; successors in the order of first mention, the default's is the last case
  kReturn,  // value or nothing
  kThrow,   // exception
};

enum class ConstantKind : std::uint8_t {
  kNull,
  kInt,
  kLong,
  kFloat,
  kDouble,
  kString,
  kClass,
  kMethodHandle,
  kMethodType,
  kDynamic
};
enum class UnaryKind : std::uint8_t {
  kNegate,
  kIntToLong,
  kIntToFloat,
  kIntToDouble,
  kLongToInt,
  kLongToFloat,
  kLongToDouble,
  kFloatToInt,
  kFloatToLong,
  kFloatToDouble,
  kDoubleToInt,
  kDoubleToLong,
  kDoubleToFloat,
  kIntToByte,
  kIntToChar,
  kIntToShort
};
enum class BinaryKind : std::uint8_t {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kRemainder,
  kShiftLeft,
  kShiftRight,
  kShiftRightUnsigned,
  kAnd,
  kOr,
  kXor
};
enum class CompareKind : std::uint8_t { kLong, kFloatLess, kFloatGreater, kDoubleLess, kDoubleGreater };
enum class Condition : std::uint8_t { kEqual, kNotEqual, kLess, kGreaterOrEqual, kGreater, kLessOrEqual };
enum class ElementKind : std::uint8_t { kInt, kLong, kFloat, kDouble, kReference, kByteOrBoolean, kChar, kShort };
enum class InvokeKind : std::uint8_t { kVirtual, kSpecial, kStatic, kInterface };

struct Instruction {
  Op op{};
  Type type = Type::kVoid;
  std::uint8_t kind = 0;  // the enum that `op` names
  std::uint32_t first_operand = 0;
  std::uint32_t operand_count = 0;
  std::uint32_t payload = 0;
  Name type_name;   // references: static type, `java/lang/String` or `[I`; invalid for null
  Name local_name;  // of the variable in the source, where known
  std::uint32_t pc = 0;

  template <class Kind>
  Kind as() const {
    return static_cast<Kind>(kind);
  }
  ReferenceId reference() const { return ReferenceId(payload); }
  Name payload_name() const { return Name(payload); }
};

struct Edge {
  BlockId from;
  bool exceptional = false;
  friend bool operator==(const Edge&, const Edge&) = default;
};

struct Block {
  std::uint32_t begin = 0, end = 0;  // instructions
  std::uint32_t phi_count = 0;
  std::uint32_t first_predecessor = 0, predecessor_count = 0;
  std::uint32_t first_successor = 0, successor_count = 0;  // by the terminator
  std::uint32_t pad_count = 0;                             // landing pads, right after the successors
  std::uint32_t pc = 0;
};

struct SwitchCase {
  std::int32_t key = 0;
  std::uint32_t successor = 0;  // index among the block's successors
  bool is_default = false;
  friend bool operator==(const SwitchCase&, const SwitchCase&) = default;
};

struct Lambda {
  Name interface_type;     // java/util/function/Function
  Name method_name;        // apply
  Name method_descriptor;  // erased: (Ljava/lang/Object;)Ljava/lang/Object;
  Name instantiated;       // with the types of this use: (Ljava/lang/String;)Ljava/lang/Integer;
  classfile::MethodHandleKind handle{};
  ReferenceId body;           // the lambda's method, or the one referred to
  std::vector<Name> markers;  // further interfaces (altMetafactory)
  friend bool operator==(const Lambda&, const Lambda&) = default;
};

struct DynamicCall {
  ReferenceId bootstrap;
  Name name, descriptor;
  friend bool operator==(const DynamicCall&, const DynamicCall&) = default;
};

class MethodIr {
 public:
  Name owner, name, descriptor;
  std::uint16_t access = 0;

  std::vector<Instruction> instructions;
  std::vector<ValueId> operand_pool;
  std::vector<Block> blocks;
  std::vector<Edge> predecessor_pool;
  std::vector<BlockId> successor_pool;
  std::vector<SwitchCase> cases;              // of all switches; a switch's end at its default
  std::vector<std::uint64_t> wide_constants;  // long, float and double constants, as bits
  std::vector<Lambda> lambdas;
  std::vector<DynamicCall> dynamics;
  std::vector<classfile::LineNumber> lines;

  const Instruction& operator[](ValueId v) const { return instructions[v.value]; }
  const Block& operator[](BlockId b) const { return blocks[b.value]; }
  std::span<const ValueId> operands(const Instruction& i) const {
    return {operand_pool.data() + i.first_operand, i.operand_count};
  }
  std::span<const ValueId> operands(ValueId v) const { return operands((*this)[v]); }
  // The value that was cast, up to kMaximumCasts times; else the value itself.
  static constexpr int kMaximumCasts = 16;  // javac needs two; hostile code has chains of thousands
  ValueId without_casts(ValueId v) const {
    for (int n = 0; n < kMaximumCasts && (*this)[v].op == Op::kCast; ++n) v = operands(v)[0];
    return v;
  }
  // Whether `then` may run after `first`, over whatever way, exceptions included.
  bool may_follow(ValueId first, ValueId then) const;
  std::span<const Edge> predecessors(BlockId b) const {
    const Block& block = (*this)[b];
    return {predecessor_pool.data() + block.first_predecessor, block.predecessor_count};
  }
  std::span<const BlockId> successors(BlockId b) const {
    const Block& block = (*this)[b];
    return {successor_pool.data() + block.first_successor, block.successor_count};
  }
  std::span<const BlockId> pads(BlockId b) const {
    const Block& block = (*this)[b];
    return {successor_pool.data() + block.first_successor + block.successor_count, block.pad_count};
  }
  std::span<const SwitchCase> switch_cases(const Instruction& i) const;
  const Instruction& terminator(BlockId b) const { return instructions[(*this)[b].end - 1]; }
  // Returns the block of each instruction, for callers that need it often.
  std::vector<BlockId> block_of_instructions() const;
  bool is_static() const { return (access & classfile::kAccStatic) != 0; }

  // Return 0 if the class file has no line for it.
  std::uint32_t line(ValueId v) const { return line_at((*this)[v].pc); }
  std::uint32_t line_at(std::uint32_t pc) const;

  std::size_t memory() const;  // bytes in its tables

  // Adds an instruction at the end; the caller sets everything but its operands.
  ValueId append(Instruction instruction, std::span<const ValueId> operands) {
    instruction.first_operand = static_cast<std::uint32_t>(operand_pool.size());
    instruction.operand_count = static_cast<std::uint32_t>(operands.size());
    operand_pool.insert(operand_pool.end(), operands.begin(), operands.end());
    instructions.push_back(instruction);
    return ValueId(static_cast<std::uint32_t>(instructions.size() - 1));
  }
};

// Returns the type of a value with this field descriptor; void for `V`.
Type type_of(std::string_view descriptor);

// Returns the types from which and to which a conversion converts. Must not be called for kNegate.
std::pair<Type, Type> conversion_types(UnaryKind conversion);
// The inverse, for two different types of numbers.
UnaryKind conversion_between(Type from, Type to);

// Returns whether the instruction may leave its block by an exception.
bool may_throw(const Instruction& instruction);

}  // namespace snag::ir
