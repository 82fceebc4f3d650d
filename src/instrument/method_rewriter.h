// Rewrites one method: MethodScan finds what to instrument, and this class inserts the hooks.
//
// The prologue sets `me` (the current thread) and clears the array caches. Then a synchronized method reports that it
// has acquired its monitor, and a unit of work starts. Every return ends the unit and reports the release of the
// monitor, and so does a handler for all exceptions, which is the last one in the exception table.
#pragma once

#include <optional>
#include <vector>

#include "instrument/class_edit.h"
#include "instrument/code_editor.h"
#include "instrument/method_scan.h"
#include "instrument/quiet_loops.h"
#include "instrument/rewrite.h"

namespace snag::instrument {

class MethodRewriter {
 public:
  MethodRewriter(ClassEdit& edit, RewriteStatistics& statistics)
      : edit_(edit), statistics_(statistics), fields_(edit), scan_(edit, fields_) {}

  // Must be called first. Finds the fields that need no check because nothing changes them.
  void find_effectively_final_fields();
  // Returns whether the method was changed.
  bool rewrite(const classfile::Member& method, Extent extent, classfile::AttributeImage& code);

 private:
  static constexpr std::size_t kMaximumCaches = 24;
  static constexpr std::size_t kMaximumQuietLoops = 8;
  static constexpr std::size_t kMaximumResets = 2'000;  // stores of null into caches; a method with more has no caches

  void remove_fields_set_by(const classfile::Member& method, absl::flat_hash_set<classfile::MemberKey>& fields);
  const char* plan(const classfile::Member& method, Extent extent);
  bool watch_thread(const classfile::Member& method);
  void emit();
  void emit_first_state(bool has_thread);
  void load_current_thread(Sequence& out);
  void emit_entry_and_exits();
  void copy_object(Sequence& out, std::uint32_t instruction) const;
  void emit_field_checks();
  void emit_volatile_accesses();
  void emit_monitors();
  void emit_calls();
  void emit_arrays();
  void emit_array_check(const ArrayCheck& check, std::uint32_t cache);
  void plan_caches();
  void plan_quiet_loops();
  struct QuietLoop {
    std::uint32_t quiet;  // a local variable: whether the checks in the loop would find nothing
    Sequence test;        // computes it before the loop
  };
  // Returns the loop around the check, if the check can be skipped there whenever it would find nothing; else nullptr.
  // Adds the check to the test of the loop.
  QuietLoop* quiet_loop(const FieldCheck& check, std::int32_t site);
  QuietLoop* quiet_loop(const ArrayCheck& check, std::int32_t site);
  template <class CallTest>
  QuietLoop* test_before_loop(std::uint32_t instruction, std::optional<BlockValues::Value> object, std::int32_t site,
                              CallTest call_test);
  void emit_quiet_loops();
  void emit_cache_resets();
  std::int32_t site_at(std::uint32_t instruction, std::vector<SiteAccess> accesses = {});
  Sequence sequence() { return Sequence(edit_.writer); }
  void skip(const char* reason) { ++statistics_.skipped[reason]; }

  ClassEdit& edit_;
  RewriteStatistics& statistics_;
  FieldLookup fields_;
  MethodScan scan_;
  CodeEditor editor_;
  bool synchronized_ = false, static_ = false, unit_ = false;
  std::uint32_t me_ = 0;               // the local variable with the current thread
  std::vector<std::uint32_t> caches_;  // by array check: its local variable, or kNone
  QuietLoops loops_;
  std::vector<QuietLoop> quiet_loops_;  // for the first ones of loops_
  std::uint32_t checks_ = 0;
};

}  // namespace snag::instrument
