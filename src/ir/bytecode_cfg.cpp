#include "ir/bytecode_cfg.h"

#include <algorithm>
#include <utility>

#include "classfile/instruction_facts.h"
#include "classfile/language_names.h"

namespace snag::ir {

using classfile::Instruction;
using classfile::is_between;
using classfile::LocalAccess;
using classfile::Opcode;
using classfile::Operands;

namespace {

constexpr std::uint32_t kNone = 0xFFFF'FFFF;

// The same as ir::may_throw, for bytecode.
bool may_throw(Opcode op) {
  if (is_array_load(op) || is_array_store(op)) return true;
  if (is_between(op, Opcode::kGetstatic, Opcode::kCheckcast))
    return true;  // fields, calls, allocation, arraylength, athrow, checkcast
  switch (op) {
    case Opcode::kIdiv:
    case Opcode::kLdiv:
    case Opcode::kIrem:
    case Opcode::kLrem:
    case Opcode::kMonitorenter:
    case Opcode::kMultianewarray:
      return true;
    default:
      return false;
  }
}

bool is_conditional(Opcode op) {
  return is_between(op, Opcode::kIfeq, Opcode::kIfAcmpne) || op == Opcode::kIfnull || op == Opcode::kIfnonnull;
}
bool is_goto(Opcode op) { return op == Opcode::kGoto || op == Opcode::kGotoW; }
bool is_jsr(Opcode op) { return op == Opcode::kJsr || op == Opcode::kJsrW; }
bool is_switch(Opcode op) { return op == Opcode::kTableswitch || op == Opcode::kLookupswitch; }

// The local variable that an instruction writes; -1 if there is none.
int written_local(const Instruction& i) {
  const LocalAccess access = local_access(i);
  return access.writes() ? static_cast<int>(access.index) : -1;
}

std::uint64_t key_of(std::uint32_t a, std::uint32_t b) { return (std::uint64_t{a} << 32) | b; }

}  // namespace

bool BytecodeCfg::fail(const char* problem, std::uint32_t pc) {
  if (!error_) error_ = Error{problem, code_offset_ + pc};
  return false;
}

std::optional<Error> BytecodeCfg::build(const classfile::ClassFile& file, const classfile::Code& code,
                                        bool synchronized) {
  error_.reset();
  code_offset_ = code.code_offset;
  if (!decode(code) || !find_handlers(file, code)) return error_;
  cut_blocks(synchronized);
  if (!discover(code, synchronized)) return error_;
  add_entry(synchronized);
  order_blocks();
  find_live_locals(code.max_locals);
  return error_;
}

// Decodes everything once, and marks the instructions that begin a block because control comes from elsewhere.
bool BytecodeCfg::decode(const classfile::Code& code) {
  instructions.clear();
  instruction_at_.assign(code.code.size() + 1, kNone);
  for (std::uint32_t pc = 0; pc < code.code.size();) {
    Instruction i;
    if (const char* problem = classfile::decode_instruction(code.code, pc, i)) return fail(problem, pc);
    instruction_at_[pc] = static_cast<std::uint32_t>(instructions.size());
    pc = i.next();
    instructions.push_back(i);
  }
  instruction_at_[code.code.size()] = static_cast<std::uint32_t>(instructions.size());
  leader_.assign(instructions.size() + 1, false);
  leader_[0] = true;
  auto lead = [&](std::uint32_t pc, const Instruction& from) {
    if (pc >= code.code.size() || instruction_at_[pc] == kNone) return fail("jump to no instruction", from.pc);
    leader_[instruction_at_[pc]] = true;
    return true;
  };
  for (std::size_t n = 0; n < instructions.size(); ++n) {
    const Instruction& i = instructions[n];
    if (!ends_block(i)) continue;
    leader_[n + 1] = true;
    if (is_switch(i.opcode)) {
      for (std::uint32_t c = 0; c < i.cases; ++c) {
        if (!lead(classfile::switch_case(code.code, i, c).target, i)) return false;
      }
    }
    bool jumps = is_switch(i.opcode) || i.operands == Operands::kBranch2 || i.operands == Operands::kBranch4;
    if (jumps && !lead(i.target, i)) return false;
  }
  return true;
}

// Finds for every instruction the handlers that cover it. The set changes only where a range begins or ends.
bool BytecodeCfg::find_handlers(const classfile::ClassFile& file, const classfile::Code& code) {
  groups_.assign(1, {});
  catches_all_.clear();
  same_handler_.clear();
  group_of_.assign(instructions.size(), 0);
  const auto& handlers = code.handlers;
  if (handlers.empty()) return true;
  if (handlers.size() > kMaximumHandlers) return fail("more than 4096 exception handlers", 0);
  absl::flat_hash_map<std::uint64_t, std::uint32_t> first;
  std::vector<std::uint32_t> boundaries;
  for (std::uint32_t h = 0; h < handlers.size(); ++h) {
    const auto& handler = handlers[h];
    for (std::uint32_t pc : {handler.start, handler.end, handler.handler}) {
      if (pc > code.code.size() || instruction_at_[pc] == kNone) return fail("exception range at no instruction", pc);
      leader_[instruction_at_[pc]] = true;
    }
    if (handler.handler == code.code.size()) return fail("exception handler at no instruction", handler.handler);
    boundaries.push_back(instruction_at_[handler.start]);
    boundaries.push_back(instruction_at_[handler.end]);
    catches_all_.push_back(handler.catch_type == 0 ||
                           file.constants().class_name(handler.catch_type) == classfile::kThrowableClass);
    same_handler_.push_back(first.try_emplace(key_of(handler.handler, handler.catch_type), h).first->second);
  }
  std::sort(boundaries.begin(), boundaries.end());
  boundaries.erase(std::unique(boundaries.begin(), boundaries.end()), boundaries.end());
  std::vector<std::size_t> listed(handlers.size(), kNone);  // the last boundary whose group has this handler
  for (std::size_t b = 0; b < boundaries.size(); ++b) {
    std::uint32_t from = boundaries[b];
    std::size_t to = b + 1 < boundaries.size() ? boundaries[b + 1] : instructions.size();
    if (from >= to) continue;
    std::uint32_t pc = instructions[from].pc;
    std::vector<std::uint32_t> active;
    for (std::uint32_t h = 0; h < handlers.size(); ++h) {
      if (handlers[h].start > pc || pc >= handlers[h].end) continue;
      if (std::exchange(listed[same_handler_[h]], b) != b) active.push_back(same_handler_[h]);
      if (catches_all_[h]) break;  // later handlers are never reached
    }
    if (active.empty()) continue;
    std::fill(group_of_.begin() + from, group_of_.begin() + static_cast<std::ptrdiff_t>(to),
              static_cast<std::uint32_t>(groups_.size()));
    groups_.push_back(std::move(active));
  }
  return true;
}

// Begins a new block at an instruction that may throw after a local was stored or a monitor changed in this block.
void BytecodeCfg::cut_blocks(bool synchronized) {
  bool stored = false, monitor = false;
  for (std::size_t n = 0; n < instructions.size(); ++n) {
    const Instruction& i = instructions[n];
    if (leader_[n]) stored = monitor = false;
    bool covered = group_of_[n] != 0;
    if (((covered && (stored || monitor)) || (synchronized && monitor)) && may_throw(i.opcode)) {
      leader_[n] = true;
      stored = monitor = false;
    }
    stored |= local_access(i).writes();
    monitor |= i.opcode == Opcode::kMonitorenter || i.opcode == Opcode::kMonitorexit;
  }
}

std::uint32_t BytecodeCfg::block_at(std::uint32_t instruction, std::uint32_t context) {
  std::uint32_t& slot = context == 0 ? block_of_[instruction]
                                     : block_in_context_.try_emplace(key_of(instruction, context), kNone).first->second;
  if (slot != kNone) return slot;
  slot = static_cast<std::uint32_t>(blocks.size());
  CfgBlock& block = blocks.emplace_back();
  block.first = instruction;
  block.end = instruction + 1;
  while (block.end < instructions.size() && !leader_[block.end]) ++block.end;
  block.context = context;
  block.pc = instructions[instruction].pc;
  for (std::uint32_t n = block.first; n < block.end && !block.throws; ++n) {
    block.throws = may_throw(instructions[n].opcode);
  }
  return slot;
}

std::uint32_t BytecodeCfg::pad_of(std::uint32_t handler, std::uint32_t context, const classfile::Code& code) {
  auto [it, inserted] = pads_.try_emplace(key_of(handler, context), static_cast<std::uint32_t>(blocks.size()));
  std::uint32_t pad = it->second;
  if (inserted) {
    CfgBlock& block = blocks.emplace_back();
    block.kind = CfgBlock::Kind::kPad;
    block.context = context;
    block.pc = code.handlers[handler].handler;
    block.catch_type = code.handlers[handler].catch_type;
  }
  return pad;
}

std::uint32_t BytecodeCfg::enter_subroutine(std::uint32_t context, std::uint32_t subroutine, std::uint32_t return_to) {
  for (std::uint32_t c = context; c != 0; c = contexts_[c].parent) {
    if (contexts_[c].subroutine == subroutine) return kNone;  // recursion
  }
  if (contexts_[context].depth >= kMaximumSubroutineDepth) return kNone;
  // The instruction after the jsr identifies the jsr.
  auto [known, inserted] =
      context_of_.try_emplace(key_of(context, return_to), static_cast<std::uint32_t>(contexts_.size()));
  if (!inserted) return known->second;
  contexts_.push_back(
      {context, subroutine, return_to, contexts_[context].depth + 1, written_local(instructions[subroutine])});
  return known->second;
}

std::uint32_t BytecodeCfg::leave_subroutine(std::uint32_t context, std::uint32_t local) const {
  for (std::uint32_t c = context; c != 0; c = contexts_[c].parent) {
    if (contexts_[c].address_local == static_cast<std::int32_t>(local)) return c;
  }
  return context;
}

bool BytecodeCfg::add_successors(std::uint32_t number, const classfile::Code& code) {
  CfgBlock block = blocks[number];  // a copy: block_at may move the table
  auto follow = [&](std::uint32_t instruction, std::uint32_t context) {
    std::uint32_t to = block_at(instruction, context);
    auto& all = blocks[number].successors;
    auto known = std::find(all.begin(), all.end(), to);
    if (known != all.end()) return static_cast<std::uint32_t>(known - all.begin());
    all.push_back(to);
    return static_cast<std::uint32_t>(all.size() - 1);
  };
  const Instruction& last = instructions[block.end - 1];
  std::uint32_t target = 0;
  if (last.operands == Operands::kBranch2 || last.operands == Operands::kBranch4 || is_switch(last.opcode)) {
    target = instruction_at_[last.target];
  }
  if (is_switch(last.opcode)) {
    // A switch of thousands of cases has few targets: `known` above would be quadratic in them, so targets are looked
    // up in a map.
    absl::flat_hash_map<std::uint32_t, std::uint32_t> index_of;
    std::vector<std::uint32_t> indices;
    auto add = [&](std::uint32_t instruction) {
      auto [it, inserted] = index_of.try_emplace(instruction, 0);
      if (inserted) {
        std::uint32_t to = block_at(instruction, block.context);
        it->second = static_cast<std::uint32_t>(blocks[number].successors.size());
        blocks[number].successors.push_back(to);
      }
      indices.push_back(it->second);
    };
    for (std::uint32_t c = 0; c < last.cases; ++c) {
      add(instruction_at_[classfile::switch_case(code.code, last, c).target]);
    }
    add(target);
    blocks[number].first_case = static_cast<std::uint32_t>(case_successors.size());
    case_successors.insert(case_successors.end(), indices.begin(), indices.end());
    return true;
  }
  if (is_goto(last.opcode)) return follow(target, block.context), true;
  if (last.opcode == Opcode::kAthrow || is_return(last.opcode)) return true;
  if (last.opcode == Opcode::kRet) {
    std::uint32_t context = leave_subroutine(block.context, last.index);
    if (context == 0) return fail("ret outside a subroutine", last.pc);
    return follow(contexts_[context].return_to, contexts_[context].parent), true;
  }
  if (block.end == instructions.size()) return fail("execution runs past the end of the code", last.pc);
  if (is_jsr(last.opcode)) {
    std::uint32_t context = enter_subroutine(block.context, target, block.end);
    if (context == kNone) return fail("subroutines call themselves or nest too deep", last.pc);
    return follow(target, context), true;
  }
  if (is_conditional(last.opcode)) follow(target, block.context);
  follow(block.end, block.context);
  return true;
}

void BytecodeCfg::add_pads(std::uint32_t number, const classfile::Code& code, bool synchronized) {
  if (!blocks[number].throws) return;
  bool all = false;
  std::uint32_t context = blocks[number].context;
  for (std::uint32_t handler : groups_[group_of_[blocks[number].first]]) {
    std::uint32_t pad = pad_of(handler, context, code);
    blocks[number].pads.push_back(pad);
    all |= catches_all_[handler];
  }
  if (all || !synchronized) return;
  if (unwind_ == kNone) {
    unwind_ = static_cast<std::uint32_t>(blocks.size());
    CfgBlock& block = blocks.emplace_back();
    block.kind = CfgBlock::Kind::kUnwind;
    block.pc = instructions.back().pc;
  }
  blocks[number].pads.push_back(unwind_);
}

bool BytecodeCfg::discover(const classfile::Code& code, bool synchronized) {
  blocks.clear();
  case_successors.clear();
  block_in_context_.clear();
  pads_.clear();
  contexts_.assign(1, Context{});
  context_of_.clear();
  block_of_.assign(instructions.size(), kNone);
  unwind_ = kNone;
  std::size_t edges = 0, copied = 0;
  block_at(0, 0);
  for (std::uint32_t next = 0; next < blocks.size(); ++next) {
    if (blocks.size() > kMaximumBlocks) return fail("more than 100,000 blocks", blocks[next].pc);
    if (blocks[next].kind == CfgBlock::Kind::kPad) {
      std::uint32_t to = block_at(instruction_at_[blocks[next].pc], blocks[next].context);
      blocks[next].successors.push_back(to);
    } else if (blocks[next].kind == CfgBlock::Kind::kCode) {
      copied += blocks[next].end - blocks[next].first + instructions[blocks[next].end - 1].cases;
      if (copied > kMaximumCode) {
        return fail("more than 1,000,000 instructions and switch cases, subroutines copied", blocks[next].pc);
      }
      if (!add_successors(next, code)) return false;
      add_pads(next, code, synchronized);
    }
    edges += blocks[next].successors.size() + blocks[next].pads.size();
    if (edges > kMaximumEdges) return fail("more than 2,000,000 edges between blocks", blocks[next].pc);
  }
  return true;
}

// The entry must not have predecessors: it defines the parameters and must not contain phis.
void BytecodeCfg::add_entry(bool synchronized) {
  bool jumped_to = false;
  for (const CfgBlock& block : blocks) {
    jumped_to |= std::find(block.successors.begin(), block.successors.end(), 0u) != block.successors.end();
  }
  if (!jumped_to && !synchronized) return;
  CfgBlock& entry = blocks.emplace_back();
  entry.kind = CfgBlock::Kind::kEntry;
  entry.successors.push_back(0);
}

// Puts the blocks in reverse post-order, a fall-through right behind its block and pads at the end, and then finds
// their predecessors.
void BytecodeCfg::order_blocks() {
  std::uint32_t root = blocks.back().kind == CfgBlock::Kind::kEntry ? static_cast<std::uint32_t>(blocks.size() - 1) : 0;
  std::vector<std::uint32_t> number(blocks.size(), kNone), post;
  struct Frame {
    std::uint32_t block, next;
  };
  std::vector<Frame> stack{{root, 0}};
  number[root] = 0;
  post.reserve(blocks.size());
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const CfgBlock& block = blocks[frame.block];
    std::uint32_t pads = static_cast<std::uint32_t>(block.pads.size());
    if (frame.next == pads + block.successors.size()) {
      post.push_back(frame.block);
      stack.pop_back();
      continue;
    }
    std::uint32_t to = frame.next < pads ? block.pads[frame.next] : block.successors[frame.next - pads];
    ++frame.next;
    if (number[to] != kNone) continue;
    number[to] = 0;
    stack.push_back({to, 0});
  }
  std::vector<CfgBlock> ordered;
  ordered.reserve(post.size());
  for (std::size_t i = 0; i < post.size(); ++i) number[post[post.size() - 1 - i]] = static_cast<std::uint32_t>(i);
  for (std::size_t i = 0; i < post.size(); ++i) ordered.push_back(std::move(blocks[post[post.size() - 1 - i]]));
  for (std::uint32_t b = 0; b < ordered.size(); ++b) {
    for (std::uint32_t& to : ordered[b].successors) to = number[to], ordered[to].predecessors.push_back({b, false});
    for (std::uint32_t& to : ordered[b].pads) to = number[to], ordered[to].predecessors.push_back({b, true});
  }
  blocks = std::move(ordered);
}

