// Converts bytecode to SSA form in one pass over the blocks in reverse post-order.
//
// When a block is reached, at least one predecessor is done. Each local that is live at its start, and each stack slot,
// gets the predecessors' common value if all predecessors are done and agree; otherwise it gets a phi, whose operands
// are filled in at the end, when all predecessors are done. A back edge therefore always creates phis; those that turn
// out to have only one value are removed afterwards (ir/phi_cleanup.h). A local that is never stored, most often
// `this`, keeps its parameter without a phi.
//
// Terminates: each block is simulated once; removal visits a phi again only if one of its operands was removed, and has
// a budget. If hostile code exhausts it, phis remain that choose between one value and themselves.
#include <algorithm>
#include <bit>

#include "ir/builder_state.h"

#include "classfile/language_names.h"

namespace snag::ir {

Builder::Builder(Names& names, References& references) : state_(std::make_unique<State>(names, references)) {}
Builder::~Builder() = default;
void Builder::begin_class(const classfile::ClassFile& file) { state_->cache.enter(file); }
Result<std::optional<MethodIr>> Builder::build(const classfile::Member& method) { return state_->build(method); }

Result<std::optional<MethodIr>> Builder::State::build(const classfile::Member& which) {
  const classfile::ClassFile& file = cache.file();
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

// Returns the name of the source variable that `local` is at `at`. A wrong table can only cause a wrong name.
Name Builder::State::local_name(std::uint32_t local, std::uint32_t at) {
  auto after = std::upper_bound(variables.begin(), variables.end(), std::pair(local, at),
                                [](const auto& key, const classfile::LocalVariable& v) {
                                  return key < std::pair<std::uint32_t, std::uint32_t>(v.slot, v.start);
                                });
  if (after == variables.begin()) return {};
  const classfile::LocalVariable& v = *std::prev(after);
  if (v.slot != local || at < v.start || at >= std::uint32_t{v.start} + v.length) return {};
  bool named = cache.constants().has(v.name, classfile::tags(classfile::ConstantTag::kUtf8));
  return named ? cache.name(v.name) : Name();
}

ValueId Builder::State::emit(Instruction instruction, std::span<const ValueId> operands) {
  instruction.pc = pc;
  return ir.append(instruction, operands);
}

bool Builder::State::simulate() {
  std::size_t states = cfg.blocks.size() * std::size_t{code.max_locals};  // bounded by cfg
  locals_in.assign(states, kUndefined);
  locals_out.assign(states, kUndefined);
  stacks_out.assign(cfg.blocks.size(), {});
  stack_pool.clear();
  pending.clear();
  merges = 0;
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
        Name any = cache.names().intern(classfile::kThrowableClass);
        Name caught = block.catch_type == 0 ? any : cache.class_name(block.catch_type);
        ValueId exception =
            emit(Op::kCatch, {Type::kReference, caught}, caught == any ? 1 : 0, 0, std::span<const ValueId>());
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

// Creates the parameters, and enters the monitor of a synchronized method.
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
  monitor = ir.is_static()
                ? emit_constant(ConstantKind::kClass, {Type::kReference, cache.names().intern(classfile::kClassClass)},
                                ir.owner.value)
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

// Returns the value of a local or stack slot at the start of a block.
ValueId Builder::State::merge(std::uint32_t block, std::int32_t local, std::uint32_t slot) {
  const auto& predecessors = cfg.blocks[block].predecessors;
  merges += predecessors.size();
  if (merges > BytecodeCfg::kMaximumMerges) return fail("too many values meet at the starts of blocks"), kUndefined;
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

// Returns whether a local may lose its parameter: it is stored, or it is the first half of a long or double whose
// second half is stored.
bool Builder::State::may_change(std::uint32_t local) const {
  if (cfg.ever_stored(local)) return true;
  return initial_locals[local].valid() && wide(initial_locals[local]) && local + 1 < code.max_locals &&
         cfg.ever_stored(local + 1);
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
      locals[local] = may_change(local) ? merge(block, static_cast<std::int32_t>(local), 0) : initial_locals[local];
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
  for (const CfgBlock& block : cfg.blocks) {  // begin_block could not check back edges
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

}  // namespace snag::ir
