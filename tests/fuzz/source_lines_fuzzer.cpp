// Lines of sources: of any bytes the excerpt is printable, no wider than asked, and the caret stands below the text.
// The first line of the input is the word that is looked for. A package is read from whatever there is.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "report/printable.h"
#include "report/source_lines.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kWidth = 40;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(std::min(end + 1, text.size()));
  const snag::Excerpt shown = snag::excerpt(line, text.substr(0, end), kWidth);
  if (snag::printable(shown.text) != shown.text || snag::columns(shown.text) > kWidth) std::abort();
  if (shown.word && *shown.word >= shown.text.size()) std::abort();
  if (snag::declared_package(text).size() > size) std::abort();
  return 0;
}
