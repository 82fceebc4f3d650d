#include "instrument/method_rewriter.h"

#include <algorithm>
#include <set>

#include "classfile/descriptor.h"
#include "classfile/instruction.h"
#include "classfile/instruction_facts.h"
#include "classfile/language_names.h"
#include "instrument/call_bracket.h"
#include "library/policy.h"

namespace snag::instrument {

using namespace classfile;

namespace {

CheckKind kind_of(const FieldCheck& check) {
  if (check.is_static) return check.write ? CheckKind::kWriteStatic : CheckKind::kReadStatic;
  return check.write ? CheckKind::kWrite : CheckKind::kRead;
}

}  // namespace

bool MethodRewriter::rewrite(const Member& method, Extent extent, AttributeImage& code) {
  editor_ = CodeEditor();
  checks_ = 0;
  synchronized_ = static_ = unit_ = false;
  if (const char* problem = editor_.load(edit_.file, method, edit_.writer)) return skip(problem), false;
  if (extent == Extent::kThread) {
    if (!watch_thread(method)) return false;
  } else {
    if (const char* problem = plan(method, extent)) return skip(problem), false;
    emit();
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

// Only its class can write a private field, unless the class shares its private members with nested classes. If only
// constructors write it, before `this` escapes, then reading the field cannot be part of a race: the vectors of a ray
// tracer (mtrt of bench/programs) need no checks at all. Reflection could still write it.
void MethodRewriter::find_effectively_final_fields() {
  const ClassFile& file = edit_.file;
  if (find_attribute(file.attributes(), AttributeKind::kNestMembers) != nullptr ||
      find_attribute(file.attributes(), AttributeKind::kNestHost) != nullptr) {
    return;
  }
  absl::flat_hash_set<MemberKey> fields = fields_.private_fields();
  for (const Member& method : file.methods()) {
    if (fields.empty()) return;
    remove_fields_set_by(method, fields);
  }
  fields_.set_effectively_final(std::move(fields));
}

void MethodRewriter::remove_fields_set_by(const Member& method, absl::flat_hash_set<MemberKey>& fields) {
  Result<std::optional<Code>> code = read_code(edit_.file, method);
  if (!code || !*code) return;
  std::vector<MemberKey> set;
  Instruction in;
  for (std::uint32_t pc = 0; pc < (*code)->code.size(); pc = in.next()) {
    if (decode_instruction((*code)->code, pc, in) != nullptr) break;
    if (in.opcode != Opcode::kPutfield) continue;
    const MemberReference field = edit_.file.constants().member(in.index);
    if (fields.contains({field.name, field.descriptor})) set.emplace_back(field.name, field.descriptor);
  }
  if (set.empty()) return;
  bool constructor = edit_.file.name(method) == kConstructorName;
  editor_ = CodeEditor();
  if (!constructor || editor_.load(edit_.file, method, edit_.writer) != nullptr ||
      scan_.run(method, editor_, Extent::kFull) != nullptr) {
    for (const MemberKey& key : set) fields.erase(key);
    return;
  }
  // The accesses of a constructor that are checked may happen after `this` has escaped.
  for (const FieldCheck& check : scan_.field_checks) {
    for (const SiteAccess& access : check.accesses) {
      if (access.access == Access::kWrite) fields.erase(MemberKey(access.name, access.descriptor));
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

// Instruments the implementations of threads: the entry of start, and the normal exits of join.
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

void MethodRewriter::emit() {
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
  emit_entry_and_exits();
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

// init(o, t) of figure 7.2: the first owner is the thread that creates the object.
void MethodRewriter::emit_first_state(bool has_thread) {
  if (scan_.super_call == MethodScan::kNoSuperCall || !edit_.declares_state()) return;
  Sequence out = sequence();
  out.load('L', 0);
  if (has_thread) {
    out.load('L', me_);
  } else {
    load_current_thread(out);
  }
  out.constant_op(Opcode::kPutfield, edit_.state_field(), -2);
  editor_.after(scan_.super_call, out);
}

void MethodRewriter::load_current_thread(Sequence& out) {
  out.invoke_static(edit_.writer.member(ConstantTag::kMethodref, kThreadClass, "currentThread", "()Ljava/lang/Thread;"),
                    0, 1);
}

void MethodRewriter::emit_entry_and_exits() {
  if (!synchronized_ && !unit_) return;
  std::uint32_t self = 0;  // the local variable with `this`
  if (!static_ && !scan_.this_in_local_0) {
    self = editor_.add_local({VerificationType::kObject, edit_.file.this_class()});
    Sequence keep = sequence();
    keep.load('L', 0).store('L', self);
    editor_.prologue(keep);
  }
  const std::int32_t site = site_at(0);
  auto monitor_hook = [&](Sequence& out, Hook hook) {
    static_ ? out.constant_op(Opcode::kLdcW, edit_.file.this_class(), 1) : out.load('L', self);
    edit_.call(out.number(site), hook);
  };
  auto unit_check = [&](Sequence& out, CheckKind kind) {
    edit_.call_check(out.load('L', self).load('L', me_).number(site), kind, edit_.file.name());
  };
  Sequence entry = sequence();
  if (synchronized_) monitor_hook(entry, Hook::kEntered);
  if (unit_) unit_check(entry, CheckKind::kBegin);
  editor_.prologue(entry);
  Sequence exit = sequence();
  if (unit_) unit_check(exit, CheckKind::kEnd);
  if (synchronized_) monitor_hook(exit, Hook::kExiting);
  for (std::uint32_t i : scan_.returns) editor_.before(i, exit);
  editor_.guard_method(exit, /*keeps_this=*/!static_ && scan_.this_in_local_0);
}

// Pushes a copy of the object that a getfield or putfield accesses. A putfield has the new value above it.
void MethodRewriter::copy_object(Sequence& out, std::uint32_t instruction) const {
  const Instruction& in = editor_.instructions()[instruction];
  if (in.opcode == Opcode::kGetfield) {
    out.dup();
  } else if (slot_count(edit_.file.constants().member(in.index).descriptor) == 1) {
    out.dup2().pop();
  } else {  // [o v v] -> [v v o] -> [o v v o]
    out.op(Opcode::kDup2X1, 2).op(Opcode::kPop2, -2).op(Opcode::kDupX2, 1);
  }
}

void MethodRewriter::emit_field_checks() {
  for (const FieldCheck& check : scan_.field_checks) {
    const std::int32_t site = site_at(check.instruction, check.accesses);
    ++checks_;
    Sequence out = sequence();
    QuietLoop* loop = quiet_loop(check, site);
    if (!check.is_static) copy_object(out, check.instruction);
    out.load('L', me_).number(site);
    if (loop != nullptr) out.load('I', loop->quiet);
    if (check.any) {
      edit_.call(out, check.write ? Hook::kWriteStaticAny : Hook::kReadStaticAny);
    } else {
      edit_.call_check(out, kind_of(check), check.owner, check.accesses.front().name,
                       loop != nullptr ? CheckForm::kUnlessQuiet : CheckForm::kAlways);
    }
    check.after ? editor_.after(check.instruction, out) : editor_.before(check.instruction, out);
  }
}

void MethodRewriter::emit_volatile_accesses() {
  for (const VolatileAccess& access : scan_.volatile_accesses) {
    const Opcode opcode = editor_.instructions()[access.instruction].opcode;
    const std::int32_t site = site_at(access.instruction, {scan_.access_at(access.instruction)});
    Sequence out = sequence();
    if (opcode == Opcode::kPutfield) {
      copy_object(out, access.instruction);
      edit_.call(out.number(site), Hook::kVolatileWrite);
      editor_.before(access.instruction, out);
    } else if (opcode == Opcode::kPutstatic) {
      edit_.call(out.null().number(site), Hook::kVolatileWrite);
      editor_.before(access.instruction, out);
    } else if (opcode == Opcode::kGetstatic) {
      edit_.call(out.null().number(site), Hook::kVolatileRead);
      editor_.after(access.instruction, out);
    } else {
      editor_.release_scratch();
      const std::uint32_t object = editor_.scratch(1);
      Sequence keep = sequence();
      editor_.before(access.instruction, keep.dup().store('L', object));
      edit_.call(out.load('L', object).number(site), Hook::kVolatileRead);
      editor_.after(access.instruction, out.null().store('L', object));  // the local must not keep the object alive
    }
  }
}

void MethodRewriter::emit_monitors() {
  for (std::uint32_t i : scan_.monitors) {
    const std::int32_t site = site_at(i);
    Sequence before = sequence();
    before.dup();
    if (editor_.instructions()[i].opcode == Opcode::kMonitorenter) {
      editor_.before(i, before);
      Sequence after = sequence();
      edit_.call(after.number(site), Hook::kEntered);
      editor_.after(i, after);
      continue;
    }
    edit_.call(before.number(site), Hook::kExiting);
    editor_.before(i, before);
    if (i == 0) continue;
    const LocalAccess lock = local_access(editor_.instructions()[i - 1]);
    if (lock.kind != LocalAccess::kLoad || lock.type != 'L') continue;
    Sequence leave = sequence();
    leave.load('L', lock.index).op(Opcode::kMonitorexit, -1);
    editor_.guard_before(i, leave);
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

// Each check of an array in a loop has a local variable with the last array that it has checked. The local is cleared
// whenever the locks or the clock of the thread may have changed.
void MethodRewriter::plan_caches() {
  caches_.assign(scan_.array_checks.size(), CodeEditor::kNone);
  if (edit_.decisions.arrays != Arrays::kWhole || !edit_.adds_members) return;
  std::vector<std::size_t> in_loops;
  for (std::size_t i = 0; i < caches_.size() && in_loops.size() < kMaximumCaches; ++i) {
    if (scan_.array_checks[i].region != CodeRegions::kNone) in_loops.push_back(i);
  }
  const std::size_t places = scan_.context_changes.size() + editor_.code().handlers.size();
  if (in_loops.empty() || in_loops.size() * places > kMaximumResets) return;
  const VerificationType object{VerificationType::kObject, edit_.writer.class_constant(kObjectClass)};
  Sequence clear = sequence();
  for (std::size_t i : in_loops) {
    caches_[i] = editor_.add_local(object);
    clear.null().store('L', caches_[i]);
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
  // A call that throws continues in a handler.
  std::set<std::uint32_t> handlers;
  for (const ExceptionHandler& handler : editor_.code().handlers) handlers.insert(handler.handler);
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

template <class CallTest>
MethodRewriter::QuietLoop* MethodRewriter::test_before_loop(std::uint32_t instruction,
                                                            std::optional<BlockValues::Value> object, std::int32_t site,
                                                            CallTest call_test) {
  const std::uint32_t number = quiet_loops_.empty() ? QuietLoops::kNone : loops_.loop_at(instruction);
  if (number >= quiet_loops_.size()) return nullptr;
  QuietLoop& loop = quiet_loops_[number];
  const bool first = loop.test.empty();
  if (object && !loops_.load(loop.test, number, scan_.values(), *object, edit_)) return nullptr;
  loop.test.load('L', me_).number(site);
  call_test(loop.test);
  if (!first) loop.test.op(Opcode::kIand, -1);
  return &loop;
}

MethodRewriter::QuietLoop* MethodRewriter::quiet_loop(const FieldCheck& check, std::int32_t site) {
  if (check.any || check.after || !edit_.has_forms(kind_of(check), check.owner)) return nullptr;
  std::optional<BlockValues::Value> object;
  if (!check.is_static) object = check.object;
  return test_before_loop(check.instruction, object, site, [&](Sequence& out) {
    edit_.call_check(out, kind_of(check), check.owner, check.accesses.front().name, CheckForm::kIsQuiet);
  });
}

MethodRewriter::QuietLoop* MethodRewriter::quiet_loop(const ArrayCheck& check, std::int32_t site) {
  return test_before_loop(check.instruction, check.array, site, [&](Sequence& out) {
    edit_.call(out, check.write ? Hook::kArrayWriteIsQuiet : Hook::kArrayReadIsQuiet);
  });
}

// This must be the last insertion after the entry: other hooks there may change what the result depends on.
void MethodRewriter::emit_quiet_loops() {
  for (std::uint32_t i = 0; i < quiet_loops_.size(); ++i) {
    QuietLoop& loop = quiet_loops_[i];
    if (loop.test.empty()) continue;
    loop.test.store('I', loop.quiet);
    editor_.after(loops_.entry(i), loop.test);
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
  if (is_array_store(opcode)) {  // [array index value]: the value must be moved out of the way
    constexpr std::string_view kTypes = "IJFDLIII";
    stored = kTypes[offset_from(opcode, Opcode::kIastore)];
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
      edit_.call_array_check(out, check.write, /*unless_quiet=*/loop != nullptr);
      out.store('L', cache);
    }
  }
  if (stored != 0) out.load(stored, value);
  if (stored == 'L') out.null().store('L', value);
  editor_.before(check.instruction, out);
}

}  // namespace snag::instrument
