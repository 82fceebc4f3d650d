// Generic signatures: any bytes are read or refused. Every node refers forwards or to nothing, so that a walk over the
// nodes ends.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "classfile/signature.h"

using namespace snag::classfile;

namespace {

void check(const std::vector<TypeNode>& nodes, std::string_view text) {
  if (nodes.size() > text.size()) std::abort();
  for (TypeIndex i = 0; i < nodes.size(); ++i) {
    for (TypeIndex next : {nodes[i].argument, nodes[i].next, nodes[i].inner}) {
      if (next != kNoType && (next <= i || next >= nodes.size())) std::abort();
    }
  }
}

void check(const snag::Error& error, std::string_view text) {
  if (!error.offset || *error.offset > text.size()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  if (auto parsed = parse_method_signature(text)) {
    check(parsed->nodes, text);
  } else {
    check(parsed.error(), text);
  }
  if (auto parsed = parse_field_signature(text)) {
    check(parsed->nodes, text);
  } else {
    check(parsed.error(), text);
  }
  return 0;
}
