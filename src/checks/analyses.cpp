#include "checks/analyses.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "checks/annotation_policy.h"

namespace snag {

namespace {

bool contains(std::span<const std::string_view> ids, std::string_view id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

bool is_needed(AnalysisId analysis, std::span<const std::string_view> ids) {
  const std::vector<std::string_view> by = checks_that_need(analysis);
  return std::any_of(by.begin(), by.end(), [&](std::string_view check) { return contains(ids, check); });
}

bool assumes_shared(const CheckInput& input) {
  const std::string by_profile(input.profile == Profile::kAudit ? kAssumeShared : kAssumeUnshared);
  return input.options.value(kAssumeUnknown).value_or(by_profile) == kAssumeShared;
}

}  // namespace

Analyses::Analyses(const CheckInput& input, std::span<const std::string_view> ids) : input_(input) {
  // The critical sections come with what each call may run, which the review policy needs too (annotation_policy.h).
  const bool review = input.profile == Profile::kReview;
  if (review || is_needed(AnalysisId::kCriticalSections, ids)) find_critical_sections();

  // The program's objects and threads. Beyond this point the critical sections know which locks all callers hold, and
  // which writers can get in between.
  if (input.threads && sections_ != nullptr) follow_threads();
  if (whole_program_ == nullptr) note_checks_without_threads(ids);

  // The call graph comes after them: whether it is affordable depends on the number of methods that they counted. A
  // check that needs it therefore needs the critical sections, too.
  if (is_needed(AnalysisId::kCallGraph, ids)) build_graph_of_calls();
}

void Analyses::find_critical_sections() {
  Stats::Pass pass(input_.stats, "critical sections");
  sections_ = std::make_unique<sections::Analysis>(
      input_.store, input_.models, input_.application,
      sections::Analysis::Options{.unknown_is_shared = assumes_shared(input_),
                                  .all_block_uses = input_.profile == Profile::kAudit,
                                  .all_contexts = input_.threads,
                                  .jobs = input_.jobs});
  pass.count("methods", sections_->counts().methods);
  pass.count("sections", sections_->counts().sections);
  pass.count("reads", sections_->counts().origins);
  pass.count("methods given up", sections_->counts().given_up);
  input_.stats.note_given_up(sections_->counts().given_up, {"method was", "methods were"},
                             "too large for the flow of values under locks: stale values there may be missed");
}

void Analyses::follow_threads() {
  Result<std::unique_ptr<WholeProgramAnalysis>> analysis = WholeProgramAnalysis::run(
      *sections_, input_.store, input_.models,
      {.entries = input_.entries, .jobs = input_.jobs, .steps = input_.object_steps}, input_.stats);
  if (!analysis) return;  // an entry that does not exist: the command line has reported it already
  if ((*analysis)->gave_up().empty()) {
    whole_program_ = std::move(*analysis);
    interference_ = std::make_unique<ThreadInterference>(*whole_program_, *sections_);
  } else {
    input_.stats.note_given_up((*analysis)->gave_up());
    interference_ = std::make_unique<sections::NotFollowed>();
  }
  sections_->set_can_interfere(interference_.get());
}

void Analyses::note_checks_without_threads(std::span<const std::string_view> ids) {
  std::vector<std::string_view> silent = checks_that_need(AnalysisId::kWholeProgram);
  std::erase_if(silent, [&](std::string_view check) { return !contains(ids, check); });
  if (silent.empty()) return;
  input_.stats.note_given_up(fmt::format("{} {} nothing without the program's objects and threads",
                                         fmt::join(silent, ", "), silent.size() == 1 ? "finds" : "find"));
}

void Analyses::build_graph_of_calls() {
  if (whole_program_ != nullptr && !input_.call_graph) return;  // it has the better graph
  // The better graph is built by one thread, and costs more the larger the program is: JFreeChart, TuxGuitar, Jetty and
  // Derby together (58,000 methods, in one process) take 2.4 s without it, and 4.8 s with it.
  constexpr std::uint64_t kAffordableMethods = 40'000;
  const bool affordable = sections_->counts().methods <= kAffordableMethods;
  const CallGraphAlgorithm algorithm =
      input_.call_graph.value_or(affordable ? CallGraphAlgorithm::kVta : CallGraphAlgorithm::kCha);
  constexpr std::string_view kTooLarge = "so calls may run whatever the class hierarchy allows (--call-graph chooses)";
  if (!affordable && !input_.call_graph) {
    input_.stats.note_given_up(fmt::format("the program is too large for a call graph, {}", kTooLarge));
  }
  // Class hierarchy analysis needs no graph: Calls has its targets.
  if (algorithm == CallGraphAlgorithm::kCha) return;
  Stats::Pass pass(input_.stats, "call graph");
  CallGraphOptions options{.algorithm = algorithm, .entries = input_.entries, .jobs = input_.jobs};
  if (!input_.call_graph) options.maximum_steps = input_.affordable_steps;
  Result<CallGraphResult> built = build_call_graph(input_.store, input_.models, options);
  if (!built) return;  // an entry that does not exist: the command line has reported it already
  call_graph_ = std::make_unique<CallGraphResult>(std::move(*built));
  pass.count("methods", call_graph_->graph.methods().size());
  pass.count("given up", call_graph_->complete ? 0 : 1);
  if (!call_graph_->complete) input_.stats.note_given_up(fmt::format("the call graph was given up, {}", kTooLarge));
}

const CallGraph* Analyses::call_graph() const {
  if (whole_program_ != nullptr && !input_.call_graph) return &whole_program_->call_graph();
  return call_graph_ != nullptr && call_graph_->complete ? &call_graph_->graph : nullptr;
}

std::vector<Finding> find_defects(const Analyses& analyses, std::span<const std::string_view> ids) {
  std::vector<Finding> findings;
  AnnotationPolicy policy(analyses);
  for (const CodeCheck& check : code_checks()) {
    if (!contains(ids, check.descriptor->id)) continue;
    Stats::Pass pass(analyses.input().stats, std::string(check.descriptor->id));
    std::vector<Finding> found = check.find(analyses);
    std::erase_if(found, [&](Evidence& evidence) {
      evidence.dismissals.add(policy.dismissals_of(evidence.position));
      return !is_wanted(analyses.input().profile, evidence.dismissals);
    });
    pass.count("findings", found.size());
    findings.insert(findings.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  }
  return findings;
}

}  // namespace snag
