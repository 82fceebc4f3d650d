// The IR's text form: any text is an error or IR, which the verifier survives and which prints as it is read back.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "ir/text.h"
#include "ir/verify.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace snag;
  Names names;
  ir::References references;
  auto ir = ir::parse(std::string_view(reinterpret_cast<const char*>(data), size), names, references);
  if (!ir) return 0;
  ir::verify(*ir, names, references);
  std::string text = ir::print(*ir, names, references);
  auto again = ir::parse(text, names, references);
  if (!again || ir::print(*again, names, references) != text) {
    std::fprintf(stderr, "does not read back:\n%s\n", text.c_str());
    std::abort();
  }
  return 0;
}
