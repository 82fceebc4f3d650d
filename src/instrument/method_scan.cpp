#include "instrument/method_scan.h"

#include <algorithm>
#include <optional>

#include "classfile/descriptor.h"
#include "classfile/language_names.h"
#include "library/policy.h"

namespace snag::instrument {

using namespace classfile;
using Value = BlockValues::Value;

namespace {

constexpr std::uint32_t kNever = 0xFFFF'FFFF;
// Handlers times instructions of a method: what is asked of every handler for every access or monitor. A method of
// 20,000 instructions may have 400 handlers.
constexpr std::size_t kMaximumWork = 8'000'000;

bool ends_block(const Instruction& in) {
  switch (in.operands) {
    case Operands::kBranch2:
    case Operands::kBranch4:
    case Operands::kTableSwitch:
    case Operands::kLookupSwitch:
      return true;
    default:
      return (in.opcode >= Opcode::kIreturn && in.opcode <= Opcode::kReturn) || in.opcode == Opcode::kAthrow ||
             in.opcode == Opcode::kRet;
  }
}

// Whether control never continues with the next instruction.
bool is_final_jump(const Instruction& in) {
  if (in.opcode == Opcode::kGoto || in.opcode == Opcode::kGotoW || in.opcode == Opcode::kJsr ||
      in.opcode == Opcode::kJsrW) {
    return true;  // behind a jsr comes what the subroutine left
  }
  return ends_block(in) && in.operands != Operands::kBranch2;
}

bool is_between(Opcode opcode, Opcode low, Opcode high) { return opcode >= low && opcode <= high; }

int stored_local(const Instruction& in) {
  if (is_between(in.opcode, Opcode::kIstore, Opcode::kAstore) || in.opcode == Opcode::kIinc) return in.index;
  if (!is_between(in.opcode, Opcode::kIstore0, Opcode::kAstore3)) return -1;
  return (static_cast<int>(in.opcode) - static_cast<int>(Opcode::kIstore0)) % 4;
}

// The hook that takes the members which Snag adds to classes out of the lists that reflection returns.
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
  field_checks.clear(), volatile_accesses.clear(), monitors.clear(), calls.clear(), clones.clear();
  member_lists.clear();
  super_call = kNoSuperCall;
  array_checks.clear(), returns.clear(), context_changes.clear(), open_.clear(), open_arrays_.clear();
  this_monitor_handlers_.clear();
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
  auto it = std::upper_bound(lines_.begin(), lines_.end(), pc,
                             [](std::uint32_t position, const LineNumber& line) { return position < line.start; });
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
  access.is_static = in.opcode == Opcode::kGetstatic || in.opcode == Opcode::kPutstatic;
  bool put = in.opcode == Opcode::kPutfield || in.opcode == Opcode::kPutstatic;
  access.access = put ? Access::kWrite : Access::kRead;
  return access;
}

bool MethodScan::stores_local_0() const {
  return std::any_of(editor_->instructions().begin(), editor_->instructions().end(),
                     [](const Instruction& in) { return stored_local(in) == 0; });
}

bool MethodScan::frames_have_this() const {
  return std::all_of(editor_->frames().begin(), editor_->frames().end(), [&](const Frame& frame) {
    return !frame.locals.empty() && frame.locals[0].tag == VerificationType::kObject &&
           edit_.file.constants().class_name(frame.locals[0].data) == edit_.file.name();
  });
}

const char* MethodScan::run(const Member& method, const CodeEditor& editor, Extent extent) {
  reset(method, editor);
  extent_ = extent;
  if (editor.code().handlers.size() * editor.instructions().size() > kMaximumWork) return "too many exception handlers";
  bool stored = stores_local_0();
  if (is_constructor_ && stored) return "a constructor that stores into local 0";
  this_in_local_0 = is_instance_ && !stored && (is_constructor_ || frames_have_this());
  values_.start_method(edit_.file, editor.code().max_locals, is_instance_ && !stored);

  const std::vector<Instruction>& all = editor.instructions();
  bool follows = false;  // the instruction before may go on to this one
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
        uninitialized_ = std::any_of(frame->locals.begin(), frame->locals.end(), [](VerificationType type) {
          return type.tag == VerificationType::kUninitializedThis;
        });
      }
    }
    if (const char* problem = visit(i)) return problem;
    values_.step(all[i]);
    if (ends_block(all[i])) note_block_end(i);
    follows = !is_final_jump(all[i]);
  }
  finish();
  return nullptr;
}

