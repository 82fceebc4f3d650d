#include "instrument/code_editor.h"

#include <algorithm>
#include <array>

#include "classfile/language_names.h"
#include "instrument/block_values.h"
#include "instrument/code_tables.h"

namespace snag::instrument {

using namespace classfile;

namespace {
// Hostile class files must not make the JVM wait: what real methods need is a hundredth of it.
constexpr std::size_t kMaximumWork = 20'000'000;        // locals times handlers, in all guards of a method
constexpr std::size_t kMaximumFrameLocals = 4'000'000;  // in all frames of a method, padding included
constexpr int kMaximumLayouts = 64;                     // jumps that grow make others grow
}  // namespace

const char* CodeEditor::load(const ClassFile& file, const Member& method, ClassWriter& writer) {
  file_ = &file;
  method_ = &method;
  writer_ = &writer;
  Result<std::optional<Code>> code = read_code(file, method);
  if (!code || !code->has_value()) return "the code cannot be read";
  code_ = std::move(**code);
  // No JVM takes such a class; it is to say so of the class as it was.
  const unsigned receiver = (method.access & kAccStatic) == 0 ? 1 : 0;
  if (call_slots(file.descriptor(method)).parameters + receiver > code_.max_locals) {
    return "the parameters do not fit into max_locals";
  }
  if (const char* problem = decode()) return problem;
  if (const char* problem = find_targets()) return problem;

  // Below version 50 the old verifier infers types; with 50 it is used again if there is no stack map.
  const Attribute* map = find_attribute(code_.attributes, AttributeKind::kStackMapTable);
  has_frames_ = file.major() > 50 || (file.major() == 50 && map != nullptr);
  if (!has_frames_ || map == nullptr) return nullptr;
  initial_ = initial_locals(writer, file.name(), file.name(method), file.descriptor(method),
                            (method.access & kAccStatic) != 0);
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
    if (!good) return "the exception table names what is no instruction";
    targets_[index_at(handler.handler)] = true;
  }
  return nullptr;
}

const Frame* CodeEditor::frame_at(std::uint32_t pc) const {
  auto it = std::lower_bound(frames_.begin(), frames_.end(), pc,
                             [](const Frame& frame, std::uint32_t wanted) { return frame.pc < wanted; });
  return it != frames_.end() && it->pc == pc ? &*it : nullptr;
}

void CodeEditor::insert(std::uint32_t instruction, Place place, const Sequence& sequence) {
  failed_ = failed_ || sequence.failed();
  extra_depth_ = std::max(extra_depth_, sequence.extra_depth());
  if (sequence.empty()) return;
  insertions_.push_back({instruction, place, static_cast<std::uint32_t>(inserted_.size()),
                         static_cast<std::uint32_t>(sequence.bytes().size())});
  inserted_.insert(inserted_.end(), sequence.bytes().begin(), sequence.bytes().end());
}

