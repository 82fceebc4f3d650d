// Names and descriptors: the quick checks, the parser and the printers must agree with each other on any bytes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "classfile/descriptor.h"

using namespace snag::classfile;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  auto parsed = parse_method_descriptor(text);
  if (parsed.has_value() != is_method_descriptor(text)) std::abort();
  if (parsed) {
    std::size_t length = 2 + parsed->result.size();
    for (std::string_view parameter : parsed->parameters) {
      if (!is_field_descriptor(parameter)) std::abort();
      length += parameter.size();
    }
    if (length != size || parsed->slot_count() > kMaxArgumentSlots) std::abort();
    if (parsed->result != "V" && !is_field_descriptor(parsed->result)) std::abort();
  }
  std::size_t first = field_descriptor_length(text);
  if (first > size || (first != 0 && !is_field_descriptor(text.substr(0, first)))) std::abort();
  if (is_field_descriptor(text) && text.front() == 'L' && !is_class_name(class_of_descriptor(text))) std::abort();
  if (is_class_name(text) && text.find('/') == std::string_view::npos && !is_unqualified_name(text)) std::abort();
  if (is_method_name(text) && !is_unqualified_name(text)) std::abort();
  class_of_descriptor(text);
  to_source_class(text);
  to_source_type(text);
  to_source_method("m", text);
  return 0;
}
