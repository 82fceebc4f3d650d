// Any text as a models file: an error or models, never anything else.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/names.h"
#include "library/models.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  snag::Names names;
  snag::library::Models models(names);
  (void)models.load(std::string_view(reinterpret_cast<const char*>(data), size), "fuzz.toml");
  (void)models.explores("java/util/HashMap");
  return 0;
}