void MethodScan::note_block_end(std::uint32_t i) {
  open_.clear(), open_arrays_.clear();
  const Instruction& in = editor_->instructions()[i];
  bool leaves = is_between(in.opcode, Opcode::kIreturn, Opcode::kReturn) || in.opcode == Opcode::kAthrow;
  if (is_constructor_ && !uninitialized_ && !leaves && values_.on_stack(BlockValues::kThis)) {
    escape(BlockValues::kThis, in.pc);
  }
}

const char* MethodScan::visit(std::uint32_t i) {
  const Instruction& in = editor_->instructions()[i];
  if (is_between(in.opcode, Opcode::kInvokevirtual, Opcode::kInvokedynamic)) return visit_call(i);
  if (is_between(in.opcode, Opcode::kIreturn, Opcode::kReturn)) returns.push_back(i);
  if (extent_ != Extent::kFull) return nullptr;
  if (is_between(in.opcode, Opcode::kGetstatic, Opcode::kPutfield)) {
    visit_field(i);
  } else if (is_between(in.opcode, Opcode::kIaload, Opcode::kSaload) ||
             is_between(in.opcode, Opcode::kIastore, Opcode::kSastore)) {
    visit_array(i);
  } else if (in.opcode == Opcode::kMonitorenter || in.opcode == Opcode::kMonitorexit) {
    visit_monitor(i);
  } else if (in.opcode == Opcode::kNew) {
    visit_allocation(i);
  } else if (is_constructor_ && stored_local(in) > 0 && values_.peek() == BlockValues::kThis) {
    escape(BlockValues::kThis, in.pc);
  }
  return nullptr;
}

void MethodScan::visit_field(std::uint32_t i) {
  const Instruction& in = editor_->instructions()[i];
  const FieldKnowledge& field = fields_.find(in.index);
  bool put = in.opcode == Opcode::kPutfield || in.opcode == Opcode::kPutstatic;
  bool is_static = in.opcode == Opcode::kGetstatic || in.opcode == Opcode::kPutstatic;
  std::string_view type = edit_.file.constants().member(in.index).descriptor;
  unsigned slots = slot_count(type);
  Value object = is_static ? Value{0} : values_.peek(put ? slots : 0);
  bool before_super = is_constructor_ && uninitialized_ && object == BlockValues::kThis;
  if (field.usable && !field.is_final && !before_super) {
    if (field.is_volatile) {
      volatile_accesses.push_back({i, is_static, put, slots == 2, object == BlockValues::kThis && !is_static});
      change_context(i);
    } else if (edit_.decisions.checks_field(field.reference.owner, field.reference.name,
                                            put ? Access::kWrite : Access::kRead)) {
      add_access(i, field, object);
    }
  }
  if (put && slots == 1) escape(values_.peek(), in.pc);
}

void MethodScan::add_access(std::uint32_t i, const FieldKnowledge& field, Value object) {
  const Instruction& in = editor_->instructions()[i];
  bool is_static = in.opcode == Opcode::kGetstatic || in.opcode == Opcode::kPutstatic;
  bool put = in.opcode == Opcode::kPutfield || in.opcode == Opcode::kPutstatic;
  // Whatever an initialiser does to its class comes before all that others do.
  if (is_static && is_initializer_ && field.own) return;
  if (is_static && field.of_library) return;  // the platform's are final: System.out
  if (is_static && !edit_.decisions.static_fields) return;
  const MemberReference& reference = field.reference;
  ++accesses;
  bool of_this = !is_static && object == BlockValues::kThis;
  // Statics that a class inherits belong to another object than its own.
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
  FieldCheck check;
  check.instruction = i;
  check.is_static = is_static;
  check.write = check.put = put;
  check.two_slots = slot_count(reference.descriptor) == 2;
  check.owner = reference.owner;
  check.of_this = of_this;
  check.object = object;
  if (is_static) {
    check.after = !field.own;
    check.any = !field.own && !(field.declared_by_owner && edit_.sites.carries_static_state(reference.owner));
  }
  check.accesses.push_back(access_at(i));
  open_.push_back({is_static ? Value{0} : object, holder, reference.owner, reference.name, field_checks.size()});
  field_checks.push_back(std::move(check));
}

