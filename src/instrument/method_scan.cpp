#include "instrument/method_scan.h"

#include <algorithm>
#include <optional>

#include "classfile/descriptor.h"
#include "classfile/instruction_facts.h"
#include "classfile/language_names.h"
#include "library/policy.h"

namespace snag::instrument {

using namespace classfile;
using Value = BlockValues::Value;

namespace {

constexpr std::uint32_t kNever = 0xFFFF'FFFF;
// A limit of handlers times instructions, since all handlers may be searched for every access and every monitor. A
// method with 20,000 instructions may have 400 handlers.
constexpr std::size_t kMaximumHandlerWork = 8'000'000;

// Returns the hook that removes the members which Snag adds from a list that reflection returns.
std::optional<Hook> hook_of_members(const MemberReference& method) {
  if (method.owner != kClassClass) return std::nullopt;
  const library::Policy& policy = library::built_in_policy();
  if (policy.class_fields.matches(method.name, method.descriptor)) return Hook::kOwnFields;
  if (policy.class_methods.matches(method.name, method.descriptor)) return Hook::kOwnMethods;
  return std::nullopt;
}

}  // namespace

void MethodScan::reset(const Member& method, const CodeEditor& editor) {
  editor_ = &editor;
  name = edit_.file.name(method);
  descriptor = edit_.file.descriptor(method);
  field_checks.clear(), array_checks.clear(), volatile_accesses.clear(), monitors.clear(), calls.clear();
  clones.clear(), member_lists.clear(), returns.clear(), context_changes.clear();
  open_.clear(), open_arrays_.clear(), this_monitor_handlers_.clear();
  super_call = kNoSuperCall;
  is_unit = false;
  accesses = 0;
  is_constructor_ = name == kConstructorName;
  is_initializer_ = name == kClassInitializerName;
  is_instance_ = (method.access & kAccStatic) == 0;
  uninitialized_ = is_constructor_;
  escaped_at_ = kNever;
  lines_ = line_numbers(edit_.file, editor.code());
  regions.find(editor);
}

std::uint16_t MethodScan::line_of(std::uint32_t pc) const {
  auto it = std::ranges::upper_bound(lines_, pc, {}, &LineNumber::start);
  return it == lines_.begin() ? std::uint16_t{0} : (it - 1)->line;
}

CodePlace MethodScan::place_of(std::uint32_t instruction) const {
  const auto pc = static_cast<std::uint16_t>(editor_->instructions()[instruction].pc);
  return {
      std::string(edit_.file.name()), std::string(name), std::string(descriptor), edit_.source_file, line_of(pc), pc};
}

SiteAccess MethodScan::access_at(std::uint32_t instruction) const {
  const Instruction& in = editor_->instructions()[instruction];
  SiteAccess access{.line = line_of(in.pc), .pc = static_cast<std::uint16_t>(in.pc)};
  if (in.opcode < Opcode::kGetstatic) {
    access.name = "[]";
    access.access = in.opcode >= Opcode::kIastore ? Access::kWrite : Access::kRead;
    return access;
  }
  const MemberReference field = edit_.file.constants().member(in.index);
  access.owner = field.owner, access.name = field.name, access.descriptor = field.descriptor;
  access.access = is_put(in.opcode) ? Access::kWrite : Access::kRead;
  access.is_static = is_static_access(in.opcode);
  return access;
}

bool MethodScan::stores_local_0() const {
  return std::ranges::any_of(editor_->instructions(), [](const Instruction& in) {
    LocalAccess access = local_access(in);
    return access.writes() && access.index == 0;
  });
}

bool MethodScan::frames_have_this() const {
  return std::ranges::all_of(editor_->frames(), [&](const Frame& frame) {
    return !frame.locals.empty() && frame.locals[0].tag == VerificationType::kObject &&
           edit_.file.constants().class_name(frame.locals[0].data) == edit_.file.name();
  });
}

const char* MethodScan::run(const Member& method, const CodeEditor& editor, Extent extent) {
  reset(method, editor);
  extent_ = extent;
  if (editor.code().handlers.size() * editor.instructions().size() > kMaximumHandlerWork)
    return "too many exception handlers";
  bool stored = stores_local_0();
  if (is_constructor_ && stored) return "a constructor that stores into local 0";
  this_in_local_0 = is_instance_ && !stored && (is_constructor_ || frames_have_this());
  values_.start_method(edit_.file, editor.code().max_locals, is_instance_ && !stored);

  const std::vector<Instruction>& all = editor.instructions();
  bool follows = false;  // whether control may come from the previous instruction
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    bool target = editor.is_target(i);
    if (target || !follows) {
      if (target && follows && is_constructor_ && !uninitialized_ && values_.on_stack(BlockValues::kThis)) {
        escape(BlockValues::kThis, all[i].pc);
      }
      open_.clear(), open_arrays_.clear();
      const Frame* frame = editor.frame_at(all[i].pc);
      values_.start_block(frame);
      if (is_constructor_ && frame != nullptr) {
        uninitialized_ = std::ranges::any_of(
            frame->locals, [](VerificationType type) { return type.tag == VerificationType::kUninitializedThis; });
      }
    }
    if (const char* problem = visit(i)) return problem;
    values_.step(all[i]);
    if (ends_block(all[i])) note_block_end(i);
    follows = may_continue(all[i]);
  }
  finish();
  return nullptr;
}

