// The list of checks: the one line that a new check needs outside its own folder.
#include <algorithm>
#include <array>
#include <iterator>

#include "checks/block-atomicity/block_atomicity.h"
#include "checks/check.h"
#include "checks/stale-value/stale_value.h"

namespace snag {

namespace {

struct Check {
  CheckDescriptor descriptor;
  std::vector<Finding> (*find)(const CheckInput&);
};

constexpr Check kChecks[] = {
    {kStaleValue, find_stale_values},
    {kBlockAtomicity, find_block_atomicity},
};

}  // namespace

std::span<const CheckDescriptor> all_checks() {
  static constexpr auto kDescriptors = [] {
    std::array<CheckDescriptor, std::size(kChecks)> descriptors;
    std::transform(std::begin(kChecks), std::end(kChecks), descriptors.begin(),
                   [](const Check& check) { return check.descriptor; });
    return descriptors;
  }();
  return kDescriptors;
}

std::vector<Finding> run_checks(const CheckInput& input, std::span<const std::string_view> ids) {
  std::vector<Finding> findings;
  for (const Check& check : kChecks) {
    if (std::find(ids.begin(), ids.end(), check.descriptor.id) == ids.end()) continue;
    Stats::Pass pass(input.stats, std::string(check.descriptor.id));
    std::vector<Finding> found = check.find(input);
    pass.count("findings", found.size());
    findings.insert(findings.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  }
  finish_findings(findings);
  return findings;
}

}  // namespace snag
