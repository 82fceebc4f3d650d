// Everything that reads a class file, over arbitrary bytes: parsing, validation, every typed reader, code. What can be
// parsed can be copied, and the copy has the same bytes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "classfile/annotations.h"
#include "classfile/class_file.h"
#include "classfile/class_writer.h"
#include "classfile/instruction.h"
#include "classfile/validate.h"

namespace {

using namespace snag;
using namespace snag::classfile;

void require(bool condition) {
  if (!condition) std::abort();
}

void read_constants(const ConstantPool& constants) {
  for (std::uint32_t i = 0; i <= constants.size(); ++i) {  // one index too many: it returns empty values
    constants.utf8(i), constants.class_name(i), constants.string(i);
    constants.method_type(i), constants.integer(i), constants.float_value(i), constants.long_value(i);
    constants.double_value(i), constants.name_and_type(i), constants.member(i), constants.method_handle(i);
    constants.dynamic(i), constants.content(i);
  }
}

void read_method(const ClassFile& file, const Member& method, bool valid) {
  Result<std::optional<Code>> code = read_code(file, method);
  require(code.has_value() || !valid);
  if (!code || !code->has_value()) return;
  line_numbers(file, **code);
  local_variables(file, **code);
  Instruction instruction;
  std::uint32_t pc = 0;
  while (pc < (*code)->code.size()) {
    const char* problem = decode_instruction((*code)->code, pc, instruction);
    require(problem == nullptr || !valid);
    if (problem != nullptr) return;
    for (std::uint32_t i = 0; i < instruction.cases; ++i) switch_case((*code)->code, instruction, i);
    pc = instruction.next();
  }
  require(pc == (*code)->code.size());
}

// Both ways through an annotation: some are read, the others skipped.
bool wants(std::string_view type) { return type.size() % 4 != 0; }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Validator validator;
  Result<ClassFile> file = ClassFile::parse(Bytes(data, size));
  if (!file) return 0;
  bool valid = !validator.check(*file).has_value();
  read_constants(file->constants());
  for (std::uint32_t i = 0; i < file->interface_count(); ++i) file->constants().class_name(file->interface_at(i));
  for (const Member& field : file->fields()) {
    signature(*file, file->attributes(field));
    annotations(*file, file->attributes(field), wants);
  }
  for (const Member& method : file->methods()) {
    read_method(*file, method, valid);
    signature(*file, file->attributes(method));
    annotations(*file, file->attributes(method), wants);
  }
  bootstrap_methods(*file), inner_classes(*file), source_file(*file);
  annotations(*file, file->attributes(), wants);
  signature(*file, file->attributes());

  ByteBuffer copy = ClassWriter::copy_of(*file).bytes();
  require(copy.size() == size && std::equal(copy.begin(), copy.end(), data));
  return 0;
}
