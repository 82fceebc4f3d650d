// Inserts code into a method, and moves everything that names a position in it.
//
//     before(i, s)   s runs whenever instruction i is about to run: jumps to i lead to s
//     after(i, s)    s runs when instruction i has completed and control continues with the next one; jumps to the next
//                    instruction skip s. An exception range that starts at the next instruction includes s: if the hook
//                    after a monitorenter fails, the handler that executes the monitorexit must receive the exception
//     prologue(s)    s runs once, at the start of the method; jumps to position 0 skip it
//     guard_...(s)   a handler at the end of the method, for one instruction or for all of them, which runs s and
//                    rethrows
//
// These name positions: jumps, switches with their padding, the exception table, the stack map, debug tables and type
// annotations. A goto or jsr that no longer reaches its target becomes goto_w or jsr_w. A conditional jump is inverted
// over a goto_w, which is possible only if no frames are needed; otherwise the method stays unchanged (no method of the
// JDK or of a hundred Debian jars needs that). Unknown attributes of the code are left out: the JVM ignores them, and
// positions in them would be wrong.
//
// Sequences have no jumps, so the only new frames are those of the guards.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/class_writer.h"
#include "classfile/instruction.h"
#include "instrument/frames.h"
#include "instrument/sequence.h"
#include "instrument/sites.h"

namespace snag::instrument {

class CodeEditor {
 public:
  // The class file and the writer must outlive the editor. Returns what is wrong with the code, or nullptr.
  const char* load(const classfile::ClassFile& file, const classfile::Member& method, classfile::ClassWriter& writer);

  const classfile::Code& code() const { return code_; }
  const std::vector<classfile::Instruction>& instructions() const { return instructions_; }
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  std::uint32_t index_at(std::uint32_t pc) const { return pc < index_at_.size() ? index_at_[pc] : kNone; }
  // Whether a jump leads to the instruction, or an exception handler starts there.
  bool is_target(std::uint32_t instruction) const { return targets_[instruction]; }
  // In the order of the code; none for methods without a stack map.
  const std::vector<Frame>& frames() const { return frames_; }
  const Frame* frame_at(std::uint32_t pc) const;
  bool has_frames() const { return has_frames_; }  // whether the version of the class file requires them

  void before(std::uint32_t instruction, const Sequence& sequence) { insert(instruction, kBefore, sequence); }
  void after(std::uint32_t instruction, const Sequence& sequence) { insert(instruction, kAfter, sequence); }
  void prologue(const Sequence& sequence);

  // Returns a new local variable that all frames contain. The prologue must set it.
  std::uint32_t add_local(VerificationType type);
  // Returns a new local variable that no frame contains: only for straight-line code. The first one must be requested
  // after the last call of add_local.
  std::uint32_t scratch(unsigned slots);
  // The scratch locals of one place can be reused at the next.
  void release_scratch() { scratch_ = 0; }

  // Adds a handler for what the instruction alone may throw. It runs `sequence`, which may read the scratch local
  // `scratch_local` (of type Object), and rethrows, to the method's own handlers if there are any. `before_super`: in a
  // constructor before super(). Returns false if no frame can express this.
  bool guard_instruction(std::uint32_t instruction, const Sequence& sequence, std::uint32_t scratch_local,
                         bool before_super) {
    return add_guard(Guard::kInstruction, instruction, sequence, scratch_local, before_super);
  }
  // Adds a handler for the code that is inserted before the instruction, if an exception handler that covers itself
  // covers the instruction: a hook that throws there every time (because no stack is left) would never let the program
  // continue. It rethrows to the surrounding handlers without that one. Returns whether the guard was added.
  bool guard_before(std::uint32_t instruction, const Sequence& sequence);
  // Adds a handler for the whole method without its prologue. `keeps_this`: its frame has local 0 as this class.
  void guard_method(const Sequence& sequence, bool keeps_this);

  bool changed() const { return !insertions_.empty() || !prologue_.empty() || method_guard_.has_value(); }

