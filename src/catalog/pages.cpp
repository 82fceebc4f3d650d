#include "catalog/pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>

#include "base/embedded.h"

namespace snag {

namespace {

std::string_view page_named(const std::string& name) {
  std::span<const EmbeddedFile> pages = embedded_check_pages();
  auto page = std::lower_bound(pages.begin(), pages.end(), name,
                               [](const EmbeddedFile& file, const std::string& wanted) { return file.name < wanted; });
  return page != pages.end() && page->name == name ? page->content : std::string_view();
}

}  // namespace

std::string_view page_of(std::string_view check) { return page_named(fmt::format("{}.md", check)); }

std::string_view page_of(std::string_view check, std::string_view kind) {
  return page_named(fmt::format("{}/{}.md", check, kind));
}

}  // namespace snag
