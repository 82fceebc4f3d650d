// The attributes of a Code attribute that name positions in the code, moved to where the code went.
#pragma once

#include <cstdint>
#include <functional>

#include "classfile/class_file.h"
#include "classfile/class_writer.h"

namespace snag::instrument {

struct CodeMoves {
  std::uint32_t code_length = 0;    // of the old code
  std::uint32_t first_handler = 0;  // how many new entries stand before the old ones in the exception table
  std::function<bool(std::uint32_t)> is_instruction;
  std::function<std::uint32_t(std::uint32_t)> label;  // of an old position, the end of the code included
  std::function<std::uint32_t(std::uint32_t)> at;
};

// False: leave the attribute out. That is so for the unknown ones, and for those that are wrong.
bool move_code_attribute(const classfile::ClassFile& file, const classfile::Attribute& attribute,
                         const CodeMoves& moves, classfile::ByteBuffer& out);

}  // namespace snag::instrument
