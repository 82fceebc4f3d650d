#include "instrument/method_rewriter.h"

#include <algorithm>

#include "classfile/instruction.h"
#include "classfile/language_names.h"
#include "instrument/call_bracket.h"
#include "library/policy.h"

namespace snag::instrument {

using namespace classfile;

bool MethodRewriter::rewrite(const Member& method, Extent extent, AttributeImage& code) {
  editor_ = CodeEditor();
  checks_ = 0;
  synchronized_ = static_ = unit_ = false;
  if (const char* problem = editor_.load(edit_.file, method, edit_.writer)) return skip(problem), false;
  if (extent == Extent::kThread) {
    if (!watch_thread(method)) return false;
  } else {
    if (const char* problem = plan(method, extent)) return skip(problem), false;
    emit(method);
  }
  if (!editor_.changed()) return false;
  ByteBuffer content;
  if (const char* problem = editor_.finish(content)) return skip(problem), false;
  code.content = std::move(content);
  edit_.rewritten.push_back(
      {std::string(edit_.file.name(method)), std::string(edit_.file.descriptor(method)), editor_.shifts()});
  ++statistics_.methods;
  statistics_.accesses += scan_.accesses;
  statistics_.checks += checks_;
  return true;
}

// A private field is written by its class alone, where that shares its private parts with no nested class. If only
// constructors do, before `this` can be known to others, then reading it cannot be part of a race: the vectors of a ray
// tracer (mtrt of bench/programs) need no checks at all. Reflection could still write it.
void MethodRewriter::find_effectively_final_fields() {
  const ClassFile& file = edit_.file;
  if (find_attribute(file.attributes(), AttributeKind::kNestMembers) != nullptr ||
      find_attribute(file.attributes(), AttributeKind::kNestHost) != nullptr) {
    return;
  }
  absl::flat_hash_set<std::string> fields = fields_.private_fields();
  for (const Member& method : file.methods()) {
    if (fields.empty()) return;
    remove_fields_set_by(method, fields);
  }
  fields_.set_effectively_final(std::move(fields));
}

void MethodRewriter::remove_fields_set_by(const Member& method, absl::flat_hash_set<std::string>& fields) {
  Result<std::optional<Code>> code = read_code(edit_.file, method);
  if (!code || !*code) return;
  std::vector<std::string> set;
  Instruction in;
  for (std::uint32_t pc = 0; pc < (*code)->code.size(); pc = in.next()) {
    if (decode_instruction((*code)->code, pc, in) != nullptr) break;
    if (in.opcode != Opcode::kPutfield) continue;
    const MemberReference field = edit_.file.constants().member(in.index);
    std::string key = FieldLookup::key_of(field.name, field.descriptor);
    if (fields.contains(key)) set.push_back(std::move(key));
  }
  if (set.empty()) return;
  bool constructor = edit_.file.name(method) == kConstructorName;
  editor_ = CodeEditor();
  if (!constructor || editor_.load(edit_.file, method, edit_.writer) != nullptr ||
      scan_.run(method, editor_, Extent::kFull) != nullptr) {
    for (const std::string& key : set) fields.erase(key);
    return;
  }
  // What is left of the constructor's own accesses comes when others may know the object.
  for (const FieldCheck& check : scan_.field_checks) {
    for (const SiteAccess& access : check.accesses) {
      if (access.access == Access::kWrite) fields.erase(FieldLookup::key_of(access.name, access.descriptor));
    }
  }
}

const char* MethodRewriter::plan(const Member& method, Extent extent) {
  if (const char* problem = scan_.run(method, editor_, extent)) return problem;
  if (extent != Extent::kFull) return nullptr;
  synchronized_ = (method.access & kAccSynchronized) != 0;
  static_ = (method.access & kAccStatic) != 0;
  unit_ = edit_.decisions.units && scan_.is_unit && !static_ && !edit_.is_interface;
  if (synchronized_ && static_ && edit_.file.major() < 49) {
    return "a static synchronized method of a class file that cannot name its class";  // ldc of a class: version 49
  }
  return nullptr;
}

// In the implementations of threads: the entry of start, the normal exits of join.
bool MethodRewriter::watch_thread(const Member& method) {
  std::string_view name = edit_.file.name(method), descriptor = edit_.file.descriptor(method);
  if ((method.access & kAccStatic) != 0) return false;
  const library::Policy& policy = library::built_in_policy();
  if (policy.thread_start.matches(name, descriptor)) {
    Sequence entry = sequence();
    entry.load('L', 0);
    edit_.call(entry, Hook::kThreadStart);
    editor_.prologue(entry);
    return true;
  }
  if (!policy.thread_join.matches(name, descriptor)) return false;
  if (const char* problem = scan_.run(method, editor_, Extent::kThread)) return skip(problem), false;
  if (!scan_.this_in_local_0) return skip("this is not in local 0"), false;
  for (std::uint32_t i : scan_.returns) {
    Sequence exit = sequence();
    exit.load('L', 0);
    edit_.call(exit, Hook::kThreadJoined);
    editor_.before(i, exit);
  }
  return true;
}

std::int32_t MethodRewriter::site_at(std::uint32_t instruction, std::vector<SiteAccess> accesses) {
  return edit_.sites.add({scan_.place_of(instruction), std::move(accesses)}, edit_.id);
}

std::int32_t MethodRewriter::method_site() { return site_at(0); }

void MethodRewriter::emit(const Member& method) {
  bool needs_thread = unit_ || !scan_.field_checks.empty() || !scan_.array_checks.empty();
  for (const CallAction& action : scan_.calls) {
    needs_thread = needs_thread || std::any_of(action.hooks.begin(), action.hooks.end(),
                                               [](const CallHook& hook) { return hook.takes_thread; });
  }
  if (needs_thread) {
    me_ = editor_.add_local({VerificationType::kObject, edit_.writer.class_constant(kThreadClass)});
    Sequence current = sequence();
    load_current_thread(current);
    current.store('L', me_);
    editor_.prologue(current);
  }
  emit_first_state(needs_thread);
  plan_caches();
  plan_quiet_loops();
  emit_entry_and_exits(method);
  emit_cache_resets();
  emit_field_checks();
  emit_volatile_accesses();
  emit_monitors();
  emit_arrays();
  emit_calls();
  for (std::uint32_t i : scan_.clones) {
    Sequence after = sequence();
    after.dup();
    edit_.call(after, Hook::kCloned);
    editor_.after(i, after);
  }
  for (const auto& [i, hook] : scan_.member_lists) {
    Sequence after = sequence();
    edit_.call(after, hook);
    editor_.after(i, after);
  }
  emit_quiet_loops();
}

// init(o, t) of figure 7.2: the owner is the thread that makes the object.
void MethodRewriter::emit_first_state(bool has_thread) {
  if (scan_.super_call == MethodScan::kNoSuperCall || !edit_.declares_state()) return;
  Sequence out = sequence();
  out.load('L', 0);
  if (has_thread) {
    out.load('L', me_);
  } else {
    load_current_thread(out);
  }
  out.put_field(edit_.state_field());
  editor_.after(scan_.super_call, out);
}

void MethodRewriter::load_current_thread(Sequence& out) {
  out.invoke_static(edit_.writer.member(ConstantTag::kMethodref, kThreadClass, "currentThread", "()Ljava/lang/Thread;"),
                    0, 1);
}

void MethodRewriter::emit_entry_and_exits(const Member&) {
  if (!synchronized_ && !unit_) return;
  self_ = 0;
  if (!static_ && !scan_.this_in_local_0) {
    self_ = editor_.add_local({VerificationType::kObject, edit_.file.this_class()});
    Sequence keep = sequence();
    keep.load('L', 0).store('L', self_);
    editor_.prologue(keep);
  }
  std::int32_t site = method_site();
  auto load_monitor = [&](Sequence& out) {
    static_ ? out.class_object(edit_.file.this_class()) : out.load('L', self_);
  };
  Sequence entry = sequence();
  if (synchronized_) {
    load_monitor(entry);
    edit_.call(entry.number(site), Hook::kEntered);
  }
  if (unit_) {
    load_self(entry);
    edit_.call_check(entry.load('L', me_).number(site), CheckKind::kBegin, edit_.file.name());
  }
  editor_.prologue(entry);
  auto leave = [&](Sequence& out) {
    if (unit_) {
      load_self(out);
      edit_.call_check(out.load('L', me_).number(site), CheckKind::kEnd, edit_.file.name());
    }
    if (synchronized_) {
      load_monitor(out);
      edit_.call(out.number(site), Hook::kExiting);
    }
  };
  for (std::uint32_t i : scan_.returns) {
    Sequence exit = sequence();
    leave(exit);
    editor_.before(i, exit);
  }
  Sequence thrown = sequence();
  leave(thrown);
  editor_.guard_method(thrown, /*keeps_this=*/!static_ && scan_.this_in_local_0);
}

void MethodRewriter::emit_field_checks() {
  for (const FieldCheck& check : scan_.field_checks) {
    const std::string& field = check.accesses.front().name;
    std::int32_t site = site_at(check.instruction, check.accesses);
    ++checks_;
    Sequence out = sequence();
    QuietLoop* loop = quiet_loop(check, site);
    CheckForm form = loop != nullptr ? CheckForm::kUnlessQuiet : CheckForm::kAlways;
    if (check.is_static) {
      out.load('L', me_).number(site);
      if (loop != nullptr) out.load('I', loop->quiet);
      if (check.any) {
        edit_.call(out, check.write ? Hook::kWriteStaticAny : Hook::kReadStaticAny);
      } else {
        edit_.call_check(out, check.write ? CheckKind::kWriteStatic : CheckKind::kReadStatic, check.owner, field, form);
      }
      check.after ? editor_.after(check.instruction, out) : editor_.before(check.instruction, out);
      continue;
    }
    if (!check.put) {
      out.dup();
    } else if (!check.two_slots) {
      out.dup2().pop();
    } else {  // [o v v] -> [v v o] -> [o v v o]
      out.op(Opcode::kDup2X1, 2).op(Opcode::kPop2, -2).op(Opcode::kDupX2, 1);
    }
    out.load('L', me_).number(site);
    if (loop != nullptr) out.load('I', loop->quiet);
    edit_.call_check(out, check.write ? CheckKind::kWrite : CheckKind::kRead, check.owner, {}, form);
    editor_.before(check.instruction, out);
  }
}

void MethodRewriter::emit_volatile_accesses() {
  for (const VolatileAccess& access : scan_.volatile_accesses) {
    std::int32_t site = site_at(access.instruction, {scan_.access_at(access.instruction)});
    Sequence out = sequence();
    if (access.write) {
      if (access.is_static) {
        out.null();
      } else if (!access.two_slots) {
        out.dup2().pop();
      } else {
        out.op(Opcode::kDup2X1, 2).op(Opcode::kPop2, -2).op(Opcode::kDupX2, 1);
      }
      edit_.call(out.number(site), Hook::kVolatileWrite);
      editor_.before(access.instruction, out);
      continue;
    }
    std::uint32_t object = CodeEditor::kNone;
    if (access.is_static) {
      out.null();
    } else {
      editor_.release_scratch();
      object = editor_.scratch(1);
      Sequence keep = sequence();
      editor_.before(access.instruction, keep.dup().store('L', object));
      out.load('L', object);
    }
    edit_.call(out.number(site), Hook::kVolatileRead);
    if (object != CodeEditor::kNone) out.null().store('L', object);  // it must not keep the object alive
    editor_.after(access.instruction, out);
  }
}

void MethodRewriter::emit_monitors() {
  for (const MonitorAction& action : scan_.monitors) {
    std::int32_t site = site_at(action.instruction);
    Sequence before = sequence();
    before.dup();
    if (!action.enter) {
      edit_.call(before.number(site), Hook::kExiting);
      editor_.before(action.instruction, before);
      if (std::optional<std::uint32_t> lock = editor_.loaded_before(action.instruction)) {
        Sequence leave = sequence();
        leave.load('L', *lock).op(Opcode::kMonitorexit, -1);
        editor_.guard_before(action.instruction, leave);
      }
      continue;
    }
    editor_.before(action.instruction, before);
    Sequence after = sequence();
    edit_.call(after.number(site), Hook::kEntered);
    editor_.after(action.instruction, after);
  }
}

void MethodRewriter::emit_calls() {
  for (const CallAction& action : scan_.calls) {
    bool needs_site =
        std::any_of(action.hooks.begin(), action.hooks.end(), [](const CallHook& hook) { return hook.takes_site; });
    std::int32_t site = needs_site ? site_at(action.instruction) : 0;
    if (!bracket_call(edit_, editor_, action, me_, site)) skip("a call whose exceptions cannot be followed");
  }
}

// A local for each array access in a loop: the last array that was checked there. It forgets whenever the thread's
// locks or clock may have changed.
void MethodRewriter::plan_caches() {
  caches_.assign(scan_.array_checks.size(), CodeEditor::kNone);
  if (edit_.decisions.arrays != Arrays::kWhole || !edit_.adds_members) return;
  std::size_t wanted = 0;
  for (const ArrayCheck& check : scan_.array_checks) wanted += check.region != CodeRegions::kNone ? 1 : 0;
  wanted = std::min(wanted, kMaximumCaches);
  if (wanted == 0 || wanted * (scan_.context_changes.size() + editor_.code().handlers.size()) > kMaximumResets) return;
  VerificationType object{VerificationType::kObject, edit_.writer.class_constant(kObjectClass)};
  Sequence clear = sequence();
  for (std::size_t i = 0; i < caches_.size() && wanted > 0; ++i) {
    if (scan_.array_checks[i].region == CodeRegions::kNone) continue;
    caches_[i] = editor_.add_local(object);
    clear.null().store('L', caches_[i]);
    --wanted;
  }
  editor_.prologue(clear);
}

void MethodRewriter::emit_cache_resets() {
  auto clear_region = [&](std::uint32_t pc, Sequence& out) {
    std::uint32_t region = scan_.regions.region_at(pc);
    if (region == CodeRegions::kNone) return;
    for (std::size_t i = 0; i < caches_.size(); ++i) {
      if (caches_[i] != CodeEditor::kNone && scan_.array_checks[i].region == region) out.null().store('L', caches_[i]);
    }
  };
  for (std::uint32_t i : scan_.context_changes) {
    Sequence out = sequence();
    clear_region(editor_.instructions()[i].pc, out);
    editor_.after(i, out);
  }
  // A call that throws ends in a handler.
  std::vector<std::uint32_t> handlers;
  for (const ExceptionHandler& handler : editor_.code().handlers) handlers.push_back(handler.handler);
  std::sort(handlers.begin(), handlers.end());
  handlers.erase(std::unique(handlers.begin(), handlers.end()), handlers.end());
  for (std::uint32_t pc : handlers) {
    Sequence out = sequence();
    clear_region(pc, out);
    editor_.before(editor_.index_at(pc), out);
  }
}

void MethodRewriter::plan_quiet_loops() {
  quiet_loops_.clear();
  if (!edit_.adds_members || !editor_.has_frames() || scan_.is_constructor()) return;
  if (scan_.field_checks.empty() && scan_.array_checks.empty()) return;
  loops_.find(editor_, edit_.file, scan_.context_changes);
  Sequence clear = sequence();
  for (std::size_t i = 0; i < std::min(loops_.size(), kMaximumQuietLoops); ++i) {
    std::uint32_t quiet = editor_.add_local({VerificationType::kInteger, 0});
    clear.number(0).store('I', quiet);
    quiet_loops_.push_back({quiet, sequence()});
  }
  editor_.prologue(clear);
}

MethodRewriter::QuietLoop* MethodRewriter::quiet_loop(std::uint32_t instruction) {
  if (quiet_loops_.empty()) return nullptr;
  std::uint32_t loop = loops_.loop_at(instruction);
  return loop < quiet_loops_.size() ? &quiet_loops_[loop] : nullptr;
}

MethodRewriter::QuietLoop* MethodRewriter::quiet_loop(const FieldCheck& check, std::int32_t site) {
  QuietLoop* loop = quiet_loop(check.instruction);
  if (loop == nullptr || check.any || check.after) return nullptr;
  CheckKind kind = check.is_static ? check.write ? CheckKind::kWriteStatic : CheckKind::kReadStatic
                   : check.write   ? CheckKind::kWrite
                                   : CheckKind::kRead;
  if (!edit_.has_forms(kind, check.owner)) return nullptr;
  bool first = loop->question.empty();
  if (!check.is_static &&
      !loops_.load(loop->question, loops_.loop_at(check.instruction), scan_.values(), check.object, edit_)) {
    return nullptr;
  }
  loop->question.load('L', me_).number(site);
  edit_.call_check(loop->question, kind, check.owner, check.accesses.front().name, CheckForm::kIsQuiet);
  if (!first) loop->question.op(Opcode::kIand, -1);
  return loop;
}

MethodRewriter::QuietLoop* MethodRewriter::quiet_loop(const ArrayCheck& check, std::int32_t site) {
  QuietLoop* loop = quiet_loop(check.instruction);
  if (loop == nullptr) return nullptr;
  bool first = loop->question.empty();
  if (!loops_.load(loop->question, loops_.loop_at(check.instruction), scan_.values(), check.array, edit_))
    return nullptr;
  loop->question.load('L', me_).number(site);
  edit_.call(loop->question, check.write ? Hook::kArrayWriteIsQuiet : Hook::kArrayReadIsQuiet);
  if (!first) loop->question.op(Opcode::kIand, -1);
  return loop;
}

// The last insertion at that place: other hooks there may change what the result depends on.
void MethodRewriter::emit_quiet_loops() {
  for (std::uint32_t i = 0; i < quiet_loops_.size(); ++i) {
    QuietLoop& loop = quiet_loops_[i];
    if (loop.question.empty()) continue;
    loop.question.store('I', loop.quiet);
    editor_.after(loops_.entry(i), loop.question);
  }
}

void MethodRewriter::emit_arrays() {
  for (std::size_t i = 0; i < scan_.array_checks.size(); ++i) emit_array_check(scan_.array_checks[i], caches_[i]);
}

void MethodRewriter::emit_array_check(const ArrayCheck& check, std::uint32_t cache) {
  Opcode opcode = editor_.instructions()[check.instruction].opcode;
  std::int32_t site = site_at(check.instruction, check.accesses);
  ++checks_;
  Sequence out = sequence();
  char stored = 0;
  std::uint32_t value = 0;
  if (opcode >= Opcode::kIastore) {  // [array index value]: the value steps aside
    constexpr std::string_view kTypes = "IJFDLIII";
    stored = kTypes[static_cast<std::size_t>(opcode) - static_cast<std::size_t>(Opcode::kIastore)];
    editor_.release_scratch();
    value = editor_.scratch(stored == 'J' || stored == 'D' ? 2 : 1);
    out.store(stored, value);
  }
  out.dup2();
  if (edit_.decisions.arrays == Arrays::kRanges) {
    edit_.call(out.load('L', me_).number(site), check.write ? Hook::kArrayWriteAt : Hook::kArrayReadAt);
  } else {
    out.pop();
    if (cache == CodeEditor::kNone) {
      edit_.call(out.load('L', me_).number(site), check.write ? Hook::kArrayWrite : Hook::kArrayRead);
    } else {
      out.load('L', cache).load('L', me_).number(site);
      QuietLoop* loop = quiet_loop(check, site);
      if (loop != nullptr) out.load('I', loop->quiet);
      edit_.call_array_check(out, check.write, loop != nullptr ? CheckForm::kUnlessQuiet : CheckForm::kAlways);
      out.store('L', cache);
    }
  }
  if (stored != 0) out.load(stored, value);
  if (stored == 'L') out.null().store('L', value);
  editor_.before(check.instruction, out);
}

}  // namespace snag::instrument
