// Bytecode to SSA in one pass over the blocks in reverse post-order.
//
// When a block is reached, at least one predecessor is done. Each local that is live at its start, and each stack slot,
// gets the predecessors' common value if all are done and agree; else a phi, whose operands are filled in at the end
// from what the predecessors then hold. Back edges therefore always make phis; those that turn out to have one value
// only are removed afterwards (ir/phi_cleanup.h). A local that is never stored keeps its parameter without any phi:
// that is most often `this`.
//
// Terminates: each block is simulated once; phi removal visits a phi again only when an operand disappeared.
#include "ir/builder.h"

#include <algorithm>
#include <bit>

#include "classfile/descriptor.h"
#include "ir/bytecode_cfg.h"
#include "ir/class_cache.h"
#include "ir/lambda.h"
#include "ir/phi_cleanup.h"

namespace snag::ir {

using classfile::Opcode;
using classfile::Operands;
using ByteInstruction = classfile::Instruction;

namespace {

constexpr ValueId kUndefined{};
// What jsr pushes: it can only be stored, and read by ret, both of which the control-flow graph has dealt with.
constexpr ValueId kReturnAddress{0xFFFF'FFFE};

unsigned offset_from(Opcode op, Opcode first) { return static_cast<unsigned>(op) - static_cast<unsigned>(first); }
bool between(Opcode op, Opcode low, Opcode high) { return op >= low && op <= high; }

// i, l, f, d, a: the order of types in families of opcodes.
Type family_type(unsigned n) { return static_cast<Type>(n + 1); }

}  // namespace

struct Builder::State {
  State(Names& names, References& references) : cache(names, references) {}

  Result<std::optional<MethodIr>> build(const classfile::Member& method);

  // ---- one method ----
  bool fail(const char* problem) {
    if (!error) error = Error{problem, code.code_offset + pc};
    return false;
  }
  bool simulate();
  bool begin_block(std::uint32_t block);
  ValueId merge(std::uint32_t block, std::int32_t local, std::uint32_t slot);
  ValueId incoming(const CfgEdge& edge, std::int32_t local, std::uint32_t slot) const;
  void end_block(std::uint32_t block);
  bool fill_phis();
  bool step(const ByteInstruction& in);
  bool step_constant(const ByteInstruction& in);
  bool step_stack(Opcode op);
  bool step_arithmetic(Opcode op);
  bool step_branch(const ByteInstruction& in);
  bool step_switch(const ByteInstruction& in);
  bool step_member(const ByteInstruction& in);
  bool step_object(const ByteInstruction& in);
  bool step_dynamic(const ByteInstruction& in);
  bool store(std::uint32_t local, ValueId value, std::uint32_t at);
  void enter_method();
  void release_monitor();

  ValueId emit(Instruction instruction, std::span<const ValueId> operands = {});
  ValueId emit(Op op, TypedName type, std::uint8_t kind, std::uint32_t payload, std::span<const ValueId> operands) {
    Instruction instruction;
    instruction.op = op;
    instruction.type = type.type;
    instruction.type_name = type.name;
    instruction.kind = kind;
    instruction.payload = payload;
    return emit(instruction, operands);
  }
  template <class Kind>
  ValueId emit(Op op, TypedName type, Kind kind, std::uint32_t payload, std::initializer_list<ValueId> operands) {
    return emit(op, type, static_cast<std::uint8_t>(kind), payload, std::span(operands.begin(), operands.size()));
  }
  ValueId emit_constant(ConstantKind kind, TypedName type, std::uint32_t payload) {
    return emit(Op::kConstant, type, kind, payload, {});
  }
  ValueId emit_int(std::int32_t value) {
    return emit_constant(ConstantKind::kInt, {Type::kInt, {}}, static_cast<std::uint32_t>(value));
  }
  ValueId emit_wide(ConstantKind kind, Type type, std::uint64_t bits) {
    ir.wide_constants.push_back(bits);
    return emit_constant(kind, {type, {}}, static_cast<std::uint32_t>(ir.wide_constants.size() - 1));
  }
  ValueId emit_null() { return emit_constant(ConstantKind::kNull, {Type::kReference, {}}, 0); }

  Type type_of(ValueId v) const { return v == kReturnAddress ? Type::kVoid : ir.instructions[v.value].type; }
  bool wide(ValueId v) const { return type_of(v) == Type::kLong || type_of(v) == Type::kDouble; }
  bool push(ValueId v) {
    if (stack.size() >= code.max_stack) return fail("operand stack overflows");
    stack.push_back(v);
    return true;
  }
  bool push_if(TypedName type, ValueId v) { return type.type == Type::kVoid || push(v); }
  bool pop_any(ValueId& out) {
    if (stack.empty()) return fail("operand stack underflows");
    out = stack.back();
    stack.pop_back();
    return true;
  }
  bool pop(Type type, ValueId& out) {
    if (!pop_any(out)) return false;
    return type_of(out) == type || fail("operand has the wrong type");
  }
  bool pop_arguments(const Shape& shape, std::vector<ValueId>& out) {
    std::size_t first = out.size();
    out.resize(first + shape.parameters.size());
    for (std::size_t i = shape.parameters.size(); i-- > 0;) {
      if (!pop(shape.parameters[i].type, out[first + i])) return false;
    }
    return true;
  }
  Name local_name(std::uint32_t local, std::uint32_t at) const;
  ValueId* in_locals(std::uint32_t block) { return locals_in.data() + std::size_t{block} * code.max_locals; }
  ValueId* out_locals(std::uint32_t block) { return locals_out.data() + std::size_t{block} * code.max_locals; }

