// The blocks of a method's bytecode, before SSA form: where they begin and end, what follows them, which exception
// handlers cover them, and which local variables are live at their start.
//
//     try { x = f(); y = g(); } catch (E e) { use(x); }
//
// has three code blocks in the try range, because `x` changes between two calls that may throw: [f(), store x],
// [g(), store y], and what follows. The exception edges of a block carry the locals as they were at the block's start.
//
// Subroutines (jsr/ret) are copied: a block is a position *and* a context, which is the chain of jsr instructions that
// led there. Contexts nest like subroutines; recursion is refused, so there are finitely many, and limits bound the
// total of copied blocks, instructions and switch cases.
//
// What it cannot see: a `ret` belongs to the innermost active subroutine that keeps its return address in that local.
#pragma once

#include <cstdint>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/inlined_vector.h>

#include "base/result.h"
#include "classfile/class_file.h"
#include "classfile/instruction.h"

namespace snag::ir {

struct CfgEdge {
  std::uint32_t from = 0;
  bool exceptional = false;
};

struct CfgBlock {
  enum class Kind : std::uint8_t {
    kCode,
    kEntry,   // of its own when the first instruction is a jump target, or the method is synchronized
    kPad,     // landing pad of a handler: one successor
    kUnwind,  // of a synchronized method: releases and throws on
  };
  Kind kind = Kind::kCode;
  bool throws = false;               // some instruction in it may throw
  std::uint32_t first = 0, end = 0;  // instructions
  std::uint32_t context = 0;
  std::uint32_t pc = 0;
  classfile::ConstantIndex catch_type = 0;  // of a pad
  absl::InlinedVector<std::uint32_t, 2> successors;
  absl::InlinedVector<std::uint32_t, 2> pads;
  absl::InlinedVector<CfgEdge, 3> predecessors;
  std::uint32_t first_case = 0;  // of a switch: in BytecodeCfg::case_successors, default last
};

class BytecodeCfg {
 public:
  // A method that exceeds a limit is refused with a diagnostic. Real code stays far below them.
  static constexpr std::uint32_t kMaximumHandlers = 4096;
  static constexpr std::uint32_t kMaximumBlocks = 100'000;
  static constexpr std::uint32_t kMaximumEdges = 2'000'000;
  static constexpr std::uint32_t kMaximumCode = 1'000'000;          // instructions and switch cases, copies included
  static constexpr std::uint32_t kMaximumBlockLocals = 16'000'000;  // blocks times local variables
  static constexpr std::uint32_t kMaximumMerges = 4'000'000;        // values that meet at the starts of blocks
  static constexpr std::uint32_t kMaximumSubroutineDepth = 16;

  // Returns an error, or nothing. Memory is kept for the next method.
  std::optional<Error> build(const classfile::ClassFile& file, const classfile::Code& code, bool synchronized);

  std::vector<classfile::Instruction> instructions;  // the whole code, in order
  std::vector<CfgBlock> blocks;                      // reachable ones, in reverse post-order
  std::vector<std::uint32_t> case_successors;        // indices into the successors of the switch's block

  // The local variables that a block, or what follows it, reads before writing: `live_words()` words for each block.
  std::size_t live_words() const { return live_words_; }
  const std::uint64_t* live_in(std::uint32_t block) const { return live_in_.data() + block * live_words_; }
  bool ever_stored(std::uint32_t local) const { return stored_[local]; }

 private:
  struct Context {
    std::uint32_t parent = 0;
    std::uint32_t subroutine = 0;  // its first instruction
    std::uint32_t return_to = 0;   // instruction after the jsr
    std::uint32_t depth = 0;
    std::int32_t address_local = -1;  // where the subroutine keeps the return address
  };

  bool decode(const classfile::Code& code);
  bool find_handlers(const classfile::ClassFile& file, const classfile::Code& code);
  void cut_blocks(bool synchronized);
  bool discover(const classfile::Code& code, bool synchronized);
  bool add_successors(std::uint32_t block, const classfile::Code& code);
  void add_pads(std::uint32_t block, const classfile::Code& code, bool synchronized);
  void add_entry(bool synchronized);
  void order_blocks();
  bool find_live_locals(std::uint32_t max_locals);
  std::uint32_t block_at(std::uint32_t instruction, std::uint32_t context);
  std::uint32_t pad_of(std::uint32_t handler, std::uint32_t context, const classfile::Code& code);
  std::uint32_t enter_subroutine(std::uint32_t context, std::uint32_t subroutine, std::uint32_t return_to);
  std::uint32_t leave_subroutine(std::uint32_t context, std::uint32_t local) const;
  bool fail(const char* problem, std::uint32_t pc);

  std::optional<Error> error_;
  std::uint32_t code_offset_ = 0;
  std::vector<std::uint32_t> instruction_at_;  // by pc
  std::vector<bool> leader_;                   // by instruction
  std::vector<std::uint32_t> group_of_;        // by instruction: which set of handlers covers it
  std::vector<std::vector<std::uint32_t>> groups_;
  std::vector<bool> catches_all_;            // by handler
  std::vector<std::uint32_t> same_handler_;  // first handler with the same code and type
  std::vector<Context> contexts_;
  absl::flat_hash_map<std::uint64_t, std::uint32_t> context_of_;  // by calling context and place of return
  std::vector<std::uint32_t> block_of_;                           // by instruction, for the outermost context
  absl::flat_hash_map<std::uint64_t, std::uint32_t> block_in_context_;
  absl::flat_hash_map<std::uint64_t, std::uint32_t> pads_;
  std::uint32_t unwind_ = 0;
  std::size_t live_words_ = 0;
  std::vector<std::uint64_t> live_in_, defined_;
  struct LiveWord {
    std::uint32_t block, word;
  };
  std::vector<LiveWord> changed_;
  std::vector<bool> stored_;
};

}  // namespace snag::ir
