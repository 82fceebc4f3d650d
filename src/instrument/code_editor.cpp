#include "instrument/code_editor.h"

#include <algorithm>

#include "classfile/descriptor.h"
#include "classfile/instruction_facts.h"
#include "classfile/language_names.h"
#include "instrument/code_tables.h"

namespace snag::instrument {

using namespace classfile;

namespace {
// A hostile class file must not make the JVM wait. Real methods need a hundredth of these limits.
constexpr std::size_t kMaximumGuardWork = 20'000'000;   // locals times handlers, for all guards of a method
constexpr std::size_t kMaximumFrameLocals = 4'000'000;  // in all frames of a method, with padding
constexpr int kMaximumLayouts = 64;                     // a jump that grows may make others grow
}  // namespace

const char* CodeEditor::load(const ClassFile& file, const Member& method, ClassWriter& writer) {
  file_ = &file;
  method_ = &method;
  writer_ = &writer;
  Result<std::optional<Code>> code = read_code(file, method);
  if (!code || !code->has_value()) return "the code cannot be read";
  code_ = std::move(**code);
  // No JVM accepts such a class, and its error should be about the class that the program has.
  const unsigned receiver = (method.access & kAccStatic) == 0 ? 1 : 0;
  Result<MethodDescriptor> descriptor = parse_method_descriptor(file.descriptor(method));
  if (!descriptor || descriptor->slot_count() + receiver > code_.max_locals) {
    return "the parameters do not fit into max_locals";
  }
  if (const char* problem = decode()) return problem;
  if (const char* problem = find_targets()) return problem;

  // Up to version 49 the JVM infers types; for version 50 it does so if there is no stack map (JVMS 4.10).
  const Attribute* map = find_attribute(code_.attributes, AttributeKind::kStackMapTable);
  has_frames_ = file.major() > 50 || (file.major() == 50 && map != nullptr);
  if (!has_frames_ || map == nullptr) return nullptr;
  initial_ = initial_locals(writer, file, method);
  if (!initial_) return "the constant pool is full";
  std::optional<std::vector<Frame>> frames = decode_frames(file.content(*map), *initial_);
  if (!frames) return "the stack map cannot be read";
  frames_ = std::move(*frames);
  for (const Frame& frame : frames_) {
    if (index_at(frame.pc) == kNone) return "a frame of the stack map stands inside an instruction";
    for (const Types* types : {&frame.locals, &frame.stack}) {
      for (VerificationType type : *types) {
        if (type.tag == VerificationType::kUninitialized && index_at(type.data) == kNone) {
          return "a frame of the stack map names the inside of an instruction";
        }
      }
    }
  }
  return nullptr;
}

const char* CodeEditor::decode() {
  auto size = static_cast<std::uint32_t>(code_.code.size());
  index_at_.assign(size, kNone);
  instructions_.clear();
  instructions_.reserve(size / 2);
  Instruction instruction;
  for (std::uint32_t pc = 0; pc < size; pc = instruction.next()) {
    if (const char* problem = decode_instruction(code_.code, pc, instruction)) return problem;
    index_at_[pc] = static_cast<std::uint32_t>(instructions_.size());
    instructions_.push_back(instruction);
  }
  return nullptr;
}

const char* CodeEditor::find_targets() {
  constexpr const char* kProblem = "a jump leads out of the code or into an instruction";
  targets_.assign(instructions_.size(), false);
  for (const Instruction& instruction : instructions_) {
    bool good = true;
    each_target(code_.code, instruction, [&](std::uint32_t target) {
      std::uint32_t index = index_at(target);
      index == kNone ? good = false : targets_[index] = true;
    });
    if (!good) return kProblem;
  }
  for (const ExceptionHandler& handler : code_.handlers) {
    bool good = index_at(handler.start) != kNone && index_at(handler.handler) != kNone &&
                (handler.end == code_.code.size() || index_at(handler.end) != kNone) && handler.start < handler.end;
    if (!good) return "the exception table names a position that is not an instruction";
    targets_[index_at(handler.handler)] = true;
  }
  return nullptr;
}

const Frame* CodeEditor::frame_at(std::uint32_t pc) const {
  auto it = std::ranges::lower_bound(frames_, pc, {}, &Frame::pc);
  return it != frames_.end() && it->pc == pc ? &*it : nullptr;
}

void CodeEditor::note_needs(const Sequence& sequence) {
  failed_ = failed_ || sequence.failed();
  extra_depth_ = std::max(extra_depth_, sequence.extra_depth());
}

void CodeEditor::insert(std::uint32_t instruction, Place place, const Sequence& sequence) {
  note_needs(sequence);
  if (sequence.empty()) return;
  insertions_.push_back({instruction, place, static_cast<std::uint32_t>(inserted_.size()), sequence.size()});
  inserted_.insert(inserted_.end(), sequence.bytes().begin(), sequence.bytes().end());
}

void CodeEditor::prologue(const Sequence& sequence) {
  note_needs(sequence);
  prologue_.insert(prologue_.end(), sequence.bytes().begin(), sequence.bytes().end());
}

std::uint32_t CodeEditor::add_local(VerificationType type) {
  if (type.tag == VerificationType::kObject && type.data == 0) failed_ = true;
  added_.push_back(type);
  return first_scratch() - 1;
}

std::uint32_t CodeEditor::scratch(unsigned slots) {
  std::uint32_t local = first_scratch() + scratch_;
  scratch_ += slots;
  maximum_scratch_ = std::max(maximum_scratch_, scratch_);
  return local;
}

namespace {

// A value is known to have both types. Returns the one that implies the other, or nothing if that is not obvious.
std::optional<VerificationType> narrower(VerificationType a, VerificationType b, ConstantIndex object_class) {
  if (a == b || b.tag == VerificationType::kTop) return a;
  if (a.tag == VerificationType::kTop) return b;
  if (a.tag == VerificationType::kObject && b.tag == VerificationType::kObject) {
    if (a.data == object_class) return b;
    if (b.data == object_class) return a;
  }
  return std::nullopt;
}

using SlotTypes = std::vector<std::optional<VerificationType>>;  // nothing for the second slot of a long or double

SlotTypes by_slot(const Types& types, std::size_t slots) {
  SlotTypes result;
  for (VerificationType type : types) {
    result.push_back(type);
    if (type.slots() == 2) result.push_back(std::nullopt);
  }
  if (result.size() < slots) result.resize(slots, VerificationType{});
  return result;
}

}  // namespace

// Returns the class type that the verifier knows at `instruction`: that of the last frame before it, if nothing was
// stored into the slot since then.
std::optional<VerificationType> CodeEditor::type_at(std::uint32_t instruction, std::uint32_t slot) const {
  auto next = std::ranges::upper_bound(frames_, instructions_[instruction].pc, {}, &Frame::pc);
  const bool at_start = next == frames_.begin();
  if (at_start && !initial_) return std::nullopt;
  for (std::uint32_t i = at_start ? 0 : index_at_[(next - 1)->pc]; i < instruction; ++i) {
    LocalAccess access = local_access(instructions_[i]);
    if (access.kind != LocalAccess::kStore) continue;
    if (access.index == slot || (access.two_slots() && access.index + 1 == slot)) return std::nullopt;
  }
  std::optional<VerificationType> type = by_slot(at_start ? *initial_ : (next - 1)->locals, code_.max_locals)[slot];
  return type && type->tag == VerificationType::kObject ? type : std::nullopt;
}

// The guard is at the end of the method and rethrows to the handlers around `instruction`, whose frames say which
// locals they need. All of them describe the locals at `instruction`, so the types of a slot are types of one value.
std::optional<Types> CodeEditor::guard_locals(std::uint32_t instruction, std::uint32_t scratch_local,
                                              bool before_super) {
  ConstantIndex object_class = writer_->class_constant(kObjectClass);
  guard_work_ += (code_.max_locals + std::size_t{1}) * (code_.handlers.size() + 1);
  if (object_class == 0 || guard_work_ > kMaximumGuardWork) return std::nullopt;
  std::uint32_t pc = instructions_[instruction].pc;
  SlotTypes joint(code_.max_locals, VerificationType{});
  // A frame before super() must say that `this` is uninitialized (JVMS 4.10.1.4: flagThisUninit).
  if (before_super && !joint.empty()) joint[0] = VerificationType{VerificationType::kUninitializedThis, 0};
  auto require = [&](const SlotTypes& needed) {
    for (std::size_t i = 0; i < joint.size(); ++i) {
      if (!joint[i] || !needed[i]) {
        // The second slot of a two-slot value: the first one decides, and a top in its place requires nothing.
        bool second_here = !joint[i], second_there = !needed[i];
        if (second_here != second_there) {
          if (second_here && needed[i]->tag != VerificationType::kTop) return false;
          if (second_there && joint[i]->tag != VerificationType::kTop) return false;
          joint[i] = std::nullopt;
        }
        continue;
      }
      std::optional<VerificationType> type = narrower(*joint[i], *needed[i], object_class);
      if (!type) type = type_at(instruction, static_cast<std::uint32_t>(i));
      if (!type) return false;
      joint[i] = type;
    }
    return true;
  };
  for (const ExceptionHandler& handler : code_.handlers) {
    if (handler.start > pc || pc >= handler.end) continue;
    const Frame* frame = frame_at(handler.handler);
    if (frame == nullptr) return std::nullopt;
    for (VerificationType type : frame->locals) {
      if (type.tag == VerificationType::kUninitialized) return std::nullopt;
    }
    SlotTypes needed = by_slot(frame->locals, code_.max_locals);
    if (needed.size() > code_.max_locals || !require(needed)) return std::nullopt;
  }
  if (code_.max_locals > 0 && !(method_->access & kAccStatic) && file_->name(*method_) != kConstructorName &&
      joint[0] && joint[0]->tag == VerificationType::kTop && method_guard_keeps_this_) {
    joint[0] = VerificationType{VerificationType::kObject, file_->this_class()};
  }
  Types locals;
  for (const std::optional<VerificationType>& type : joint) {
    if (type) locals.push_back(*type);
  }
  for (VerificationType type : added_) locals.push_back(type);
  if (scratch_local != kNone) {
    if (!pad_to(locals, scratch_local)) return std::nullopt;
    locals.push_back({VerificationType::kObject, object_class});
  }
  return locals;
}

CodeEditor::Guard CodeEditor::make_guard(Guard::Range range, const Sequence& sequence) {
  failed_ = failed_ || sequence.failed();
  guard_depth_ = std::max(guard_depth_, sequence.extra_depth() + 1);
  Guard guard{.range = range, .code = sequence.bytes()};
  append_u1(guard.code, static_cast<std::uint32_t>(Opcode::kAthrow));
  return guard;
}

bool CodeEditor::add_guard(Guard::Range range, std::uint32_t instruction, const Sequence& sequence,
                           std::uint32_t scratch_local, bool before_super) {
  std::optional<Types> locals;
  if (has_frames_) {
    locals = guard_locals(instruction, scratch_local, before_super);
    if (!locals) return false;
  }
  Guard guard = make_guard(range, sequence);
  guard.instruction = instruction;
  if (locals) guard.locals = std::move(*locals);
  guards_.push_back(std::move(guard));
  return true;
}

bool CodeEditor::guard_before(std::uint32_t instruction, const Sequence& sequence) {
  std::uint32_t pc = instructions_[instruction].pc;
  bool covered = std::any_of(code_.handlers.begin(), code_.handlers.end(),
                             [&](const ExceptionHandler& handler) { return covers_itself(handler, pc); });
  return covered && add_guard(Guard::kBeforeInstruction, instruction, sequence, kNone, /*before_super=*/false);
}

void CodeEditor::guard_method(const Sequence& sequence, bool keeps_this) {
  method_guard_ = make_guard(Guard::kMethod, sequence);
  if (keeps_this) method_guard_->locals.push_back({VerificationType::kObject, file_->this_class()});
  method_guard_keeps_this_ = keeps_this;
}

std::uint32_t CodeEditor::label(std::uint32_t pc) const {
  return pc >= index_at_.size() ? positions_.back().label : positions_[index_at_[pc]].label;
}

std::uint32_t CodeEditor::range_start(std::uint32_t pc) const {
  std::uint32_t index = index_at_[pc];
  return index == 0 ? positions_[0].label : positions_[index - 1].end;
}

std::uint32_t CodeEditor::encoded_length(std::uint32_t index, std::uint32_t at) const {
  const Instruction& in = instructions_[index];
  switch (in.operands) {
    case Operands::kBranch2:
      if (!long_[index]) return 3;
      return in.opcode == Opcode::kGoto || in.opcode == Opcode::kJsr ? 5 : 8;
    case Operands::kTableSwitch:
      return switch_operands(at) - at + 12 + 4 * in.cases;
    case Operands::kLookupSwitch:
      return switch_operands(at) - at + 8 + 8 * in.cases;
    default:
      return in.length;
  }
}

// Whether the short form of the jump reaches its target.
bool CodeEditor::reaches(std::uint32_t index) const {
  auto distance = static_cast<std::int64_t>(label(instructions_[index].target)) - positions_[index].at;
  return distance >= -32768 && distance <= 32767;
}

// Computes the positions of everything. Jumps never shrink, so this terminates.
bool CodeEditor::layout() {
  std::stable_sort(insertions_.begin(), insertions_.end(), [](const Insertion& a, const Insertion& b) {
    return a.instruction != b.instruction ? a.instruction < b.instruction : a.place < b.place;
  });
  auto count = static_cast<std::uint32_t>(instructions_.size());
  positions_.assign(count + 1, {});
  long_.assign(count, false);
  int rounds = 0;
  for (bool grown = true; grown;) {
    if (++rounds > kMaximumLayouts) return false;
    grown = false;
    auto at = static_cast<std::uint32_t>(prologue_.size());
    auto insertion = insertions_.begin();
    for (std::uint32_t i = 0; i < count; ++i) {
      Position& position = positions_[i];
      position.label = at;
      for (; insertion != insertions_.end() && insertion->instruction == i && insertion->place == kBefore;
           ++insertion) {
        at += insertion->length;
      }
      position.at = at;
      at += encoded_length(i, at);
      position.end = at;
      for (; insertion != insertions_.end() && insertion->instruction == i; ++insertion) at += insertion->length;
    }
    positions_[count] = {at, at, at};
    for (Guard& guard : guards_) {
      guard.start = at;
      at += static_cast<std::uint32_t>(guard.code.size());
      guard.end = at;
    }
    code_end_ = at;
    if (at > 0xFFFF) return false;
    if (at <= 0x7FFF) break;  // every jump reaches its target
    for (std::uint32_t i = 0; i < count; ++i) {
      if (instructions_[i].operands == Operands::kBranch2 && !long_[i] && !reaches(i)) long_[i] = grown = true;
    }
  }
  return true;
}

namespace {

// JVMS 6.5 orders conditional jumps in pairs; ifeq has an odd number, and ifnull an even one.
Opcode opposite(Opcode opcode) {
  auto number = static_cast<unsigned>(opcode);
  return static_cast<Opcode>(opcode >= Opcode::kIfnull ? number ^ 1 : ((number + 1) ^ 1) - 1);
}

}  // namespace

void CodeEditor::write_jump(ByteBuffer& out, std::uint32_t index) const {
  const Instruction& in = instructions_[index];
  const std::uint32_t distance = label(in.target) - positions_[index].at;
  auto jump = [&](Opcode opcode) { append_u1(out, static_cast<std::uint32_t>(opcode)); };
  if (in.operands == Operands::kBranch4) return jump(in.opcode), append_u4(out, distance);
  if (!long_[index]) return jump(in.opcode), append_u2(out, distance);
  if (in.opcode == Opcode::kGoto) return jump(Opcode::kGotoW), append_u4(out, distance);
  if (in.opcode == Opcode::kJsr) return jump(Opcode::kJsrW), append_u4(out, distance);
  jump(opposite(in.opcode)), append_u2(out, 8);
  jump(Opcode::kGotoW), append_u4(out, distance - 3);
}

void CodeEditor::write_switch(ByteBuffer& out, std::uint32_t index) const {
  const Instruction& in = instructions_[index];
  std::uint32_t at = positions_[index].at;
  bool table = in.operands == Operands::kTableSwitch;
  append_u1(out, static_cast<std::uint32_t>(in.opcode));
  for (std::uint32_t i = at + 1; i < switch_operands(at); ++i) append_u1(out, 0);
  append_u4(out, label(in.target) - at);
  if (table) append_u4(out, static_cast<std::uint32_t>(in.value));
  append_u4(out, table ? static_cast<std::uint32_t>(in.value) + in.cases - 1 : in.cases);
  for (std::uint32_t i = 0; i < in.cases; ++i) {
    SwitchCase one = switch_case(code_.code, in, i);
    if (!table) append_u4(out, static_cast<std::uint32_t>(one.key));
    append_u4(out, label(one.target) - at);
  }
}

void CodeEditor::write_code(ByteBuffer& out) const {
  auto insert_all = [&](auto& insertion, std::uint32_t i, Place place) {
    for (; insertion != insertions_.end() && insertion->instruction == i && insertion->place == place; ++insertion) {
      auto start = inserted_.begin() + insertion->offset;
      out.insert(out.end(), start, start + insertion->length);
    }
  };
  out.insert(out.end(), prologue_.begin(), prologue_.end());
  auto insertion = insertions_.begin();
  for (std::uint32_t i = 0; i < instructions_.size(); ++i) {
    insert_all(insertion, i, kBefore);
    const Instruction& in = instructions_[i];
    switch (in.operands) {
      case Operands::kBranch2:
      case Operands::kBranch4:
        write_jump(out, i);
        break;
      case Operands::kTableSwitch:
      case Operands::kLookupSwitch:
        write_switch(out, i);
        break;
      default:
        out.insert(out.end(), code_.code.begin() + in.pc, code_.code.begin() + in.next());
    }
    insert_all(insertion, i, kAfter);
  }
  for (const Guard& guard : guards_) out.insert(out.end(), guard.code.begin(), guard.code.end());
}

std::vector<ExceptionHandler> CodeEditor::new_handlers() const {
  std::vector<ExceptionHandler> handlers;
  auto add = [&](std::uint32_t start, std::uint32_t end, std::uint32_t handler, ConstantIndex type) {
    handlers.push_back({static_cast<std::uint16_t>(start), static_cast<std::uint16_t>(end),
                        static_cast<std::uint16_t>(handler), type});
  };
  for (const Guard& guard : guards_) {
    const Position& position = positions_[guard.instruction];
    if (guard.range == Guard::kBeforeInstruction) add(position.label, position.at, guard.start, 0);
    if (guard.range == Guard::kInstruction) add(position.at, position.end, guard.start, 0);
  }
  for (const ExceptionHandler& handler : code_.handlers) {
    add(range_start(handler.start), label(handler.end), label(handler.handler), handler.catch_type);
  }
  for (const Guard& guard : guards_) {
    if (guard.range == Guard::kMethod) {
      add(positions_[0].label, guard.start, guard.start, 0);
      continue;
    }
    std::uint32_t pc = instructions_[guard.instruction].pc;
    for (const ExceptionHandler& handler : code_.handlers) {
      if (handler.start > pc || pc >= handler.end) continue;
      if (guard.range == Guard::kBeforeInstruction && covers_itself(handler, pc)) continue;
      add(guard.start, guard.end, label(handler.handler), handler.catch_type);
    }
  }
  return handlers;
}

bool CodeEditor::extend(Types& locals) const {
  if (added_.empty()) return true;
  if (!pad_to(locals, code_.max_locals)) return false;
  locals.insert(locals.end(), added_.begin(), added_.end());
  return true;
}

bool CodeEditor::add_stack_map(std::vector<AttributeImage>& attributes) {
  if (!has_frames_ || (frames_.empty() && guards_.empty())) return true;
  if (!initial_) initial_ = initial_locals(*writer_, *file_, *method_);
  if (!initial_) return false;
  std::vector<Frame> frames = std::move(frames_);
  for (Frame& frame : frames) {
    frame.pc = label(frame.pc);
    for (Types* types : {&frame.locals, &frame.stack}) {
      for (VerificationType& type : *types) {
        if (type.tag != VerificationType::kUninitialized) continue;
        type.data = static_cast<std::uint16_t>(positions_[index_at_[type.data]].at);
      }
    }
    if (!extend(frame.locals)) return false;
  }
  if (!guards_.empty()) {
    ConstantIndex throwable = writer_->class_constant(kThrowableClass);
    if (throwable == 0) return false;
    for (Guard& guard : guards_) {
      frames.push_back({guard.start, std::move(guard.locals), {{VerificationType::kObject, throwable}}});
    }
  }
  attributes.push_back({writer_->utf8("StackMapTable"), encode_frames(frames, *initial_)});
  return attributes.back().name != 0 && frames.size() <= 0xFFFF;
}

bool CodeEditor::add_attributes(std::vector<AttributeImage>& attributes) {
  const CodeMoves moves{
      .code_length = static_cast<std::uint32_t>(code_.code.size()),
      .first_handler = static_cast<std::uint32_t>(guards_.size() - (method_guard_ ? 1 : 0)),
      .is_instruction = [&](std::uint32_t pc) { return index_at(pc) != kNone; },
      .label = [&](std::uint32_t pc) { return label(pc); },
      .at = [&](std::uint32_t pc) { return positions_[index_at_[pc]].at; },
  };
  for (const Attribute& attribute : code_.attributes) {
    if (attribute.kind == AttributeKind::kStackMapTable) continue;
    AttributeImage image{attribute.name, {}};
    if (move_code_attribute(*file_, attribute, moves, image.content)) attributes.push_back(std::move(image));
  }
  return add_stack_map(attributes);
}

const char* CodeEditor::finish(ByteBuffer& content) {
  if (failed_) return "the constant pool is full";
  if (method_guard_) {
    extend(method_guard_->locals);
    guards_.push_back(*method_guard_);
  }
  if (!layout()) return "the method would have more than 65,535 bytes";
  if (has_frames_) {
    for (std::uint32_t i = 0; i < instructions_.size(); ++i) {
      bool conditional = instructions_[i].opcode != Opcode::kGoto && instructions_[i].opcode != Opcode::kJsr;
      if (long_[i] && conditional) return "a conditional jump would lead further than 32,767 bytes";
    }
  }
  if (!added_.empty() && frames_.size() * code_.max_locals > kMaximumFrameLocals) {
    return "too many frames with too many locals";
  }
  std::uint32_t locals = first_scratch() + maximum_scratch_;
  if (locals > 0xFFFF) return "the method would have more than 65,535 local variables";
  auto stack =
      std::max(static_cast<std::uint32_t>(code_.max_stack + extra_depth_), static_cast<std::uint32_t>(guard_depth_));
  if (stack > 0xFFFF) return "the method's operand stack would be too deep";
  std::vector<ExceptionHandler> handlers = new_handlers();
  if (handlers.size() > 0xFFFF) return "the method would have more than 65,535 exception handlers";

  ByteBuffer code;
  code.reserve(code_end_);
  write_code(code);
  std::vector<AttributeImage> attributes;
  if (!add_attributes(attributes)) return "the stack map cannot be written";
  content = writer_
                ->code_attribute(static_cast<std::uint16_t>(stack), static_cast<std::uint16_t>(locals), code, handlers,
                                 attributes)
                .content;
  return nullptr;
}

std::vector<Shift> CodeEditor::shifts() const {
  std::vector<Shift> shifts;
  std::uint32_t distance = 0;
  auto add = [&](std::uint32_t now, std::uint32_t pc) {
    distance = now - pc;
    shifts.push_back({static_cast<std::uint16_t>(now), static_cast<std::uint16_t>(pc)});
  };
  for (std::size_t i = 0; i < instructions_.size(); ++i) {
    if (positions_[i].at - instructions_[i].pc != distance) add(positions_[i].at, instructions_[i].pc);
    // HotSpot's interpreter has stepped behind a monitorenter already while it waits there.
    if (instructions_[i].opcode == Opcode::kMonitorenter && positions_[i].end != positions_[i + 1].at) {
      add(positions_[i].end, instructions_[i].pc);
      add(positions_[i].end + 1, instructions_[i].next());
    }
  }
  add(positions_.back().at, static_cast<std::uint32_t>(code_.code.size()));
  return shifts;
}

}  // namespace snag::instrument