  struct PendingPhi {
    ValueId phi;
    std::uint32_t block;
    std::int32_t local;  // -1: a stack slot
    std::uint32_t slot;
  };
  struct StackRange {
    std::uint32_t first = 0, size = 0;
  };

  ClassCache cache;
  BytecodeCfg cfg;
  PhiCleanup cleanup;

  const classfile::Member* method = nullptr;
  classfile::Code code;
  std::optional<Error> error;
  std::uint32_t pc = 0;
  std::uint32_t current = 0;  // block
  MethodIr ir;
  bool synchronized_method = false;
  ValueId monitor;  // of a synchronized method
  std::vector<ValueId> stack, locals;
  std::vector<ValueId> initial_locals;
  std::vector<ValueId> locals_in, locals_out;
  std::vector<ValueId> stack_pool;
  std::vector<StackRange> stacks_out;
  std::vector<PendingPhi> pending;
  std::vector<ValueId> scratch;
  std::vector<classfile::LocalVariable> variables;  // sorted by slot and start
};

Builder::Builder(Names& names, References& references) : state_(std::make_unique<State>(names, references)) {}
Builder::~Builder() = default;
void Builder::begin_class(const classfile::ClassFile& file) { state_->cache.enter(file); }
Result<std::optional<MethodIr>> Builder::build(const classfile::Member& method) { return state_->build(method); }

Result<std::optional<MethodIr>> Builder::State::build(const classfile::Member& which) {
  const classfile::ClassFile& file = cache.file();
  method = &which;
  Result<std::optional<classfile::Code>> read = classfile::read_code(file, which);
  if (!read) return tl::unexpected(read.error());
  if (!*read) return std::optional<MethodIr>();
  code = std::move(**read);
  error.reset();
  pc = 0;
  synchronized_method = (which.access & classfile::kAccSynchronized) != 0;
  ir = MethodIr{};
  ir.owner = cache.class_name(file.this_class());
  ir.name = cache.name(which.name);
  ir.descriptor = cache.name(which.descriptor);
  ir.access = which.access;
  ir.lines = classfile::line_numbers(file, code);
  variables = classfile::local_variables(file, code);
  std::sort(variables.begin(), variables.end(),
            [](const auto& a, const auto& b) { return std::tie(a.slot, a.start) < std::tie(b.slot, b.start); });
  if (auto problem = cfg.build(file, code, synchronized_method)) return tl::unexpected(*problem);
  if (!simulate() || !fill_phis()) return tl::unexpected(*error);
  cleanup.run(ir, cache.names());
  MethodIr result = std::move(ir);
  return std::optional<MethodIr>(std::move(result));
}

// The variable in the source that `local` is at `at`; a wrong table gives a wrong name at worst.
Name Builder::State::local_name(std::uint32_t local, std::uint32_t at) const {
  auto after = std::upper_bound(variables.begin(), variables.end(), std::pair(local, at),
                                [](const auto& key, const classfile::LocalVariable& v) {
                                  return key < std::pair<std::uint32_t, std::uint32_t>(v.slot, v.start);
                                });
  if (after == variables.begin()) return {};
  const classfile::LocalVariable& v = *std::prev(after);
  if (v.slot != local || at < v.start || at >= std::uint32_t{v.start} + v.length) return {};
  bool named = cache.constants().has(v.name, classfile::tags(classfile::ConstantTag::kUtf8));
  return named ? const_cast<ClassCache&>(cache).name(v.name) : Name();
}

ValueId Builder::State::emit(Instruction instruction, std::span<const ValueId> operands) {
  instruction.pc = pc;
  instruction.first_operand = static_cast<std::uint32_t>(ir.operand_pool.size());
  instruction.operand_count = static_cast<std::uint32_t>(operands.size());
  ir.operand_pool.insert(ir.operand_pool.end(), operands.begin(), operands.end());
  ir.instructions.push_back(instruction);
  return ValueId(static_cast<std::uint32_t>(ir.instructions.size() - 1));
}

bool Builder::State::simulate() {
  constexpr std::size_t kMaximumStates = 16u << 20;
  std::size_t states = cfg.blocks.size() * std::size_t{code.max_locals};
  if (states > kMaximumStates) return fail("too many blocks times local variables");
  locals_in.assign(states, kUndefined);
  locals_out.assign(states, kUndefined);
  stacks_out.assign(cfg.blocks.size(), {});
  stack_pool.clear();
  pending.clear();
  initial_locals.assign(code.max_locals, kUndefined);
  ir.blocks.resize(cfg.blocks.size());
  for (current = 0; current < cfg.blocks.size(); ++current) {
    const CfgBlock& block = cfg.blocks[current];
    pc = block.pc;
    ir.blocks[current].begin = static_cast<std::uint32_t>(ir.instructions.size());
    ir.blocks[current].pc = pc;
    if (current == 0) {
      enter_method();
      if (error) return false;
    } else if (!begin_block(current)) {
      return false;
    }
    switch (block.kind) {
      case CfgBlock::Kind::kEntry:
        break;
      case CfgBlock::Kind::kPad:
      case CfgBlock::Kind::kUnwind: {
        bool any = block.catch_type == 0;
        Name caught = any ? cache.names().intern("java/lang/Throwable") : cache.class_name(block.catch_type);
        ValueId exception = emit(Op::kCatch, {Type::kReference, caught}, any ? 1 : 0, 0, std::span<const ValueId>());
        if (block.kind == CfgBlock::Kind::kPad) {
          if (!push(exception)) return false;
        } else {
          release_monitor();
          emit(Op::kThrow, {}, 0, 0, {exception});
        }
        break;
      }
      case CfgBlock::Kind::kCode:
        for (std::uint32_t n = block.first; n < block.end; ++n) {
          pc = cfg.instructions[n].pc;
          if (!step(cfg.instructions[n])) return false;
        }
        break;
    }
    end_block(current);
  }
  return true;
}

// Parameters, and for a synchronized method its monitor.
void Builder::State::enter_method() {
  stack.clear();
  locals.assign(code.max_locals, kUndefined);
  std::uint32_t slot = 0, number = 0;
  auto parameter = [&](TypedName type) {
    if (slot >= code.max_locals) {
      fail("parameters do not fit into max_locals");
      return;
    }
    ValueId v = emit(Op::kParameter, type, 0, number++, std::span<const ValueId>());
    ir.instructions[v.value].local_name = local_name(slot, 0);
    locals[slot] = v;
    slot += type.type == Type::kLong || type.type == Type::kDouble ? 2 : 1;
  };
  if (!ir.is_static()) parameter({Type::kReference, ir.owner});
  for (TypedName type : cache.shape(ir.descriptor).parameters) parameter(type);
  initial_locals = locals;
  if (!synchronized_method || error) return;
  monitor = ir.is_static() ? emit_constant(ConstantKind::kClass,
                                           {Type::kReference, cache.names().intern("java/lang/Class")}, ir.owner.value)
                           : locals[0];
  emit(Op::kMonitorEnter, {}, 0, 0, {monitor});
}

void Builder::State::release_monitor() {
  if (synchronized_method) emit(Op::kMonitorExit, {}, 0, 0, {monitor});
}

ValueId Builder::State::incoming(const CfgEdge& edge, std::int32_t local, std::uint32_t slot) const {
  if (local < 0) return stack_pool[stacks_out[edge.from].first + slot];
  const auto& table = edge.exceptional ? locals_in : locals_out;
  return table[std::size_t{edge.from} * code.max_locals + static_cast<std::size_t>(local)];
}

// The value of a local or stack slot at the start of a block.
ValueId Builder::State::merge(std::uint32_t block, std::int32_t local, std::uint32_t slot) {
  const auto& predecessors = cfg.blocks[block].predecessors;
  ValueId common;
  bool phi = false;
  for (const CfgEdge& edge : predecessors) {
    if (edge.from >= block) {
      phi = true;
      continue;
    }
    ValueId v = incoming(edge, local, slot);
    if (!v.valid()) return fail("a local variable may be read before it is written"), v;
    if (common.valid() && common != v) phi = true;
    if (!common.valid()) common = v;
  }
  if (!phi || common == kReturnAddress) return common;
  Instruction instruction = ir.instructions[common.value];
  Instruction node;
  node.op = Op::kPhi;
  node.type = instruction.type;
  if (local >= 0) node.local_name = local_name(static_cast<std::uint32_t>(local), pc);
  scratch.assign(predecessors.size(), kUndefined);
  ValueId v = emit(node, scratch);
  pending.push_back({v, block, local, slot});
  return v;
}

bool Builder::State::begin_block(std::uint32_t block) {
  const CfgBlock& here = cfg.blocks[block];
  const CfgEdge* done = nullptr;
  for (const CfgEdge& edge : here.predecessors) {
    if (edge.from < block && (done == nullptr || edge.exceptional < done->exceptional)) done = &edge;
  }
  if (done == nullptr) return fail("block without a predecessor");
  stack.clear();
  std::uint32_t height = done->exceptional ? 0 : stacks_out[done->from].size;
  for (const CfgEdge& edge : here.predecessors) {
    if (edge.from < block && !edge.exceptional && stacks_out[edge.from].size != height) {
      return fail("stack heights differ where paths meet");
    }
  }
  locals.assign(code.max_locals, kUndefined);
  const std::uint64_t* live = cfg.live_in(block);
  for (std::size_t w = 0; w < cfg.live_words(); ++w) {
    for (std::uint64_t bits = live[w]; bits != 0; bits &= bits - 1) {
      auto local = static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(bits)));
      locals[local] =
          cfg.ever_stored(local) ? merge(block, static_cast<std::int32_t>(local), 0) : initial_locals[local];
      if (error) return false;
      if (!locals[local].valid()) return fail("a local variable may be read before it is written");
    }
  }
  for (std::uint32_t s = 0; s < height; ++s) {
    ValueId v = merge(block, -1, s);
    if (error) return false;
    stack.push_back(v);
  }
  std::copy(locals.begin(), locals.end(), in_locals(block));
  ir.blocks[block].phi_count = static_cast<std::uint32_t>(ir.instructions.size()) - ir.blocks[block].begin;
  return true;
}

