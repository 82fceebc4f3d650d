// Finds what must be instrumented in one method, in one pass over its code.
//
//     this.x = this.y + 1; this.z = 2; o.lock();      one check of `this` (write: x, z; read: y), before the first
//                                                     access
//
// All accesses to one object (one value number) within one basic block share one check, unless there is a call (except
// of SynchronizationFreeMethods), a monitor instruction or a volatile access between them (von Praun 2004, 7.1.4). The
// errors that section 7.1.8 describes cannot occur: no check covers accesses under another lock, or on paths that may
// not be taken. In constructors accesses to `this` are not checked before it escapes; passing it to super() does not
// count as an escape. Accesses to an array are not checked between its creation and its escape within one block.
//
// It cannot see that two blocks work on the same object.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_set.h>

#include "instrument/block_values.h"
#include "instrument/class_edit.h"
#include "instrument/code_editor.h"
#include "instrument/code_regions.h"
#include "instrument/field_lookup.h"
#include "instrument/operations.h"
#include "instrument/synchronization_free.h"

namespace snag::instrument {

struct FieldCheck {
  std::uint32_t instruction = 0;  // the first access
  bool is_static = false, write = false;
  bool after = false;  // after the first access, since before it the check would initialize the owner
  bool any = false;    // by a hook itself instead of a helper method of this class
  bool of_this = false;
  BlockValues::Value object = 0;
  std::string_view owner;
  std::vector<SiteAccess> accesses;
};
struct VolatileAccess {
  std::uint32_t instruction = 0;
  bool of_this = false;
};
struct CallAction {
  std::uint32_t instruction = 0;
  CallSite call;
  CallHooks hooks;
  bool before_super = false;  // in a constructor before super()
};
struct ArrayCheck {
  std::uint32_t instruction = 0;
  bool write = false;
  std::uint32_t region = CodeRegions::kNone;
  BlockValues::Value array = 0;
  std::vector<SiteAccess> accesses;
};

class MethodScan {
 public:
  MethodScan(ClassEdit& edit, FieldLookup& fields) : edit_(edit), fields_(fields), synchronization_free_(edit.file) {}

  // Returns why the method must stay unchanged, or nullptr. The results are below.
  const char* run(const classfile::Member& method, const CodeEditor& editor, Extent extent);

  std::vector<FieldCheck> field_checks;
  std::vector<VolatileAccess> volatile_accesses;
  std::vector<std::uint32_t> monitors;  // monitorenter and monitorexit instructions
  std::vector<CallAction> calls;
  std::vector<std::uint32_t> clones;
  // Calls of reflection that return lists of members, from which the hook removes the members that Snag adds.
  std::vector<std::pair<std::uint32_t, Hook>> member_lists;
  static constexpr std::uint32_t kNoSuperCall = 0xFFFFFFFF;
  std::uint32_t super_call = kNoSuperCall;  // the call of super() in a constructor
  std::vector<ArrayCheck> array_checks;
  std::vector<std::uint32_t> returns;
  // Calls, monitor instructions and volatile accesses: after them a check may find something new.
  std::vector<std::uint32_t> context_changes;
  bool is_unit = false;          // whether the method accesses fields of `this` outside of synchronized (this)
  bool this_in_local_0 = false;  // whether it is there everywhere in an instance method
  std::uint32_t accesses = 0;    // which the checks cover
  CodeRegions regions;

  CodePlace place_of(std::uint32_t instruction) const;
  SiteAccess access_at(std::uint32_t instruction) const;  // to a field or an array
  const BlockValues& values() const { return values_; }
  bool is_constructor() const { return is_constructor_; }
  std::string_view name, descriptor;  // of the method

 private:
  struct OpenGroup {
    BlockValues::Value value, index;
    std::string_view owner, field;  // of statics
    std::size_t check;
  };

  std::uint16_t line_of(std::uint32_t pc) const;
  void reset(const classfile::Member& method, const CodeEditor& editor);
  bool stores_local_0() const;
  bool frames_have_this() const;
  const char* visit(std::uint32_t i);
  void visit_field(std::uint32_t i);
  void add_access(std::uint32_t i, const FieldKnowledge& field, BlockValues::Value object);
  void visit_array(std::uint32_t i);
  void visit_monitor(std::uint32_t i);
  const char* visit_call(std::uint32_t i);
  void visit_allocation(std::uint32_t i);
  void note_block_end(std::uint32_t i);
  void change_context(std::uint32_t i);
  void escape(BlockValues::Value value, std::uint32_t pc);
  void finish();
  bool in_synchronized_this(std::uint32_t pc) const;

  ClassEdit& edit_;
  FieldLookup& fields_;
  SynchronizationFreeMethods synchronization_free_;
  const CodeEditor* editor_ = nullptr;
  Extent extent_ = Extent::kFull;
  bool is_constructor_ = false, is_initializer_ = false, is_instance_ = false;
  bool uninitialized_ = false;    // in a constructor before super()
  std::uint32_t escaped_at_ = 0;  // in a constructor: the position from which `this` may have escaped
  BlockValues values_;
  std::vector<OpenGroup> open_, open_arrays_;
  absl::flat_hash_set<std::uint32_t> this_monitor_handlers_;  // positions of the handlers of synchronized (this)
  std::vector<classfile::LineNumber> lines_;
};

}  // namespace snag::instrument
