// The list of checks: the one line that a new check needs outside its own folder.
#include <algorithm>
#include <array>
#include <iterator>

#include "checks/analyses.h"
#include "checks/annotation_policy.h"
#include "checks/block-atomicity/block_atomicity.h"
#include "checks/check.h"
#include "checks/reacquired-lock/reacquired_lock.h"
#include "checks/run_time.h"
#include "checks/stale-value/stale_value.h"
#include "findings/names.h"

namespace snag {

namespace {

struct Check {
  CheckDescriptor descriptor;
  std::vector<Finding> (*find)(Analyses&);  // null: the agent finds
};

constexpr Check kChecks[] = {
    {kStaleValue, find_stale_values}, {kBlockAtomicity, find_block_atomicity}, {kReacquiredLock, find_reacquired_locks},
    {kObjectRace, nullptr},           {kObjectConsistency, nullptr},           {kDeadlock, nullptr},
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

const CheckDescriptor* find_check(std::string_view id) {
  const std::span<const CheckDescriptor> checks = all_checks();
  const auto it =
      std::find_if(checks.begin(), checks.end(), [&](const CheckDescriptor& check) { return check.id == id; });
  return it == checks.end() ? nullptr : &*it;
}

std::vector<std::string> names_of_checks(bool with_kinds) {
  std::vector<std::string> names;
  for (const CheckDescriptor& check : all_checks()) {
    names.emplace_back(check.id);
    if (!with_kinds) continue;
    for (const KindDescriptor& kind : check.kinds) names.push_back(kind_name(check.id, kind.id));
  }
  return names;
}

sections::Analysis& Analyses::sections() {
  if (sections_ == nullptr) {
    Stats::Pass pass(input_.stats, "critical sections");
    sections_ = std::make_unique<sections::Analysis>(
        input_.store, input_.models, input_.application,
        sections::Analysis::Options{.unknown_is_shared = input_.assume_unknown == AssumeUnknown::kShared,
                                    .all_block_uses = input_.profile == Profile::kAudit,
                                    .jobs = input_.jobs});
    pass.count("methods", sections_->counts().methods);
    pass.count("sections", sections_->counts().sections);
    pass.count("reads", sections_->counts().origins);
    pass.count("methods given up", sections_->counts().given_up);
  }
  return *sections_;
}

const CallGraph* Analyses::call_graph() {
  // The better graph is made by one thread, and costs more the larger the program is: JFreeChart, TuxGuitar, Jetty and
  // Derby together (58,000 methods, in one process) take 2.4 s without it, and 4.8 s with it.
  constexpr std::uint64_t kAffordableMethods = 40'000;
  bool affordable = sections().counts().methods <= kAffordableMethods;
  CallGraphAlgorithm algorithm =
      input_.call_graph.value_or(affordable ? CallGraphAlgorithm::kVta : CallGraphAlgorithm::kCha);
  // Class hierarchy analysis needs no graph: Calls has its answers.
  if (algorithm == CallGraphAlgorithm::kCha) return nullptr;
  if (call_graph_ == nullptr) {
    Stats::Pass pass(input_.stats, "call graph");
    CallGraphOptions options{.algorithm = algorithm, .entries = input_.entries, .jobs = input_.jobs};
    // About a second. Of the corpus' packages Guava (157 million, 4 s) and ZooKeeper with Netty behind it (150 million,
    // 6 s) need more.
    constexpr std::uint64_t kAffordableSteps = 25'000'000;
    if (!input_.call_graph) options.maximum_steps = kAffordableSteps;
    Result<CallGraphResult> built = build_call_graph(input_.store, input_.models, options);
    if (!built) return nullptr;  // an entry that does not exist: the command line has said so already
    call_graph_ = std::make_unique<CallGraphResult>(std::move(*built));
    pass.count("methods", call_graph_->graph.methods().size());
    pass.count("given up", call_graph_->complete ? 0 : 1);
  }
  return call_graph_->complete ? &call_graph_->graph : nullptr;
}

std::vector<Finding> run_checks(const CheckInput& input, std::span<const std::string_view> ids) {
  Analyses analyses(input);
  return run_checks(analyses, ids);
}

std::vector<Finding> run_checks(Analyses& analyses, std::span<const std::string_view> ids) {
  std::vector<Finding> findings = find_unfinished(analyses, ids);
  identify_findings(findings);
  finish_findings(findings);
  return findings;
}

std::vector<Finding> find_unfinished(Analyses& analyses, std::span<const std::string_view> ids) {
  std::vector<Finding> findings;
  AnnotationPolicy policy(analyses);
  const bool audit = analyses.input().profile == Profile::kAudit;
  for (const Check& check : kChecks) {
    if (check.find == nullptr || std::find(ids.begin(), ids.end(), check.descriptor.id) == ids.end()) continue;
    Stats::Pass pass(analyses.input().stats, std::string(check.descriptor.id));
    std::vector<Finding> found = check.find(analyses);
    if (!audit) std::erase_if(found, [&](const Finding& finding) { return !policy.is_for_review(finding); });
    pass.count("findings", found.size());
    findings.insert(findings.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  }
  return findings;
}

}  // namespace snag