void Builder::State::end_block(std::uint32_t block) {
  const CfgBlock& here = cfg.blocks[block];
  bool terminated = ir.instructions.size() > ir.blocks[block].begin && ir.instructions.back().op >= Op::kGoto;
  if (!terminated) emit(Op::kGoto, {}, 0, 0, std::span<const ValueId>());
  std::copy(locals.begin(), locals.end(), out_locals(block));
  if (block == 0) std::copy(initial_locals.begin(), initial_locals.end(), in_locals(block));
  stacks_out[block] = {static_cast<std::uint32_t>(stack_pool.size()), static_cast<std::uint32_t>(stack.size())};
  stack_pool.insert(stack_pool.end(), stack.begin(), stack.end());

  Block& out = ir.blocks[block];
  out.end = static_cast<std::uint32_t>(ir.instructions.size());
  out.first_successor = static_cast<std::uint32_t>(ir.successor_pool.size());
  out.successor_count = static_cast<std::uint32_t>(here.successors.size());
  out.pad_count = static_cast<std::uint32_t>(here.pads.size());
  for (std::uint32_t to : here.successors) ir.successor_pool.emplace_back(to);
  for (std::uint32_t to : here.pads) ir.successor_pool.emplace_back(to);
  out.first_predecessor = static_cast<std::uint32_t>(ir.predecessor_pool.size());
  out.predecessor_count = static_cast<std::uint32_t>(here.predecessors.size());
  for (const CfgEdge& edge : here.predecessors) ir.predecessor_pool.push_back({BlockId(edge.from), edge.exceptional});
}

