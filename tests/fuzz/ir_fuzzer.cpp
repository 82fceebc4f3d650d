// SSA of arbitrary class files: what validation lets pass must be built or refused, and what is built must be sound and
// read back from its text as it was.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "classfile/class_file.h"
#include "classfile/validate.h"
#include "ir/builder.h"
#include "ir/text.h"
#include "ir/verify.h"

namespace {

using namespace snag;

void fail(const std::string& what, const std::string& text) {
  std::fprintf(stderr, "%s\n%s\n", what.c_str(), text.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Result<classfile::ClassFile> file = classfile::ClassFile::parse(Bytes(data, size));
  if (!file) return 0;
  static classfile::Validator validator;
  if (validator.check(*file)) return 0;
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
  return 0;
}
