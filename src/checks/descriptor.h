// What there is to know of the checks without running them: for the command line, its help, and the reports' rules.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace snag {

enum class Profile : std::uint8_t { kReview, kAudit };  // what a reviewer should read; everything
enum class AssumeUnknown : std::uint8_t { kShared, kUnshared };

struct CheckDescriptor {
  std::string_view id;     // stale-value
  std::string_view title;  // one line, for --help, the docs' index and SARIF's rules
};

// In the order in which they run and are listed. The page of a check (docs/checks/<id>.md) is embedded.
std::span<const CheckDescriptor> all_checks();

}  // namespace snag