bool Builder::State::fill_phis() {
  for (const CfgBlock& block : cfg.blocks) {  // back edges were not there when begin_block looked
    auto number = static_cast<std::uint32_t>(&block - cfg.blocks.data());
    const CfgEdge* first = nullptr;
    for (const CfgEdge& edge : block.predecessors) {
      if (edge.exceptional) continue;
      if (first != nullptr && stacks_out[edge.from].size != stacks_out[first->from].size) {
        pc = cfg.blocks[number].pc;
        return fail("stack heights differ where paths meet");
      }
      if (first == nullptr) first = &edge;
    }
  }
  for (const PendingPhi& p : pending) {
    const auto& predecessors = cfg.blocks[p.block].predecessors;
    pc = cfg.blocks[p.block].pc;
    for (std::size_t i = 0; i < predecessors.size(); ++i) {
      ValueId v = incoming(predecessors[i], p.local, p.slot);
      if (!v.valid()) return fail("a local variable may be read before it is written");
      if (type_of(v) != ir[p.phi].type) return fail("types differ where paths meet");
      ir.operand_pool[ir[p.phi].first_operand + i] = v;
    }
  }
  return true;
}

bool Builder::State::store(std::uint32_t local, ValueId value, std::uint32_t at) {
  locals[local] = value;
  bool two = wide(value);
  if (two && local + 1 >= code.max_locals) return fail("local beyond max_locals");
  if (two) locals[local + 1] = kUndefined;
  if (local > 0 && locals[local - 1].valid() && wide(locals[local - 1])) locals[local - 1] = kUndefined;
  if (value == kReturnAddress) return true;
  Instruction& definition = ir.instructions[value.value];
  if (!definition.local_name.valid()) definition.local_name = local_name(local, at);
  return true;
}

