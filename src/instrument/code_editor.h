// Puts code into a method and moves everything that names a position in it.
//
//     before(i, s)   s runs whenever instruction i is about to run: jumps to i go to s
//     after(i, s)    s runs when instruction i has ended and control continues with the next; jumps to the next skip
//     it,
//                    but an exception range that starts at the next includes it: when the hook after a monitorenter
//                    fails, the handler that does the monitorexit must get the exception
//     prologue(s)    s runs once, at the method's start; jumps to position 0 go behind it
//     guard(...)     a handler at the end of the method, for one instruction or for all
//
// Everything that names a position is moved: jumps (a goto or jsr that no longer reaches becomes goto_w or jsr_w; a
// conditional jump is inverted over a goto_w, which is possible only where no frames are needed; otherwise the method
// stays unchanged: no method of the JDK or of a hundred Debian jars needs that), the padding of switches, exception
// table, stack map, debug tables, type annotations. Unknown attributes of the code are left out: the JVM ignores them,
// and the positions they may hold would be wrong.
//
// Sequences have no jumps, so the only new frames are those of the handlers at the end.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
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
  // The class file and the code must outlive the editor. Returns what is wrong with the code, or nullptr.
  const char* load(const classfile::ClassFile& file, const classfile::Member& method, classfile::ClassWriter& writer);

  const classfile::Code& code() const { return code_; }
  const std::vector<classfile::Instruction>& instructions() const { return instructions_; }
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  std::uint32_t index_at(std::uint32_t pc) const { return pc < index_at_.size() ? index_at_[pc] : kNone; }
  bool is_target(std::uint32_t instruction) const { return targets_[instruction]; }  // of a jump, or a handler
  // By code position; none for methods without a stack map.
  const std::vector<Frame>& frames() const { return frames_; }
  const Frame* frame_at(std::uint32_t pc) const;
  bool has_frames() const { return has_frames_; }  // the class file's version demands them

  void before(std::uint32_t instruction, const Sequence& sequence) { insert(instruction, kBefore, sequence); }
  void after(std::uint32_t instruction, const Sequence& sequence) { insert(instruction, kAfter, sequence); }
  void prologue(const Sequence& sequence);

  // A local variable that all frames contain from the prologue on, which must set it.
  std::uint32_t add_local(VerificationType type);
  // A local variable that no frame contains: only for straight-line code. To be requested after all those above.
  std::uint32_t scratch(unsigned slots);
  // Scratch locals of one place can be used again at the next.
  void release_scratch() { scratch_ = 0; }
  std::uint32_t first_scratch() const { return code_.max_locals + static_cast<std::uint32_t>(added_.size()); }

  // A handler for what instruction `instruction` alone may throw; `locals` are scratch locals (Object) that it reads.
  // It runs `sequence` and rethrows, to the method's own handlers if there are any. `before_super`: in a constructor
  // before super(). False: that cannot be expressed. The local of an aload that stands right before the instruction.
  std::optional<std::uint32_t> loaded_before(std::uint32_t instruction) const;
  // A handler for the code inserted before the instruction, which lies in an exception handler that covers itself: a
  // hook that throws there again and again (there is no stack left) would never let the program continue. Rethrows
  // to the surrounding handlers, without that one. Returns whether it was needed and could be expressed.
  bool guard_before(std::uint32_t instruction, const Sequence& sequence);
  bool guard_instruction(std::uint32_t instruction, const Sequence& sequence, std::uint32_t scratch_local,
                         bool before_super);
  // A handler for the whole method behind the prologue. `keeps_this`: its frame has local 0 as this class.
  void guard_method(const Sequence& sequence, bool keeps_this);

  bool changed() const { return !insertions_.empty() || !prologue_.empty() || method_guard_.has_value(); }

  // The new content of the Code attribute, or why the method has to stay as it was.
  const char* finish(classfile::ByteBuffer& out);
  // Afterwards: where the instructions are now.
  std::vector<Shift> shifts() const;

 private:
  enum Place : std::uint8_t { kBefore, kAfter };
  struct Insertion {
    std::uint32_t instruction;
    Place place;
    std::uint32_t offset, length;  // in inserted_
  };
  struct Guard {
    std::uint32_t instruction = 0;
    classfile::ByteBuffer code;
    Types locals;
    std::uint32_t start = 0, end = 0;  // set by layout
    bool before = false;               // for the code inserted before the instruction, not for the instruction
  };
  struct Position {
    std::uint32_t label = 0;  // where jumps go: before its `before` code
    std::uint32_t at = 0;     // the instruction itself
    std::uint32_t end = 0;    // behind it: its `after` code
  };

  const char* decode();
  const char* find_targets();
  void insert(std::uint32_t instruction, Place place, const Sequence& sequence);
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
  bool write_attributes(classfile::ByteBuffer& out);
  bool write_stack_map(classfile::ByteBuffer& out, std::uint32_t& attributes);
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
  std::optional<Guard> method_guard_;
  bool method_guard_keeps_this_ = false;
  std::vector<VerificationType> added_;
  std::uint32_t scratch_ = 0, maximum_scratch_ = 0;
  int extra_depth_ = 0, guard_depth_ = 0;
  std::size_t guard_work_ = 0;
  bool failed_ = false;

  std::vector<Position> positions_;  // one more than instructions: the end of the body
  std::vector<bool> long_;           // by instruction: a jump in its long form
  std::uint32_t code_end_ = 0;
};

}  // namespace snag::instrument
