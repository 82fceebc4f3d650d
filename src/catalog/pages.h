// The pages of the checks and of their kinds, in Markdown: what `snag explain` prints, and the help in the reports.
#pragma once

#include <string_view>

namespace snag {

// docs/checks/<name>.md, embedded, for the name of a check or of a kind (catalog.h); empty if there is no such page.
std::string_view page_of(std::string_view name);

}  // namespace snag