bool Builder::State::step(const ByteInstruction& in) {
  Opcode op = in.opcode;
  if (op == Opcode::kNop) return true;
  if (op <= Opcode::kLdc2W) return step_constant(in);
  if (int local = loaded_local(in); local >= 0 && op != Opcode::kIinc) {
    ValueId v = locals[static_cast<std::size_t>(local)];
    Type type = in.operands == Operands::kLocal ? family_type(offset_from(op, Opcode::kIload))
                                                : family_type(offset_from(op, Opcode::kIload0) / 4);
    if (!v.valid()) return fail("a local variable is read before it is written");
    return type_of(v) == type ? push(v) : fail("local variable has the wrong type");
  }
  if (int local = stored_local(in); local >= 0 && op != Opcode::kIinc) {
    Type type = in.operands == Operands::kLocal ? family_type(offset_from(op, Opcode::kIstore))
                                                : family_type(offset_from(op, Opcode::kIstore0) / 4);
    ValueId v;
    if (!pop_any(v)) return false;
    bool address = v == kReturnAddress && type == Type::kReference;
    if (type_of(v) != type && !address) return fail("operand has the wrong type");
    return store(static_cast<std::uint32_t>(local), v, in.next());
  }
  if (between(op, Opcode::kIaload, Opcode::kSaload)) {
    unsigned element = offset_from(op, Opcode::kIaload);
    ValueId array, index;
    if (!pop(Type::kInt, index) || !pop(Type::kReference, array)) return false;
    TypedName type{element < 5 ? family_type(element) : Type::kInt, {}};
    // The class of a reference follows from the array's, which a phi does not have yet: PhiCleanup finds both.
    return push(emit(Op::kArrayLoad, type, static_cast<ElementKind>(element), 0, {array, index}));
  }
  if (between(op, Opcode::kIastore, Opcode::kSastore)) {
    unsigned element = offset_from(op, Opcode::kIastore);
    ValueId array, index, value;
    if (!pop(element < 5 ? family_type(element) : Type::kInt, value)) return false;
    if (!pop(Type::kInt, index) || !pop(Type::kReference, array)) return false;
    emit(Op::kArrayStore, {}, static_cast<ElementKind>(element), 0, {array, index, value});
    return true;
  }
  if (between(op, Opcode::kPop, Opcode::kSwap)) return step_stack(op);
  if (op == Opcode::kIinc) {
    ValueId v = locals[in.index];
    if (!v.valid() || type_of(v) != Type::kInt) return fail("local variable has the wrong type");
    ValueId amount = emit_int(in.value);
    return store(in.index, emit(Op::kBinary, {Type::kInt, {}}, BinaryKind::kAdd, 0, {v, amount}), in.next());
  }
  if (between(op, Opcode::kIadd, Opcode::kDcmpg)) return step_arithmetic(op);
  if (between(op, Opcode::kIfeq, Opcode::kReturn) || op == Opcode::kIfnull || op == Opcode::kIfnonnull ||
      op == Opcode::kGotoW || op == Opcode::kJsrW) {
    return step_branch(in);
  }
  if (between(op, Opcode::kGetstatic, Opcode::kInvokeinterface)) return step_member(in);
  if (op == Opcode::kInvokedynamic) return step_dynamic(in);
  return step_object(in);
}

bool Builder::State::step_constant(const ByteInstruction& in) {
  Opcode op = in.opcode;
  if (op == Opcode::kAconstNull) return push(emit_null());
  if (op <= Opcode::kIconst5) return push(emit_int(static_cast<int>(offset_from(op, Opcode::kIconst0))));
  if (op <= Opcode::kLconst1)
    return push(emit_wide(ConstantKind::kLong, Type::kLong, offset_from(op, Opcode::kLconst0)));
  if (op <= Opcode::kFconst2) {
    auto value = static_cast<float>(offset_from(op, Opcode::kFconst0));
    return push(emit_wide(ConstantKind::kFloat, Type::kFloat, std::bit_cast<std::uint32_t>(value)));
  }
  if (op <= Opcode::kDconst1) {
    auto value = static_cast<double>(offset_from(op, Opcode::kDconst0));
    return push(emit_wide(ConstantKind::kDouble, Type::kDouble, std::bit_cast<std::uint64_t>(value)));
  }
  if (op <= Opcode::kSipush) return push(emit_int(in.value));
  const classfile::ConstantPool& constants = cache.constants();
  auto reference = [&](const char* type) { return TypedName{Type::kReference, cache.names().intern(type)}; };
  switch (constants.tag(in.index)) {
    case classfile::ConstantTag::kInteger:
      return push(emit_int(constants.integer(in.index)));
    case classfile::ConstantTag::kFloat:
      return push(
          emit_wide(ConstantKind::kFloat, Type::kFloat, std::bit_cast<std::uint32_t>(constants.float_value(in.index))));
    case classfile::ConstantTag::kLong:
      return push(
          emit_wide(ConstantKind::kLong, Type::kLong, static_cast<std::uint64_t>(constants.long_value(in.index))));
    case classfile::ConstantTag::kDouble:
      return push(emit_wide(ConstantKind::kDouble, Type::kDouble,
                            std::bit_cast<std::uint64_t>(constants.double_value(in.index))));
    case classfile::ConstantTag::kString:
      return push(emit_constant(ConstantKind::kString, reference("java/lang/String"), cache.string(in.index).value));
    case classfile::ConstantTag::kClass:
      return push(emit_constant(ConstantKind::kClass, reference("java/lang/Class"), cache.class_name(in.index).value));
    case classfile::ConstantTag::kMethodType:
      return push(emit_constant(ConstantKind::kMethodType, reference("java/lang/invoke/MethodType"),
                                cache.names().intern(constants.method_type(in.index)).value));
    case classfile::ConstantTag::kMethodHandle:
      return push(emit_constant(ConstantKind::kMethodHandle, reference("java/lang/invoke/MethodHandle"),
                                cache.reference(constants.method_handle(in.index).reference).value));
    case classfile::ConstantTag::kDynamic: {
      classfile::DynamicReference dynamic = constants.dynamic(in.index);
      if (!classfile::is_field_descriptor(dynamic.descriptor)) return fail("bad descriptor of a dynamic constant");
      TypedName type = type_of_descriptor(cache.names(), dynamic.descriptor);
      bool two = type.type == Type::kLong || type.type == Type::kDouble;
      if (two != (op == Opcode::kLdc2W)) return fail("dynamic constant has the wrong size");
      return push(emit_constant(ConstantKind::kDynamic, type, cache.names().intern(dynamic.name).value));
    }
    default:
      return fail("constant cannot be loaded");
  }
}

