// Finds what is to be instrumented in one method, in one pass over its code.
//
//     this.x = this.y + 1; this.z = 2; o.lock();      one check of `this` (write: x, z; read: y), before the first
//
// Accesses to one object (one value number) within one basic block, with no call (but of SynchronizationFreeMethods),
// monitor instruction or volatile access between them, are one check (von Praun 2004, 7.1.4, without the errors
// that 7.1.8 describes: no check covers accesses under another lock, or on paths that may not be taken). Constructors:
// accesses to `this` before it escapes are not checked; what is passed to super() does not count. Nor are those to an
// array between its making and its escape inside a block.
//
// It cannot see that two blocks work on the same object.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
  bool two_slots = false, put = false;  // the first access: what lies on the stack above the object
  bool after = false;                   // behind the first access: before it, the owner might be initialised too early
  bool any = false;                     // not by a method of this class
  bool of_this = false;
  BlockValues::Value object = 0;
  std::string_view owner;
  std::vector<SiteAccess> accesses;
};
struct VolatileAccess {
  std::uint32_t instruction = 0;
  bool is_static = false, write = false, two_slots = false, of_this = false;
};
struct MonitorAction {
  std::uint32_t instruction = 0;
  bool enter = false;
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
  std::vector<MonitorAction> monitors;
  std::vector<CallAction> calls;
  std::vector<std::uint32_t> clones;
  std::vector<std::pair<std::uint32_t, Hook>>
      member_lists;                         // of reflection, from which the hook removes the added members
  std::uint32_t super_call = kNoSuperCall;  // the call of super() in a constructor; after it the object is initialized
  static constexpr std::uint32_t kNoSuperCall = 0xFFFFFFFF;
  std::vector<ArrayCheck> array_checks;
  std::vector<std::uint32_t> returns;
  std::vector<std::uint32_t>
      context_changes;           // calls, monitors, volatile accesses: after them a check may be needed again
  bool is_unit = false;          // accesses fields of `this` outside synchronized (this)
  bool this_in_local_0 = false;  // everywhere in an instance method
  std::uint32_t accesses = 0;    // before combination
  CodeRegions regions;

  CodePlace place_of(std::uint32_t instruction) const;
  SiteAccess access_at(std::uint32_t instruction) const;  // to a field or an array
  const BlockValues& values() const { return values_; }
  bool is_constructor() const { return is_constructor_; }
  std::string_view name, descriptor;  // of the method

 private:
  struct OpenGroup {
    BlockValues::Value value, index;
    std::string_view owner, field;  // statics
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
  bool uninitialized_ = false;    // constructor before super()
  std::uint32_t escaped_at_ = 0;  // constructors: position from which on `this` may have escaped
  BlockValues values_;
  std::vector<OpenGroup> open_, open_arrays_;
  std::vector<std::uint32_t> this_monitor_handlers_;  // positions of the handlers of synchronized (this)
  std::vector<classfile::LineNumber> lines_;
};

}  // namespace snag::instrument
