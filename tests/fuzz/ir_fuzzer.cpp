// SSA of arbitrary code: what validation lets pass must be built or refused, and what is built must be sound and read
// back from its text as it was.
//
// An input that begins as class files do is one. Any other is the body of a method in a class whose constants are
// given, since mutated class files seldom get as far as their code:
//   max_stack, max_locals, shape (access and descriptor), number of handlers (0 to 3), four bytes for each of them
//   (start, end, handler, type), code.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/class_writer.h"
#include "classfile/validate.h"
#include "ir/builder.h"
#include "ir/text.h"
#include "ir/verify.h"

namespace {

using namespace snag;
using classfile::ByteBuffer;
using classfile::ClassWriter;
using classfile::ConstantTag;

void fail(const std::string& what, const std::string& text) {
  std::fprintf(stderr, "%s\n%s\n", what.c_str(), text.c_str());
  std::abort();
}

void check(Bytes bytes) {
  Result<classfile::ClassFile> file = classfile::ClassFile::parse(bytes);
  if (!file) return;
  static classfile::Validator validator;
  if (validator.check(*file)) return;
  // Fresh for each input, so that memory does not grow and every input is reproducible alone.
  Names names;
  ir::References references;
  ir::Builder builder(names, references);
  builder.begin_class(*file);
  for (const classfile::Member& method : file->methods()) {
    auto built = builder.build(method);
    if (!built || !*built) continue;
    const ir::MethodIr& ir = **built;
    if (auto problem = ir::verify(ir, names, references)) fail(*problem, ir::print(ir, names, references));
    if (ir.instructions.size() > 2000) continue;  // keeps the fuzzer quick
    std::string text = ir::print(ir, names, references);
    auto again = ir::parse(text, names, references);
    if (!again) fail(again.error().message, text);
    if (ir::print(*again, names, references) != text) fail("the text reads back differently", text);
  }
}

// Java 1.5: subroutines are allowed, stack maps are not needed.
const ClassWriter& class_with_constants() {
  static const ClassWriter prototype = [] {
    ClassWriter writer(49, 0x21, "a/B", "java/lang/Object");
    writer.member(ConstantTag::kFieldref, "a/B", "f", "I");
    writer.member(ConstantTag::kFieldref, "a/B", "g", "J");
    writer.member(ConstantTag::kFieldref, "a/B", "h", "[La/B;");
    writer.member(ConstantTag::kMethodref, "a/B", "m", "(IJ)I");
    writer.member(ConstantTag::kMethodref, "a/B", "n", "()D");
    writer.member(ConstantTag::kMethodref, "a/B", "<init>", "()V");
    writer.member(ConstantTag::kInterfaceMethodref, "a/I", "i", "(F)La/B;");
    writer.class_constant("[[I");
    writer.string_constant("text");
    writer.integer(1 << 20);
    writer.long_constant(-1);
    return writer;
  }();
  return prototype;
}

void check_code(Bytes input) {
  static constexpr std::array<const char*, 8> kDescriptors = {
      "()V", "(I)I", "(IJ)J", "(FD)D", "()F", "(La/B;)La/B;", "([I[La/B;)V", "(ILjava/lang/Object;)I"};
  constexpr std::size_t kHead = 4;
  if (input.size() <= kHead) return;
  ClassWriter writer = class_with_constants();
  std::size_t handlers = std::min<std::size_t>(input[3] % 4, (input.size() - kHead - 1) / 4);
  std::vector<classfile::ExceptionHandler> table;
  for (std::size_t h = 0; h < handlers; ++h) {
    const std::uint8_t* row = input.data() + kHead + 4 * h;
    classfile::ConstantIndex type = row[3] % 2 == 0 ? classfile::ConstantIndex{0} : writer.class_constant("a/E");
    table.push_back({row[0], row[1], row[2], type});
  }
  auto access = static_cast<std::uint16_t>(((input[2] & 8) != 0 ? classfile::kAccStatic : 0) |
                                           ((input[2] & 16) != 0 ? classfile::kAccSynchronized : 0));
  auto code = writer.code_attribute(input[0], input[1], input.subspan(kHead + 4 * handlers), table);
  writer.add_method(access, "m", kDescriptors[input[2] % 8]).attributes.push_back(std::move(code));
  ByteBuffer bytes = writer.bytes();
  check(bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  bool is_class = size >= 4 && load_u4(data) == 0xCAFE'BABE;
  if (is_class) {
    check(Bytes(data, size));
  } else {
    check_code(Bytes(data, size));
  }
  return 0;
}