// Stack shuffles move whole values; what is one value here may be two words there.
bool Builder::State::step_stack(Opcode op) {
  auto words = [&](std::size_t from_top) { return wide(stack[stack.size() - 1 - from_top]) ? 2u : 1u; };
  // How many values make up `count` words below the first `skipped` values; 0: they do not.
  auto values = [&](unsigned count, std::size_t skipped) -> std::size_t {
    unsigned sum = 0;
    for (std::size_t n = 0; sum < count; ++n) {
      if (skipped + n >= stack.size()) return 0;
      sum += words(skipped + n);
      if (sum == count) return n + 1;
    }
    return 0;
  };
  auto bad = [&] { return fail("operand stack does not hold what the instruction moves"); };
  unsigned copied_words = op == Opcode::kPop2 || between(op, Opcode::kDup2, Opcode::kDup2X2) ? 2 : 1;
  std::size_t top = values(copied_words, 0);
  if (top == 0) return bad();
  if (op == Opcode::kPop || op == Opcode::kPop2) {
    stack.resize(stack.size() - top);
    return true;
  }
  if (op == Opcode::kSwap) {
    if (values(1, 1) == 0) return bad();
    std::swap(stack[stack.size() - 1], stack[stack.size() - 2]);
    return true;
  }
  unsigned skipped_words = op == Opcode::kDupX1 || op == Opcode::kDup2X1   ? 1
                           : op == Opcode::kDupX2 || op == Opcode::kDup2X2 ? 2
                                                                           : 0;
  std::size_t skipped = skipped_words == 0 ? 0 : values(skipped_words, top);
  if (skipped_words != 0 && skipped == 0) return bad();
  if (stack.size() + top > code.max_stack) return fail("operand stack overflows");
  scratch.assign(stack.end() - static_cast<std::ptrdiff_t>(top), stack.end());
  stack.insert(stack.end() - static_cast<std::ptrdiff_t>(top + skipped), scratch.begin(), scratch.end());
  return true;
}

bool Builder::State::step_arithmetic(Opcode op) {
  ValueId a, b;
  if (between(op, Opcode::kIadd, Opcode::kDrem)) {
    unsigned n = offset_from(op, Opcode::kIadd);
    Type type = family_type(n % 4);
    if (!pop(type, b) || !pop(type, a)) return false;
    return push(emit(Op::kBinary, {type, {}}, static_cast<BinaryKind>(n / 4), 0, {a, b}));
  }
  if (between(op, Opcode::kIneg, Opcode::kDneg)) {
    Type type = family_type(offset_from(op, Opcode::kIneg));
    return pop(type, a) && push(emit(Op::kUnary, {type, {}}, UnaryKind::kNegate, 0, {a}));
  }
  if (between(op, Opcode::kIshl, Opcode::kLxor)) {
    unsigned n = offset_from(op, Opcode::kIshl);
    Type type = family_type(n % 2);
    auto kind = static_cast<BinaryKind>(static_cast<unsigned>(BinaryKind::kShiftLeft) + n / 2);
    Type right = op <= Opcode::kLushr ? Type::kInt : type;  // shifts take an int amount
    if (!pop(right, b) || !pop(type, a)) return false;
    return push(emit(Op::kBinary, {type, {}}, kind, 0, {a, b}));
  }
  if (between(op, Opcode::kI2l, Opcode::kI2s)) {
    // i2l i2f i2d l2i l2f l2d f2i f2l f2d d2i d2l d2f i2b i2c i2s
    static constexpr Type kFrom[] = {Type::kInt, Type::kLong, Type::kFloat, Type::kDouble, Type::kInt};
    static constexpr Type kTo[] = {Type::kLong,   Type::kFloat, Type::kDouble, Type::kInt,    Type::kFloat,
                                   Type::kDouble, Type::kInt,   Type::kLong,   Type::kDouble, Type::kInt,
                                   Type::kLong,   Type::kFloat, Type::kInt,    Type::kInt,    Type::kInt};
    unsigned n = offset_from(op, Opcode::kI2l);
    auto kind = static_cast<UnaryKind>(static_cast<unsigned>(UnaryKind::kIntToLong) + n);
    return pop(kFrom[n / 3], a) && push(emit(Op::kUnary, {kTo[n], {}}, kind, 0, {a}));
  }
  unsigned n = offset_from(op, Opcode::kLcmp);
  Type type = n == 0 ? Type::kLong : n <= 2 ? Type::kFloat : Type::kDouble;
  if (!pop(type, b) || !pop(type, a)) return false;
  return push(emit(Op::kCompare, {Type::kInt, {}}, static_cast<CompareKind>(n), 0, {a, b}));
}

