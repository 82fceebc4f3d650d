#include "catalog/pages.h"

#include <absl/algorithm/container.h>
#include <fmt/format.h>

#include <span>
#include <string>

#include "base/embedded.h"

namespace snag {

std::string_view page_of(std::string_view name) {
  const std::span<const EmbeddedFile> pages = embedded_check_pages();
  const std::string file = fmt::format("{}.md", name);
  const auto page = absl::c_find_if(pages, [&](const EmbeddedFile& known) { return known.name == file; });
  return page == pages.end() ? std::string_view() : page->content;
}

}  // namespace snag
