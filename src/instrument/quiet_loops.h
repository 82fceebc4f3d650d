// Loops for which generated code tests once, before the loop, whether the checks in it would find anything.
//
//     quiet = isQuiet(this) & isQuiet(rows[i]);            // before the loop: for example, this thread owns both
//     for (int j = 0; j < n; j++) sum += rows[i][j];       // with checks that do nothing if `quiet`
//
// If the checks in a loop depend on a value that never changes in it, the JIT compiler generates two loops, one of them
// without checks (loop unswitching). It optimizes almost nothing if every iteration has a check that may call a hook.
// This is done for innermost loops that work on arrays and have no call, monitor instruction or volatile access: within
// such a loop a check can find nothing new about an object, except that another thread starts to use it at that moment.
// (A compiler that reads the object's state only once would miss that as well.) Loops without arrays are not
// considered: they may wait for another thread.
//
// The objects must be known before the loop: `this` and its fields, local variables that the loop does not set, and
// elements of arrays of arrays.
#pragma once

#include <cstdint>
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

  // `context_changes`: the instructions that a loop must not contain, sorted.
  void find(const CodeEditor& editor, const classfile::ClassFile& file,
            const std::vector<std::uint32_t>& context_changes);
  // Returns the loop around an instruction, or kNone.
  std::uint32_t loop_at(std::uint32_t instruction) const;
  // Returns the instruction after which the loop is always entered.
  std::uint32_t entry(std::uint32_t loop) const { return loops_[loop].first - 1; }
  std::size_t size() const { return loops_.size(); }

  // Adds code that computes `value`, a value in the loop, before the loop. Returns false if that is not possible.
  bool load(Sequence& out, std::uint32_t loop, const BlockValues& values, BlockValues::Value value,
            ClassEdit& edit) const;

 private:
  struct Loop {
    std::uint32_t first, last;     // instructions
    bool other_entries = false;    // whether control may enter it other than from the instruction before it
    const Frame* frame = nullptr;  // at the first one
    bool uses_arrays = false;
    bool calls = false;          // methods that may set anything
    bool sets_elements = false;  // of arrays of references
    absl::flat_hash_set<std::uint32_t> set_locals;
    absl::flat_hash_set<std::string_view> set_fields;  // by name alone
  };

  void find_innermost(const CodeEditor& editor);
  void find_other_entries(const CodeEditor& editor);
  static void look_into(Loop& loop, const CodeEditor& editor, const classfile::ClassFile& file);
  bool is_known(const Loop& loop, const BlockValues& values, BlockValues::Value value, char type,
                const classfile::ClassFile& file, int depth) const;
  void load_known(Sequence& out, const BlockValues& values, BlockValues::Value value, char type, ClassEdit& edit) const;

  std::vector<Loop> loops_;  // disjoint, in order
};

}  // namespace snag::instrument