bool Builder::State::step_branch(const ByteInstruction& in) {
  Opcode op = in.opcode;
  ValueId a, b;
  if (op == Opcode::kGoto || op == Opcode::kGotoW || op == Opcode::kRet) return true;  // end_block adds the goto
  if (op == Opcode::kJsr || op == Opcode::kJsrW) return push(kReturnAddress);
  if (op == Opcode::kTableswitch || op == Opcode::kLookupswitch) return step_switch(in);
  if (between(op, Opcode::kIreturn, Opcode::kReturn)) {
    TypedName result = cache.shape(ir.descriptor).result;
    Type type = op == Opcode::kReturn ? Type::kVoid : family_type(offset_from(op, Opcode::kIreturn));
    if (type != result.type) return fail("return of the wrong type");
    if (type != Type::kVoid && !pop(type, a)) return false;
    release_monitor();
    if (type == Type::kVoid) {
      emit(Op::kReturn, {}, 0, 0, std::span<const ValueId>());
    } else {
      emit(Op::kReturn, {}, 0, 0, {a});
    }
    return true;
  }
  bool degenerate = cfg.blocks[current].successors.size() == 1;
  Condition condition{};
  if (between(op, Opcode::kIfeq, Opcode::kIfle)) {
    condition = static_cast<Condition>(offset_from(op, Opcode::kIfeq));
    if (!pop(Type::kInt, a)) return false;
    if (!degenerate) b = emit_int(0);
  } else if (between(op, Opcode::kIfIcmpeq, Opcode::kIfIcmple)) {
    condition = static_cast<Condition>(offset_from(op, Opcode::kIfIcmpeq));
    if (!pop(Type::kInt, b) || !pop(Type::kInt, a)) return false;
  } else if (between(op, Opcode::kIfAcmpeq, Opcode::kIfAcmpne)) {
    condition = static_cast<Condition>(offset_from(op, Opcode::kIfAcmpeq));
    if (!pop(Type::kReference, b) || !pop(Type::kReference, a)) return false;
  } else {
    condition = op == Opcode::kIfnull ? Condition::kEqual : Condition::kNotEqual;
    if (!pop(Type::kReference, a)) return false;
    if (!degenerate) b = emit_null();
  }
  if (!degenerate) emit(Op::kIf, {}, condition, 0, {a, b});
  return true;
}

bool Builder::State::step_switch(const ByteInstruction& in) {
  ValueId key;
  if (!pop(Type::kInt, key)) return false;
  const CfgBlock& block = cfg.blocks[current];
  auto first = static_cast<std::uint32_t>(ir.cases.size());
  for (std::uint32_t c = 0; c < in.cases; ++c) {
    ir.cases.push_back(
        {classfile::switch_case(code.code, in, c).key, cfg.case_successors[block.first_case + c], false});
  }
  ir.cases.push_back({0, cfg.case_successors[block.first_case + in.cases], true});
  emit(Op::kSwitch, {}, 0, first, {key});
  return true;
}

bool Builder::State::step_member(const ByteInstruction& in) {
  ReferenceId reference = cache.reference(in.index);
  ValueId object, value;
  if (in.operands == Operands::kField) {
    TypedName type = cache.field_type(in.index);
    switch (in.opcode) {
      case Opcode::kGetstatic:
        return push(emit(Op::kGetStatic, type, 0, reference.value, std::span<const ValueId>()));
      case Opcode::kPutstatic:
        if (!pop(type.type, value)) return false;
        emit(Op::kPutStatic, {}, 0, reference.value, {value});
        return true;
      case Opcode::kGetfield:
        return pop(Type::kReference, object) && push(emit(Op::kGetField, type, 0, reference.value, {object}));
      default:
        if (!pop(type.type, value) || !pop(Type::kReference, object)) return false;
        emit(Op::kPutField, {}, 0, reference.value, {object, value});
        return true;
    }
  }
  const Shape& shape = cache.reference_shape(in.index);
  auto kind = static_cast<InvokeKind>(offset_from(in.opcode, Opcode::kInvokevirtual));
  scratch.assign(kind == InvokeKind::kStatic ? 0 : 1, kUndefined);
  if (!pop_arguments(shape, scratch)) return false;
  if (kind != InvokeKind::kStatic && !pop(Type::kReference, scratch[0])) return false;
  ValueId call = emit(Op::kInvoke, shape.result, static_cast<std::uint8_t>(kind), reference.value, scratch);
  return push_if(shape.result, call);
}

bool Builder::State::step_object(const ByteInstruction& in) {
  ValueId a;
  Names& names = cache.names();
  switch (in.opcode) {
    case Opcode::kNew:
      return push(emit(Op::kNew, {Type::kReference, cache.class_name(in.index)}, 0, 0, std::span<const ValueId>()));
    case Opcode::kNewarray: {
      static constexpr const char* kTypes[] = {"[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"};
      if (in.value < 4 || in.value > 11) return fail("newarray of an unknown type");
      return pop(Type::kInt, a) &&
             push(emit(Op::kNewArray, {Type::kReference, names.intern(kTypes[in.value - 4])}, 0, 0, {a}));
    }
    case Opcode::kAnewarray: {
      std::string_view element = cache.constants().class_name(in.index);
      std::string type = "[";
      bool array = element.starts_with('[');
      if (!array) type += 'L';
      type += element;
      if (!array) type += ';';
      return pop(Type::kInt, a) && push(emit(Op::kNewArray, {Type::kReference, names.intern(type)}, 0, 0, {a}));
    }
    case Opcode::kMultianewarray: {
      scratch.assign(static_cast<std::size_t>(in.value), kUndefined);
      for (std::size_t i = scratch.size(); i-- > 0;) {
        if (!pop(Type::kInt, scratch[i])) return false;
      }
      return push(emit(Op::kMultiNewArray, {Type::kReference, cache.class_name(in.index)}, 0, 0, scratch));
    }
    case Opcode::kArraylength:
      return pop(Type::kReference, a) && push(emit(Op::kArrayLength, {Type::kInt, {}}, 0, 0, {a}));
    case Opcode::kAthrow:
      if (!pop(Type::kReference, a)) return false;
      emit(Op::kThrow, {}, 0, 0, {a});
      return true;
    case Opcode::kCheckcast:
      return pop(Type::kReference, a) &&
             push(emit(Op::kCast, {Type::kReference, cache.class_name(in.index)}, 0, 0, {a}));
    case Opcode::kInstanceof:
      return pop(Type::kReference, a) &&
             push(emit(Op::kInstanceOf, {Type::kInt, {}}, 0, cache.class_name(in.index).value, {a}));
    case Opcode::kMonitorenter:
    case Opcode::kMonitorexit:
      if (!pop(Type::kReference, a)) return false;
      emit(in.opcode == Opcode::kMonitorenter ? Op::kMonitorEnter : Op::kMonitorExit, {}, 0, 0, {a});
      return true;
    default:
      return fail("unknown opcode");
  }
}

