// What there is to know of the checks without running them: for the command line, its help, and the reports' rules.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "findings/finding.h"

namespace snag {

enum class Profile : std::uint8_t { kReview, kAudit };  // what a reviewer should read; everything
enum class AssumeUnknown : std::uint8_t { kShared, kUnshared };

// Fields and elements on the way to a lock that has a name: sections::AccessPath::kMaximumSteps (reacquired_lock.cpp
// sees to that).
inline constexpr unsigned kMaximumLockDepth = 5;

struct ReacquiredLockOptions {
  bool relaxed = false;                     // two different locks, one after the other, count as well
  unsigned lock_depth = kMaximumLockDepth;  // a lock with a longer name is an unknown one
};

struct KindDescriptor {
  std::string_view id;  // lost-update
  Severity severity;    // what it has as a rule; a finding may have a lower one
  std::string_view title;
};

struct CheckDescriptor {
  // Which command runs it: `snag check`; `snag run`; `snag run`, whatever its --checks says.
  enum class Runs : std::uint8_t { kOnCode, kOnProgram, kOnAnyProgram };

  std::string_view id;     // stale-value
  std::string_view title;  // one line, for --help, the docs' index and SARIF's rules
  std::span<const KindDescriptor> kinds;
  Runs runs = Runs::kOnCode;
};

// In the order in which they run and are listed. The pages of a check and of its kinds (docs/checks/<id>.md and
// docs/checks/<id>/<kind>.md) are embedded.
std::span<const CheckDescriptor> all_checks();

// Null when there is none of that id.
const CheckDescriptor* find_check(std::string_view id);

// `stale-value`; with their kinds also `stale-value/lost-update`.
std::vector<std::string> names_of_checks(bool with_kinds);

}  // namespace snag