void MethodScan::note_block_end(std::uint32_t i) {
  open_.clear(), open_arrays_.clear();
  const Instruction& in = editor_->instructions()[i];
  bool leaves = is_return(in.opcode) || in.opcode == Opcode::kAthrow;
  if (is_constructor_ && !uninitialized_ && !leaves && values_.on_stack(BlockValues::kThis)) {
    escape(BlockValues::kThis, in.pc);
  }
}

const char* MethodScan::visit(std::uint32_t i) {
  const Instruction& in = editor_->instructions()[i];
  if (is_call(in.opcode)) return visit_call(i);
  if (is_return(in.opcode)) returns.push_back(i);
  if (extent_ != Extent::kFull) return nullptr;
  if (is_between(in.opcode, Opcode::kGetstatic, Opcode::kPutfield)) {
    visit_field(i);
  } else if (is_array_load(in.opcode) || is_array_store(in.opcode)) {
    visit_array(i);
  } else if (in.opcode == Opcode::kMonitorenter || in.opcode == Opcode::kMonitorexit) {
    visit_monitor(i);
  } else if (in.opcode == Opcode::kNew) {
    visit_allocation(i);
  } else if (is_constructor_) {
    LocalAccess access = local_access(in);
    if (access.writes() && access.index > 0 && values_.peek() == BlockValues::kThis) escape(BlockValues::kThis, in.pc);
  }
  return nullptr;
}

void MethodScan::visit_field(std::uint32_t i) {
  const Instruction& in = editor_->instructions()[i];
  const FieldKnowledge& field = fields_.find(in.index);
  bool put = is_put(in.opcode), is_static = is_static_access(in.opcode);
  unsigned slots = slot_count(edit_.file.constants().member(in.index).descriptor);
  Value object = is_static ? Value{0} : values_.peek(put ? slots : 0);
  bool before_super = is_constructor_ && uninitialized_ && object == BlockValues::kThis;
  if (field.usable && !field.is_final && !before_super) {
    if (field.is_volatile) {
      volatile_accesses.push_back({i, /*of_this=*/object == BlockValues::kThis});
      change_context(i);
    } else if (edit_.decisions.checks_field(field.reference.owner, field.reference.name)) {
      add_access(i, field, object);
    }
  }
  if (put && slots == 1) escape(values_.peek(), in.pc);
}

