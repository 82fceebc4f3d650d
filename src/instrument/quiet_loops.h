// Loops before which it pays to ask whether their checks will find anything.
//
//     quiet = isQuiet(this) & isQuiet(rows[i]);            // before the loop: both are this thread's, say
//     for (int j = 0; j < n; j++) sum += rows[i][j];       // with checks that are left out if `quiet`
//
// If the checks of a loop depend on a value that never changes in it, compilers make two loops, one of them without
// checks (loop unswitching); with a check in every iteration that may call a hook, they optimise almost nothing. It
// pays for innermost loops that compute on arrays, with no call, monitor or volatile access in them: within such a loop
// a check can find nothing new about an object, except that another thread acquires it at that moment. (Compilers would
// read the object's state only once, too.) Loops without arrays are not touched: they may wait for another thread.
//
// The objects must be known before the loop: `this`, local variables that the loop does not set, their fields
// if it is `this`, elements of arrays of arrays.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_set.h>

#include "instrument/block_values.h"
#include "instrument/class_edit.h"
#include "instrument/code_editor.h"

namespace snag::instrument {

class QuietLoops {
 public:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  // `context_changes`: sorted instructions that a loop must not have.
  void find(const CodeEditor& editor, const classfile::ClassFile& file,
            const std::vector<std::uint32_t>& context_changes);
  // The loop around an instruction, or kNone.
  std::uint32_t loop_at(std::uint32_t instruction) const;
  // The instruction behind which the loop is entered, always.
  std::uint32_t entry(std::uint32_t loop) const { return loops_[loop].first - 1; }
  std::size_t size() const { return loops_.size(); }

  // Adds code that loads, before the loop, the value that `value` is in it. False: it is not known there.
  bool load(Sequence& out, std::uint32_t loop, const BlockValues& values, BlockValues::Value value,
            ClassEdit& edit) const;

 private:
  struct Loop {
    std::uint32_t first, last;     // instructions
    const Frame* frame = nullptr;  // at the first
    bool calls = false;
    bool sets_elements = false;  // of arrays of references
    absl::flat_hash_set<std::uint32_t> set_locals;
    absl::flat_hash_set<std::string> set_fields;  // by name alone
  };

  void find_innermost(const CodeEditor& editor);
  void remove_entered_elsewhere(const CodeEditor& editor);
  bool look_into(Loop& loop, const CodeEditor& editor, const classfile::ClassFile& file) const;
  bool is_known(const Loop& loop, const BlockValues& values, BlockValues::Value value, char type,
                const classfile::ClassFile& file, int depth) const;
  void load_known(Sequence& out, const BlockValues& values, BlockValues::Value value, char type, ClassEdit& edit) const;

  std::vector<Loop> loops_;  // apart, in order
};

}  // namespace snag::instrument