  // Writes the new content of the Code attribute. Returns why the method must stay unchanged, or nullptr.
  const char* finish(classfile::ByteBuffer& content);
  // Where the instructions are after `finish`.
  std::vector<Shift> shifts() const;

 private:
  enum Place : std::uint8_t { kBefore, kAfter };
  struct Insertion {
    std::uint32_t instruction;
    Place place;
    std::uint32_t offset, length;  // in inserted_
  };
  struct Guard {
    enum Range : std::uint8_t { kInstruction, kBeforeInstruction, kMethod };
    Range range;
    std::uint32_t instruction = 0;
    classfile::ByteBuffer code;
    Types locals;
    std::uint32_t start = 0, end = 0;  // set by layout
  };
  struct Position {
    std::uint32_t label = 0;  // where jumps lead: the code before the instruction
    std::uint32_t at = 0;     // the instruction itself
    std::uint32_t end = 0;    // the code after it
  };

  const char* decode();
  const char* find_targets();
  void note_needs(const Sequence& sequence);
  void insert(std::uint32_t instruction, Place place, const Sequence& sequence);
  Guard make_guard(Guard::Range range, const Sequence& sequence);
  bool add_guard(Guard::Range range, std::uint32_t instruction, const Sequence& sequence, std::uint32_t scratch_local,
                 bool before_super);
  std::uint32_t first_scratch() const { return code_.max_locals + static_cast<std::uint32_t>(added_.size()); }
  bool layout();
  static bool covers_itself(const classfile::ExceptionHandler& handler, std::uint32_t pc) {
    return handler.start <= pc && pc < handler.end && handler.handler <= pc && handler.start <= handler.handler;
  }
  std::uint32_t encoded_length(std::uint32_t index, std::uint32_t at) const;
  bool reaches(std::uint32_t index) const;
  void write_code(classfile::ByteBuffer& out) const;
  void write_jump(classfile::ByteBuffer& out, std::uint32_t index) const;
  void write_switch(classfile::ByteBuffer& out, std::uint32_t index) const;
  std::vector<classfile::ExceptionHandler> new_handlers() const;
  bool extend(Types& locals) const;  // by the added locals
  bool add_attributes(std::vector<classfile::AttributeImage>& attributes);
  bool add_stack_map(std::vector<classfile::AttributeImage>& attributes);
  std::optional<Types> guard_locals(std::uint32_t instruction, std::uint32_t scratch_local, bool before_super);
  std::optional<VerificationType> type_at(std::uint32_t instruction, std::uint32_t slot) const;
  std::uint32_t label(std::uint32_t pc) const;
  std::uint32_t range_start(std::uint32_t pc) const;

  const classfile::ClassFile* file_ = nullptr;
  const classfile::Member* method_ = nullptr;
  classfile::ClassWriter* writer_ = nullptr;
  classfile::Code code_;
  std::vector<classfile::Instruction> instructions_;
  std::vector<std::uint32_t> index_at_;  // by pc; kNone inside instructions
  std::vector<bool> targets_;            // by instruction
  bool has_frames_ = false;
  std::optional<Types> initial_;
  std::vector<Frame> frames_;

  classfile::ByteBuffer inserted_, prologue_;
  std::vector<Insertion> insertions_;
  std::vector<Guard> guards_;
  std::optional<Guard> method_guard_;  // `finish` appends it to the others
  bool method_guard_keeps_this_ = false;
  std::vector<VerificationType> added_;
  std::uint32_t scratch_ = 0, maximum_scratch_ = 0;
  int extra_depth_ = 0, guard_depth_ = 0;
  std::size_t guard_work_ = 0;
  bool failed_ = false;

  std::vector<Position> positions_;  // of the instructions, and of the end of the body
  std::vector<bool> long_;           // by instruction: whether it is a jump in its long form
  std::uint32_t code_end_ = 0;
};

}  // namespace snag::instrument
