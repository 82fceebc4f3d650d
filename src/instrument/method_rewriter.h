// Rewrites one method: asks MethodScan what to instrument, and inserts the hooks.
//
// Order of things in a method: `me` (the current thread) and the array caches are set in the prologue; a synchronized
// method then reports that it has acquired its monitor, and a unit begins; every return ends the unit and reports the
// release of the monitor, and so does a catch-all handler, last in the exception table.
#pragma once

#include <map>
#include <string>

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

  // To be called first: finds the fields that need no check because nothing changes them.
  void find_effectively_final_fields();
  // Returns whether the method was changed.
  bool rewrite(const classfile::Member& method, Extent extent, classfile::AttributeImage& code);

 private:
  static constexpr std::size_t kMaximumCaches = 24;
  static constexpr std::size_t kMaximumQuietLoops = 8;
  static constexpr std::size_t kMaximumResets = 2'000;  // stores of null into caches; beyond, no caches

  void remove_fields_set_by(const classfile::Member& method, absl::flat_hash_set<std::string>& fields);
  const char* plan(const classfile::Member& method, Extent extent);
  bool watch_thread(const classfile::Member& method);
  void emit(const classfile::Member& method);
  void emit_first_state(bool has_thread);
  void load_current_thread(Sequence& out);
  void emit_entry_and_exits(const classfile::Member& method);
  void emit_field_checks();
  void emit_volatile_accesses();
  void emit_monitors();
  void emit_calls();
  void emit_arrays();
  void emit_array_check(const ArrayCheck& check, std::uint32_t cache);
  void plan_caches();
  void plan_quiet_loops();
  // The loop in which the check is left out if nothing is to be found, or nullptr; the question is added to it.
  struct QuietLoop;
  QuietLoop* quiet_loop(const FieldCheck& check, std::int32_t site);
  QuietLoop* quiet_loop(const ArrayCheck& check, std::int32_t site);
  QuietLoop* quiet_loop(std::uint32_t instruction);
  void emit_quiet_loops();
  void emit_cache_resets();
  std::int32_t site_at(std::uint32_t instruction, std::vector<SiteAccess> accesses = {});
  std::int32_t method_site();
  void load_self(Sequence& out) const { out.load('L', self_); }
  Sequence sequence() { return Sequence(edit_.writer); }
  void skip(const char* reason) { ++statistics_.skipped[reason]; }

  ClassEdit& edit_;
  RewriteStatistics& statistics_;
  FieldLookup fields_;
  MethodScan scan_;
  CodeEditor editor_;
  bool synchronized_ = false, static_ = false, unit_ = false;
  std::uint32_t me_ = 0, self_ = 0;
  std::vector<std::uint32_t> caches_;  // by array check: its local, or kNone
  struct QuietLoop {
    std::uint32_t quiet;  // a local: is nothing to be found in it?
    Sequence question;
  };
  QuietLoops loops_;
  std::vector<QuietLoop> quiet_loops_;  // of the first of loops_
  std::uint32_t checks_ = 0;
};

}  // namespace snag::instrument