void MethodScan::add_access(std::uint32_t i, const FieldKnowledge& field, Value object) {
  const Instruction& in = editor_->instructions()[i];
  bool put = is_put(in.opcode), is_static = is_static_access(in.opcode);
  if (is_static) {
    if (!edit_.decisions.static_fields) return;
    if (is_initializer_ && field.own) return;  // other threads wait until the class is initialized
    if (field.of_library) return;              // most static fields of the platform are final: System.out
  }
  const MemberReference& reference = field.reference;
  ++accesses;
  // Static fields that a class inherits have their state in another class.
  Value holder = field.declared_by_owner ? 1 : 0;
  for (const OpenGroup& group : open_) {
    bool same = is_static ? group.value == 0 && group.index == holder && group.owner == reference.owner &&
                                (!edit_.decisions.by_field || group.field == reference.name)
                          : group.value == object;
    if (!same) continue;
    FieldCheck& check = field_checks[group.check];
    check.write = check.write || put;
    check.accesses.push_back(access_at(i));
    return;
  }
  open_.push_back({object, holder, reference.owner, reference.name, field_checks.size()});
  const bool of_other = is_static && !field.own;
  const bool has_word = field.declared_by_owner && of_other && edit_.sites.carries_static_state(reference.owner);
  field_checks.push_back({.instruction = i,
                          .is_static = is_static,
                          .write = put,
                          .after = of_other,
                          .any = of_other && !has_word,
                          .of_this = object == BlockValues::kThis,
                          .object = object,
                          .owner = reference.owner,
                          .accesses = {access_at(i)}});
}

void MethodScan::visit_array(std::uint32_t i) {
  const Instruction& in = editor_->instructions()[i];
  bool write = is_array_store(in.opcode);
  unsigned value_slots = write ? stack_effect(in.opcode).pops - 2 : 0;
  Value array = values_.peek(value_slots + 1), index = values_.peek(value_slots);
  if (in.opcode == Opcode::kAastore) escape(values_.peek(), in.pc);
  if (edit_.decisions.arrays == Arrays::kOff || values_.is_array(array)) return;
  ++accesses;
  bool ranges = edit_.decisions.arrays == Arrays::kRanges;
  for (const OpenGroup& group : open_arrays_) {
    if (group.value != array || (ranges && group.index != index)) continue;
    ArrayCheck& check = array_checks[group.check];
    check.write = check.write || write;
    check.accesses.push_back(access_at(i));
    return;
  }
  open_arrays_.push_back({array, index, {}, {}, array_checks.size()});
  array_checks.push_back({i, write, regions.region_at(in.pc), array, {access_at(i)}});
}

void MethodScan::visit_monitor(std::uint32_t i) {
  const Instruction& in = editor_->instructions()[i];
  Value object = values_.peek();
  if (is_constructor_ && uninitialized_ && object == BlockValues::kThis) return;
  monitors.push_back(i);
  change_context(i);
  if (in.opcode == Opcode::kMonitorexit || object != BlockValues::kThis || !is_instance_) return;
  // Compilers cover the synchronized block with a handler whose range starts right after the monitorenter.
  for (const ExceptionHandler& handler : editor_->code().handlers) {
    if (handler.start == in.next() && handler.catch_type == 0) this_monitor_handlers_.insert(handler.handler);
  }
}