void MethodScan::visit_array(std::uint32_t i) {
  const Instruction& in = editor_->instructions()[i];
  bool write = in.opcode >= Opcode::kIastore;
  unsigned value_slots = !write ? 0 : in.opcode == Opcode::kLastore || in.opcode == Opcode::kDastore ? 2 : 1;
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
  bool enter = in.opcode == Opcode::kMonitorenter;
  Value object = values_.peek();
  if (is_constructor_ && uninitialized_ && object == BlockValues::kThis) return;
  monitors.push_back({i, enter});
  change_context(i);
  if (!enter || object != BlockValues::kThis || !is_instance_) return;
  // Compilers guard the block with a handler that begins right behind the monitorenter.
  for (const ExceptionHandler& handler : editor_->code().handlers) {
    if (handler.start != in.next() || handler.catch_type != 0) continue;
    std::vector<std::uint32_t>& known = this_monitor_handlers_;
    if (std::find(known.begin(), known.end(), handler.handler) == known.end()) known.push_back(handler.handler);
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
  bool is_static = dynamic || in.opcode == Opcode::kInvokestatic;
  CallSlots slots = call_slots(method.descriptor);
  Value receiver = is_static ? Value{0} : values_.peek(slots.parameters);
  bool initializes_this = false;  // super() or this()
  if (is_constructor_ && uninitialized_ && in.opcode == Opcode::kInvokespecial && method.name == kConstructorName) {
    if (receiver == BlockValues::kThis) {
      initializes_this = true;
    } else if (!values_.is_new(receiver)) {
      return "a constructor whose super call cannot be told";
    }
  }
  if (extent_ == Extent::kFull || extent_ == Extent::kCallbacks) {
    if (!initializes_this) {
      for (std::uint32_t k = 0; k < slots.parameters; ++k) escape(values_.peek(k), in.pc);
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
    // `clone()` without `super.` is a virtual call of Object.clone; elsewhere an instrumented class has its own
    // clone().
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
  values_.forget_array(value);
  if (!is_constructor_ || uninitialized_ || value != BlockValues::kThis) return;
  std::uint32_t region = regions.region_at(pc);
  escaped_at_ = std::min(escaped_at_, region == CodeRegions::kNone ? pc : regions.start_of(region));
  std::erase_if(open_, [](const OpenGroup& group) { return group.value == BlockValues::kThis; });
}

bool MethodScan::in_synchronized_this(std::uint32_t pc) const {
  return std::any_of(
      editor_->code().handlers.begin(), editor_->code().handlers.end(), [&](const ExceptionHandler& handler) {
        return handler.start <= pc && pc < handler.end &&
               std::find(this_monitor_handlers_.begin(), this_monitor_handlers_.end(), handler.handler) !=
                   this_monitor_handlers_.end();
      });
}

void MethodScan::finish() {
  if (is_constructor_) {
    auto unknown_to_others = [&](const auto& check) {
      return check.of_this && editor_->instructions()[check.instruction].pc < escaped_at_;
    };
    std::erase_if(field_checks, unknown_to_others);
    std::erase_if(volatile_accesses, unknown_to_others);
  }
  // One check alone is as good as a single access, which needs no beginning and no end: getters and setters.
  is_unit = is_instance_ && !is_constructor_ &&
            std::count_if(field_checks.begin(), field_checks.end(), [&](const FieldCheck& check) {
              return check.of_this && !in_synchronized_this(editor_->instructions()[check.instruction].pc);
            }) > 1;
}

}  // namespace snag::instrument
