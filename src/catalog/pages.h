// The pages of the checks and of their kinds, in Markdown: what `snag explain` prints, and the help in the reports.
#pragma once

#include <string_view>

namespace snag {

// docs/checks/<check>.md and docs/checks/<check>/<kind>.md, embedded; empty when there is no such page.
std::string_view page_of(std::string_view check);
std::string_view page_of(std::string_view check, std::string_view kind);

}  // namespace snag
