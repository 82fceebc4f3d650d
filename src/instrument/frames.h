// Stack maps (JVMS 4.7.4) as absolute frames: they are decoded, extended by local variables, and encoded again in the
// smallest form.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <absl/container/inlined_vector.h>

#include "base/cursor.h"
#include "classfile/class_writer.h"

namespace snag::instrument {

struct VerificationType {
  enum Tag : std::uint8_t {
    kTop,
    kInteger,
    kFloat,
    kDouble,
    kLong,
    kNull,
    kUninitializedThis,
    kObject,
    kUninitialized,
  };
  Tag tag = kTop;
  std::uint16_t data = 0;  // kObject: class constant; kUninitialized: position of the `new`

  unsigned slots() const { return tag == kDouble || tag == kLong ? 2 : 1; }
  friend bool operator==(const VerificationType&, const VerificationType&) = default;
};
using Types = absl::InlinedVector<VerificationType, 12>;

struct Frame {
  std::uint32_t pc = 0;
  Types locals, stack;
};

// Returns the types of the locals at the start of a method, or nothing if its descriptor is malformed or the constant
// pool is full.
std::optional<Types> initial_locals(classfile::ClassWriter& writer, const classfile::ClassFile& file,
                                    const classfile::Member& method);

// Returns nothing if the bytes are not a stack map.
std::optional<std::vector<Frame>> decode_frames(Bytes content, const Types& initial);
classfile::ByteBuffer encode_frames(const std::vector<Frame>& frames, const Types& initial);

// Appends kTop up to that slot. Returns false if the locals already reach beyond it.
bool pad_to(Types& locals, std::uint32_t slot);

}  // namespace snag::instrument
