#include "instrument/frames.h"

#include <algorithm>

#include "classfile/descriptor.h"
#include "classfile/language_names.h"

namespace snag::instrument {

using namespace classfile;

namespace {

using Type = VerificationType;

// In all frames of a method. A same_frame is one byte and repeats all locals; no real method comes near the limit.
constexpr std::size_t kMaximumTypes = 2'000'000;

VerificationType read_type(Cursor& cursor) {
  unsigned tag = cursor.u1();
  if (tag > Type::kUninitialized) {
    cursor.fail("unknown verification type");
    return {};
  }
  Type type{static_cast<Type::Tag>(tag), 0};
  if (tag >= Type::kObject) type.data = cursor.u2();
  return type;
}

void write_type(ByteBuffer& out, Type type) {
  append_u1(out, type.tag);
  if (type.tag >= Type::kObject) append_u2(out, type.data);
}

void write_frame(ByteBuffer& out, const Frame& frame, const Types& before, std::uint32_t delta) {
  auto common = static_cast<std::size_t>(
      std::mismatch(before.begin(), before.end(), frame.locals.begin(), frame.locals.end()).first - before.begin());
  std::size_t removed = before.size() - common, added = frame.locals.size() - common;
  if (removed == 0 && added == 0 && frame.stack.empty()) {
    if (delta < 64) return append_u1(out, delta);
    append_u1(out, 251);
    return append_u2(out, delta);
  }
  if (removed == 0 && added == 0 && frame.stack.size() == 1) {
    append_u1(out, delta < 64 ? 64 + delta : 247);
    if (delta >= 64) append_u2(out, delta);
    return write_type(out, frame.stack[0]);
  }
  if (frame.stack.empty() && added == 0 && removed <= 3) {
    append_u1(out, static_cast<std::uint32_t>(251 - removed));
    return append_u2(out, delta);
  }
  if (frame.stack.empty() && removed == 0 && added <= 3) {
    append_u1(out, static_cast<std::uint32_t>(251 + added));
    append_u2(out, delta);
    for (std::size_t i = common; i < frame.locals.size(); ++i) write_type(out, frame.locals[i]);
    return;
  }
  append_u1(out, 255);
  append_u2(out, delta);
  for (const Types* types : {&frame.locals, &frame.stack}) {
    append_u2(out, static_cast<std::uint32_t>(types->size()));
    for (Type type : *types) write_type(out, type);
  }
}

}  // namespace

std::optional<Types> initial_locals(ClassWriter& writer, const ClassFile& file, const Member& method) {
  Result<MethodDescriptor> parsed = parse_method_descriptor(file.descriptor(method));
  if (!parsed) return std::nullopt;
  Types locals;
  auto object = [&](std::string_view class_name) { return Type{Type::kObject, writer.class_constant(class_name)}; };
  if ((method.access & kAccStatic) == 0) {
    bool constructor = file.name(method) == kConstructorName;
    locals.push_back(constructor ? Type{Type::kUninitializedThis, 0} : object(file.name()));
  }
  for (std::string_view parameter : parsed->parameters) {
    const char first = parameter[0];
    if (first == 'L' || first == '[') {
      locals.push_back(object(class_of_descriptor(parameter)));
    } else {
      locals.push_back({first == 'J'   ? Type::kLong
                        : first == 'D' ? Type::kDouble
                        : first == 'F' ? Type::kFloat
                                       : Type::kInteger,
                        0});
    }
  }
  bool full = std::find(locals.begin(), locals.end(), Type{Type::kObject, 0}) != locals.end();
  return full ? std::nullopt : std::optional(std::move(locals));
}

std::optional<std::vector<Frame>> decode_frames(Bytes content, const Types& initial) {
  Cursor cursor(content);
  std::uint32_t count = cursor.u2();
  std::vector<Frame> frames;
  frames.reserve(std::min<std::size_t>(count, content.size()));
  Types locals = initial;
  std::size_t total = 0;
  for (std::uint32_t i = 0; i < count && cursor.ok(); ++i) {
    Frame frame;
    unsigned kind = cursor.u1();
    std::uint32_t delta = 0;
    if (kind < 64) {
      delta = kind;
    } else if (kind < 128) {
      delta = kind - 64;
      frame.stack.push_back(read_type(cursor));
    } else if (kind < 247) {
      return std::nullopt;
    } else {
      delta = cursor.u2();
      if (kind == 247) {
        frame.stack.push_back(read_type(cursor));
      } else if (kind < 251) {
        std::size_t removed = 251 - kind;
        if (removed > locals.size()) return std::nullopt;
        locals.resize(locals.size() - removed);
      } else if (kind < 255) {
        for (unsigned k = 251; k < kind; ++k) locals.push_back(read_type(cursor));
      } else {
        locals.clear();
        for (std::uint32_t n = cursor.u2(); n > 0 && cursor.ok(); --n) locals.push_back(read_type(cursor));
        for (std::uint32_t n = cursor.u2(); n > 0 && cursor.ok(); --n) frame.stack.push_back(read_type(cursor));
      }
    }
    total += locals.size() + frame.stack.size();
    if (locals.size() > 0xFFFF || total > kMaximumTypes) return std::nullopt;
    frame.pc = i == 0 ? delta : frames.back().pc + delta + 1;
    frame.locals = locals;
    frames.push_back(std::move(frame));
  }
  if (!cursor.ok() || !cursor.at_end()) return std::nullopt;
  return frames;
}

ByteBuffer encode_frames(const std::vector<Frame>& frames, const Types& initial) {
  ByteBuffer out;
  append_u2(out, static_cast<std::uint32_t>(frames.size()));
  const Types* before = &initial;
  std::uint32_t next = 0;  // the position of a frame whose delta is 0
  for (const Frame& frame : frames) {
    write_frame(out, frame, *before, frame.pc - next);
    before = &frame.locals;
    next = frame.pc + 1;
  }
  return out;
}

bool pad_to(Types& locals, std::uint32_t slot) {
  std::uint32_t used = 0;
  for (VerificationType type : locals) used += type.slots();
  if (used > slot) return false;
  locals.resize(locals.size() + (slot - used));
  return true;
}

}  // namespace snag::instrument