const char* MethodScan::visit_call(std::uint32_t i) {
  const Instruction& in = editor_->instructions()[i];
  bool dynamic = in.opcode == Opcode::kInvokedynamic;
  MemberReference method;
  if (dynamic) {
    method.descriptor = edit_.file.constants().dynamic(in.index).descriptor;
  } else {
    method = edit_.file.constants().member(in.index);
  }
  Result<MethodDescriptor> parsed = parse_method_descriptor(method.descriptor);
  if (!parsed) return "a call with a malformed descriptor";
  const bool is_static = dynamic || in.opcode == Opcode::kInvokestatic;
  const unsigned slots = parsed->slot_count();
  Value receiver = is_static ? Value{0} : values_.peek(slots);
  bool initializes_this = false;  // super() or this()
  if (is_constructor_ && uninitialized_ && in.opcode == Opcode::kInvokespecial && method.name == kConstructorName) {
    if (receiver == BlockValues::kThis) {
      initializes_this = true;
    } else if (!values_.is_new(receiver)) {
      return "a constructor whose super call cannot be identified";
    }
  }
  if (extent_ == Extent::kFull || extent_ == Extent::kCallbacks) {
    if (!initializes_this) {
      for (std::uint32_t k = 0; k < slots; ++k) escape(values_.peek(k), in.pc);
      if (!is_static) escape(receiver, in.pc);
    }
    if (!dynamic && method.name != kConstructorName) {
      CallSite call{method.owner, method.name, method.descriptor, is_static};
      std::string super = extent_ == Extent::kFull && !is_platform_class(call.owner)
                              ? edit_.sites.library_super(call.owner)
                              : std::string();
      CallHooks hooks = extent_ == Extent::kFull ? operations_of(edit_.decisions, call, super)
                                                 : callbacks_of(edit_.file.name(), call);
      if (!hooks.empty()) calls.push_back({i, call, std::move(hooks), uninitialized_});
    }
    // `super.clone()` is an invokespecial, and `clone()` alone a virtual call of Object.clone. Any other call runs a
    // clone() that is instrumented itself.
    bool copies =
        in.opcode == Opcode::kInvokespecial || (in.opcode == Opcode::kInvokevirtual && method.owner == kObjectClass);
    if (extent_ == Extent::kFull && copies && method.name == "clone" && method.descriptor == "()Ljava/lang/Object;" &&
        !edit_.carries_state(method.owner)) {
      clones.push_back(i);
    }
    if (std::optional<Hook> hook = hook_of_members(method); hook && extent_ == Extent::kFull && !is_static) {
      member_lists.emplace_back(i, *hook);
    }
    if (synchronization_free_.is_call_of(in)) {
      values_.forget_memory();
    } else if (dynamic || !only_computes(method.owner)) {
      change_context(i);
    }
  }
  if (initializes_this) {
    uninitialized_ = false;
    if (method.owner != edit_.file.name()) super_call = i;
  }
  return nullptr;
}

void MethodScan::visit_allocation(std::uint32_t i) {
  std::string_view allocated = edit_.file.constants().class_name(editor_->instructions()[i].index);
  if (!edit_.carries_state(allocated)) return;
  edit_.sites.add_allocation(allocated, place_of(i), edit_.id);
}

void MethodScan::change_context(std::uint32_t i) {
  open_.clear(), open_arrays_.clear();
  values_.forget_memory();
  context_changes.push_back(i);
}

void MethodScan::escape(Value value, std::uint32_t pc) {
  values_.let_array_escape(value);
  if (!is_constructor_ || uninitialized_ || value != BlockValues::kThis) return;
  std::uint32_t region = regions.region_at(pc);
  escaped_at_ = std::min(escaped_at_, region == CodeRegions::kNone ? pc : regions.start_of(region));
  std::erase_if(open_, [](const OpenGroup& group) { return group.value == BlockValues::kThis; });
}

bool MethodScan::in_synchronized_this(std::uint32_t pc) const {
  return std::ranges::any_of(editor_->code().handlers, [&](const ExceptionHandler& handler) {
    return handler.start <= pc && pc < handler.end && this_monitor_handlers_.contains(handler.handler);
  });
}

void MethodScan::finish() {
  if (is_constructor_) {
    auto before_escape = [&](const auto& check) {
      return check.of_this && editor_->instructions()[check.instruction].pc < escaped_at_;
    };
    std::erase_if(field_checks, before_escape);
    std::erase_if(volatile_accesses, before_escape);
  }
  // A method with only one check (a getter or setter) works on the object at one moment: it needs no start and end.
  is_unit = is_instance_ && !is_constructor_ &&
            std::ranges::count_if(field_checks, [&](const FieldCheck& check) {
              return check.of_this && !in_synchronized_this(editor_->instructions()[check.instruction].pc);
            }) > 1;
}

}  // namespace snag::instrument
