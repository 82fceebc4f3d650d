// Moves the positions in the attributes of a Code attribute to where the code is now.
#pragma once

#include <cstdint>
#include <functional>

#include "classfile/class_file.h"
#include "classfile/class_writer.h"

namespace snag::instrument {

// The functions take a position in the old code. CodeEditor::Position explains `label` and `at`.
struct CodeMoves {
  std::uint32_t code_length = 0;    // of the old code
  std::uint32_t first_handler = 0;  // the number of new entries before the old ones in the exception table
  std::function<bool(std::uint32_t)> is_instruction;
  std::function<std::uint32_t(std::uint32_t)> label;  // also of the end of the code
  std::function<std::uint32_t(std::uint32_t)> at;
};

// Returns false if the attribute must be left out, because it is unknown or wrong.
bool move_code_attribute(const classfile::ClassFile& file, const classfile::Attribute& attribute,
                         const CodeMoves& moves, classfile::ByteBuffer& out);

}  // namespace snag::instrument