// A backward data-flow analysis over the blocks. Exception edges carry the locals of the block's start, so what is live
// in a pad is live there whatever the block writes. One sweep from the last block to the first suffices for code
// without loops; a block that changes later is processed again. Terminates: sets only grow.
bool BytecodeCfg::find_live_locals(std::uint32_t max_locals) {
  if (blocks.size() * std::size_t{max_locals} > kMaximumBlockLocals) {
    return fail("too many blocks times local variables", 0);
  }
  live_words_ = (max_locals + 63) / 64;
  live_in_.assign(live_words_ * blocks.size(), 0);
  defined_.assign(live_words_ * blocks.size(), 0);
  stored_.assign(max_locals, false);
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    std::uint64_t* used = live_in_.data() + b * live_words_;
    std::uint64_t* defined = defined_.data() + b * live_words_;
    if (blocks[b].kind != CfgBlock::Kind::kCode) continue;
    for (std::uint32_t n = blocks[b].first; n < blocks[b].end; ++n) {
      const LocalAccess access = local_access(instructions[n]);
      if (access.kind == LocalAccess::kNone) continue;
      if (access.index >= max_locals) return fail("local beyond max_locals", instructions[n].pc);
      const std::uint32_t word = access.index / 64;
      const std::uint64_t bit = 1ULL << (access.index % 64);
      if (access.kind != LocalAccess::kStore && (defined[word] & bit) == 0) used[word] |= bit;
      if (!access.writes()) continue;
      defined[word] |= bit;
      stored_[access.index] = true;
      // A long or double overwrites its second half.
      if (access.two_slots() && access.index + 1 < max_locals) stored_[access.index + 1] = true;
    }
  }
  changed_.clear();
  std::size_t steps = 0;
  auto hand_on = [&](std::uint32_t b, std::uint32_t w, bool sweeping) {
    std::uint64_t live = live_in_[b * live_words_ + w];
    for (const CfgEdge& edge : blocks[b].predecessors) {
      std::uint64_t& before = live_in_[edge.from * live_words_ + w];
      std::uint64_t after = before | (edge.exceptional ? live : live & ~defined_[edge.from * live_words_ + w]);
      if (after == before) continue;
      before = after;
      if (!sweeping || edge.from >= b) changed_.push_back({edge.from, w});
    }
    steps += blocks[b].predecessors.size();
  };
  for (auto b = static_cast<std::uint32_t>(blocks.size()); b-- > 0;) {
    for (std::uint32_t w = 0; w < live_words_; ++w) {
      if (live_in_[b * live_words_ + w] != 0) hand_on(b, w, /*sweeping=*/true);
    }
  }
  while (!changed_.empty() && steps <= kMaximumMerges) {
    LiveWord next = changed_.back();
    changed_.pop_back();
    hand_on(next.block, next.word, /*sweeping=*/false);
  }
  return changed_.empty() || fail("too many values meet at the starts of blocks", 0);
}

}  // namespace snag::ir