void CodeEditor::prologue(const Sequence& sequence) {
  failed_ = failed_ || sequence.failed();
  extra_depth_ = std::max(extra_depth_, sequence.extra_depth());
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

// Of two types that a value is known to have, the one that implies the other; nothing if that is not plain to see.
std::optional<VerificationType> narrower(VerificationType a, VerificationType b, ConstantIndex object_class) {
  if (a == b || b.tag == VerificationType::kTop) return a;
  if (a.tag == VerificationType::kTop) return b;
  if (a.tag == VerificationType::kObject && b.tag == VerificationType::kObject) {
    if (a.data == object_class) return b;
    if (b.data == object_class) return a;
  }
  return std::nullopt;
}

using SlotTypes = std::vector<std::optional<VerificationType>>;  // nothing: second slot of a long or double

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

// As the verifier sees it: what the last frame before says, if nothing was stored there since.
std::optional<VerificationType> CodeEditor::type_at(std::uint32_t instruction, std::uint32_t slot) const {
  std::uint32_t pc = instructions_[instruction].pc;
  auto it = std::upper_bound(frames_.begin(), frames_.end(), pc,
                             [](std::uint32_t position, const Frame& frame) { return position < frame.pc; });
  std::uint32_t from = it == frames_.begin() ? 0 : index_at_[(it - 1)->pc];
  if (it == frames_.begin() && !initial_) return std::nullopt;
  SlotTypes types = by_slot(it == frames_.begin() ? *initial_ : (it - 1)->locals, code_.max_locals);
  for (std::uint32_t i = from; i < instruction; ++i) {
    LocalAccess access = local_access(instructions_[i]);
    if (access.store && (access.index == slot || (access.two_slots && access.index + 1 == slot))) return std::nullopt;
  }
  if (!types[slot] || types[slot]->tag != VerificationType::kObject) return std::nullopt;
  return types[slot];
}

// The handler runs at the end of the method and throws on to the handlers around `instruction`, whose frames say which
// locals they need. All of them describe the locals at `instruction`, so their types are types of one value.
std::optional<Types> CodeEditor::guard_locals(std::uint32_t instruction, std::uint32_t scratch_local,
                                              bool before_super) {
  ConstantIndex object_class = writer_->class_constant(kObjectClass);
  guard_work_ += (code_.max_locals + std::size_t{1}) * (code_.handlers.size() + 1);
  if (object_class == 0 || guard_work_ > kMaximumWork) return std::nullopt;
  std::uint32_t pc = instructions_[instruction].pc;
  SlotTypes joint(code_.max_locals, VerificationType{});
  // A frame has to say that super() is still to come (JVMS 4.10.1.4: flagThisUninit).
  if (before_super && !joint.empty()) joint[0] = VerificationType{VerificationType::kUninitializedThis, 0};
  auto require = [&](const SlotTypes& needed) {
    for (std::size_t i = 0; i < joint.size(); ++i) {
      if (!joint[i] || !needed[i]) {
        // The second slot of a two-slot value: the first one decides; a top beside it requires nothing.
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

bool CodeEditor::guard_instruction(std::uint32_t instruction, const Sequence& sequence, std::uint32_t scratch_local,
                                   bool before_super) {
  Guard guard;
  guard.instruction = instruction;
  if (has_frames_) {
    std::optional<Types> locals = guard_locals(instruction, scratch_local, before_super);
    if (!locals) return false;
    guard.locals = std::move(*locals);
  }
  failed_ = failed_ || sequence.failed();
  guard_depth_ = std::max(guard_depth_, sequence.extra_depth() + 1);
  guard.code = sequence.bytes();
  append_u1(guard.code, static_cast<std::uint32_t>(Opcode::kAthrow));
  guards_.push_back(std::move(guard));
  return true;
}

std::optional<std::uint32_t> CodeEditor::loaded_before(std::uint32_t instruction) const {
  if (instruction == 0) return std::nullopt;
  const Instruction& in = instructions_[instruction - 1];
  if (in.opcode == Opcode::kAload) return in.index;
  auto opcode = static_cast<std::uint32_t>(in.opcode), first = static_cast<std::uint32_t>(Opcode::kAload0);
  if (opcode >= first && opcode <= first + 3) return opcode - first;
  return std::nullopt;
}

bool CodeEditor::guard_before(std::uint32_t instruction, const Sequence& sequence) {
  std::uint32_t pc = instructions_[instruction].pc;
  bool covered = std::any_of(code_.handlers.begin(), code_.handlers.end(),
                             [&](const ExceptionHandler& handler) { return covers_itself(handler, pc); });
  if (!covered || !guard_instruction(instruction, sequence, kNone, /*before_super=*/false)) return false;
  guards_.back().before = true;
  return true;
}

void CodeEditor::guard_method(const Sequence& sequence, bool keeps_this) {
  Guard guard;
  if (keeps_this) guard.locals.push_back({VerificationType::kObject, file_->this_class()});
  method_guard_keeps_this_ = keeps_this;
  failed_ = failed_ || sequence.failed();
  guard_depth_ = std::max(guard_depth_, sequence.extra_depth() + 1);
  guard.code = sequence.bytes();
  append_u1(guard.code, static_cast<std::uint32_t>(Opcode::kAthrow));
  method_guard_ = std::move(guard);
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

// Whether a jump in its short form reaches its target.
bool CodeEditor::reaches(std::uint32_t index) const {
  auto distance = static_cast<std::int64_t>(label(instructions_[index].target)) - positions_[index].at;
  return distance >= -32768 && distance <= 32767;
}

// Positions of everything; jumps only ever grow, so this ends.
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
    if (method_guard_) {
      method_guard_->start = at;
      at += static_cast<std::uint32_t>(method_guard_->code.size());
      method_guard_->end = at;
    }
    code_end_ = at;
    if (at > 0xFFFF) return false;
    if (at <= 0x7FFF) break;  // every jump reaches
    for (std::uint32_t i = 0; i < count; ++i) {
      if (instructions_[i].operands == Operands::kBranch2 && !long_[i] && !reaches(i)) long_[i] = grown = true;
    }
  }
  return true;
}

namespace {

Opcode opposite(Opcode opcode) {  // JVMS orders them in pairs
  if (opcode == Opcode::kIfnull) return Opcode::kIfnonnull;
  if (opcode == Opcode::kIfnonnull) return Opcode::kIfnull;
  unsigned offset = static_cast<unsigned>(opcode) - static_cast<unsigned>(Opcode::kIfeq);
  return static_cast<Opcode>(static_cast<unsigned>(Opcode::kIfeq) + (offset ^ 1));
}

}  // namespace

void CodeEditor::write_jump(ByteBuffer& out, std::uint32_t index) const {
  const Instruction& in = instructions_[index];
  std::uint32_t at = positions_[index].at, target = label(in.target);
  if (in.operands == Operands::kBranch4) {
    append_u1(out, static_cast<std::uint32_t>(in.opcode));
    return append_u4(out, target - at);
  }
  if (!long_[index]) {
    append_u1(out, static_cast<std::uint32_t>(in.opcode));
    return append_u2(out, target - at);
  }
  if (in.opcode == Opcode::kGoto || in.opcode == Opcode::kJsr) {
    append_u1(out, static_cast<std::uint32_t>(in.opcode == Opcode::kGoto ? Opcode::kGotoW : Opcode::kJsrW));
    return append_u4(out, target - at);
  }
  append_u1(out, static_cast<std::uint32_t>(opposite(in.opcode)));
  append_u2(out, 8);
  append_u1(out, static_cast<std::uint32_t>(Opcode::kGotoW));
  append_u4(out, target - at - 3);
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
  if (method_guard_) out.insert(out.end(), method_guard_->code.begin(), method_guard_->code.end());
}

std::vector<ExceptionHandler> CodeEditor::new_handlers() const {
  std::vector<ExceptionHandler> handlers;
  auto add = [&](std::uint32_t start, std::uint32_t end, std::uint32_t handler, ConstantIndex type) {
    handlers.push_back({static_cast<std::uint16_t>(start), static_cast<std::uint16_t>(end),
                        static_cast<std::uint16_t>(handler), type});
  };
  for (const Guard& guard : guards_) {
    const Position& position = positions_[guard.instruction];
    guard.before ? add(position.label, position.at, guard.start, 0) : add(position.at, position.end, guard.start, 0);
  }
  for (const ExceptionHandler& handler : code_.handlers) {
    add(range_start(handler.start), label(handler.end), label(handler.handler), handler.catch_type);
  }
  for (const Guard& guard : guards_) {
    std::uint32_t pc = instructions_[guard.instruction].pc;
    for (const ExceptionHandler& handler : code_.handlers) {
      if (handler.start <= pc && pc < handler.end && !(guard.before && covers_itself(handler, pc))) {
        add(guard.start, guard.end, label(handler.handler), handler.catch_type);
      }
    }
  }
  if (method_guard_) add(positions_[0].label, method_guard_->start, method_guard_->start, 0);
  return handlers;
}

bool CodeEditor::write_stack_map(ByteBuffer& out, std::uint32_t& attributes) {
  bool needs_frames = !guards_.empty() || method_guard_;
  if (!has_frames_ || (frames_.empty() && !needs_frames)) return true;
  if (!initial_) {
    initial_ = initial_locals(*writer_, file_->name(), file_->name(*method_), file_->descriptor(*method_),
                              (method_->access & kAccStatic) != 0);
    if (!initial_) return false;
  }
  auto relocate = [&](Types& types) {
    for (VerificationType& type : types) {
      if (type.tag == VerificationType::kUninitialized) {
        type.data = static_cast<std::uint16_t>(positions_[index_at_[type.data]].at);
      }
    }
  };
  std::vector<Frame> frames = std::move(frames_);
  for (Frame& frame : frames) {
    frame.pc = label(frame.pc);
    relocate(frame.locals);
    relocate(frame.stack);
    if (!added_.empty()) {
      if (!pad_to(frame.locals, code_.max_locals)) return false;
      frame.locals.insert(frame.locals.end(), added_.begin(), added_.end());
    }
  }
  if (needs_frames) {
    ConstantIndex throwable = writer_->class_constant(kThrowableClass);
    if (throwable == 0) return false;
    Types stack = {{VerificationType::kObject, throwable}};
    for (Guard& guard : guards_) frames.push_back({guard.start, guard.locals, stack});
    if (method_guard_) {
      Types locals = method_guard_->locals;
      if (!added_.empty()) {
        pad_to(locals, code_.max_locals);
        locals.insert(locals.end(), added_.begin(), added_.end());
      }
      frames.push_back({method_guard_->start, std::move(locals), stack});
    }
  }
  ConstantIndex name = writer_->utf8("StackMapTable");
  if (name == 0 || frames.size() > 0xFFFF) return false;
  ByteBuffer content = encode_frames(frames, *initial_);
  append_u2(out, name);
  append_u4(out, static_cast<std::uint32_t>(content.size()));
  out.insert(out.end(), content.begin(), content.end());
  ++attributes;
  return true;
}

bool CodeEditor::write_attributes(ByteBuffer& out) {
  std::size_t count_at = out.size();
  append_u2(out, 0);
  std::uint32_t count = 0;
  // Handlers of guards stand before the method's own in the table.
  CodeMoves moves{
      .code_length = static_cast<std::uint32_t>(code_.code.size()),
      .first_handler = static_cast<std::uint32_t>(guards_.size()),
      .is_instruction = [&](std::uint32_t pc) { return index_at(pc) != kNone; },
      .label = [&](std::uint32_t pc) { return label(pc); },
      .at = [&](std::uint32_t pc) { return positions_[index_at_[pc]].at; },
  };
  for (const Attribute& attribute : code_.attributes) {
    if (attribute.kind == AttributeKind::kStackMapTable) continue;
    ByteBuffer content;
    if (!move_code_attribute(*file_, attribute, moves, content)) continue;
    append_u2(out, attribute.name);
    append_u4(out, static_cast<std::uint32_t>(content.size()));
    out.insert(out.end(), content.begin(), content.end());
    ++count;
  }
  if (!write_stack_map(out, count)) return false;
  out[count_at] = static_cast<std::uint8_t>(count >> 8);
  out[count_at + 1] = static_cast<std::uint8_t>(count);
  return true;
}

const char* CodeEditor::finish(ByteBuffer& out) {
  if (failed_) return "the constant pool is full";
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

  out.clear();
  out.reserve(code_end_ * 2);
  append_u2(out, stack);
  append_u2(out, locals);
  append_u4(out, code_end_);
  write_code(out);
  append_u2(out, static_cast<std::uint32_t>(handlers.size()));
  for (const ExceptionHandler& handler : handlers) {
    append_u2(out, handler.start), append_u2(out, handler.end);
    append_u2(out, handler.handler), append_u2(out, handler.catch_type);
  }
  if (!write_attributes(out)) return "the stack map cannot be written";
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