// What javac emits invokedynamic for is understood; the rest is opaque.
bool Builder::State::step_dynamic(const ByteInstruction& in) {
  const classfile::ConstantPool& constants = cache.constants();
  Names& names = cache.names();
  classfile::DynamicReference dynamic = constants.dynamic(in.index);
  Name descriptor = names.intern(dynamic.descriptor);
  const Shape& shape = cache.shape(descriptor);
  scratch.clear();
  if (!pop_arguments(shape, scratch)) return false;
  if (dynamic.bootstrap >= cache.bootstraps().size()) return fail("invokedynamic without its bootstrap method");
  const classfile::BootstrapMethod& bootstrap = cache.bootstraps()[dynamic.bootstrap];
  classfile::MethodHandle handle = constants.method_handle(bootstrap.handle);
  classfile::MemberReference maker = constants.member(handle.reference);
  const auto& arguments = bootstrap.arguments;

  bool metafactory = maker.owner == "java/lang/invoke/LambdaMetafactory" &&
                     (maker.name == "metafactory" || maker.name == "altMetafactory") && arguments.size() >= 3 &&
                     constants.tag(arguments[0]) == classfile::ConstantTag::kMethodType &&
                     constants.tag(arguments[1]) == classfile::ConstantTag::kMethodHandle &&
                     constants.tag(arguments[2]) == classfile::ConstantTag::kMethodType &&
                     shape.result.type == Type::kReference;
  if (metafactory) {
    Lambda lambda;
    lambda.interface_type = shape.result.name;
    lambda.method_name = names.intern(dynamic.name);
    lambda.method_descriptor = names.intern(constants.method_type(arguments[0]));
    classfile::MethodHandle body = constants.method_handle(arguments[1]);
    lambda.handle = body.kind;
    lambda.body = cache.reference(body.reference);
    lambda.instantiated = names.intern(constants.method_type(arguments[2]));
    constexpr std::int32_t kSerializable = 1, kMarkers = 2;  // LambdaMetafactory.FLAG_SERIALIZABLE, FLAG_MARKERS
    std::int32_t flags = maker.name == "altMetafactory" && arguments.size() >= 4 ? constants.integer(arguments[3]) : 0;
    if ((flags & kSerializable) != 0) lambda.markers.push_back(names.intern("java/io/Serializable"));
    if ((flags & kMarkers) != 0 && arguments.size() >= 5) {
      auto count = static_cast<std::size_t>(std::max(0, constants.integer(arguments[4])));
      for (std::size_t i = 0; i < count && 5 + i < arguments.size(); ++i) {
        Name marker = cache.class_name(arguments[5 + i]);
        if (marker.valid()) lambda.markers.push_back(marker);
      }
    }
    ir.lambdas.push_back(std::move(lambda));
    TypedName type{Type::kReference, lambda_class_name(names, ir.owner, ir.name, ir.descriptor, pc)};
    return push(emit(Op::kLambda, type, 0, static_cast<std::uint32_t>(ir.lambdas.size() - 1), scratch));
  }
  if (maker.owner == "java/lang/invoke/StringConcatFactory" && shape.result.type == Type::kReference) {
    bool recipe = maker.name == "makeConcatWithConstants" && !arguments.empty();
    Name text = recipe ? names.intern(constants.string(arguments[0])) : Name();
    return push(emit(Op::kConcat, shape.result, 0, text.value, scratch));
  }
  if (maker.owner == "java/lang/runtime/ObjectMethods" && shape.result.type != Type::kVoid) {
    return push(emit(Op::kRecord, shape.result, 0, names.intern(dynamic.name).value, scratch));
  }
  ir.dynamics.push_back({cache.reference(handle.reference), names.intern(dynamic.name), descriptor});
  ValueId call = emit(Op::kDynamic, shape.result, 0, static_cast<std::uint32_t>(ir.dynamics.size() - 1), scratch);
  return push_if(shape.result, call);
}

}  // namespace snag::ir
