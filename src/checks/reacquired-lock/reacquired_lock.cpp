// A lock taken twice inside another (Roberson & Boyapati, "A static analysis for automatic detection of atomicity
// violations in Java programs"): while a context lock is held, a witness lock is taken and given back twice.
//
//     synchronized boolean contains(Location point) {      context: this
//         double r1 = point.distanceTo(start);             takes and gives back point
//         double r2 = point.distanceTo(end);               again: point may have moved in between
//         …
//
// Code that holds the context is meant to be atomic as a whole; but what the witness protects may change between the
// two. The analysis is in method_locks.h (what a method does), lock_history.h (what has been taken and given back so
// far) and witnesses.h (the whole program). Here its witnesses become evidence; story.cpp tells it.
//
// Beyond the paper: the second section is looked at for whether it depends on the first, and both for the fields that
// they touch; objects that no other thread can have do not count, and neither do locks that every caller holds.
#include "checks/reacquired-lock/reacquired_lock.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <tuple>

#include "base/parallel.h"
#include "checks/reacquired-lock/judge.h"
#include "checks/reacquired-lock/story.h"
#include "checks/section_evidence.h"
#include "classfile/modified_utf8.h"
#include "findings/narrator.h"

namespace snag {

namespace {

using namespace reacquired;
using ir::ValueId;

static_assert(kMaximumLockDepth == AccessPath::kMaximumSteps);

class Collector {
 public:
  Collector(sections::Analysis& analysis, const Witnesses& witnesses, MethodLocks& method)
      : calls_(analysis.calls()),
        witnesses_(witnesses),
        node_(method.node()),
        method_(method.effects().method()),
        about_(analysis, method.effects()) {}

  ReacquiredLockEvidence evidence_of(const Witness& witness, const Judged& judged) const {
    const Twice& twice = witnesses_.twice(node_)[witness.twice];
    const KindDescriptor& kind = kReacquiredLockKinds[static_cast<std::size_t>(judged.kind)];
    ReacquiredLockEvidence evidence{about_.at(twice.second.at)};
    evidence.check = kReacquiredLock.id;
    evidence.kind = kind.id;
    evidence.severity = kind.severity;
    evidence.dismissals = judged.dismissals;
    evidence.relation = judged.kind;
    evidence.lock = lock_name(node_, witnesses_.locks(node_)[twice.second.lock]);
    evidence.first_lock = lock_name(node_, witnesses_.locks(node_)[judged.first.lock]);
    evidence.outer = outer_name(witness.contexts.front());
    evidence.other_outers = witness.contexts.size() - 1;
    if (judged.changed.valid()) evidence.subject.field = calls_.program().describe(judged.changed);
    evidence.subject.id = judged.changed;
    evidence.subject.locks = {evidence.outer, evidence.lock};
    const std::string called = about_.call_name(twice.second.at);
    evidence.highlight =
        called.empty() ? evidence.lock.substr(evidence.lock.rfind('.') + 1) : without_parentheses(called);
    evidence.cause = fmt::format("{}.{} {}", evidence.class_name, evidence.method, evidence.lock);
    const auto name_of = [&](FieldId field) {
      return field.valid() ? about_.field_name(field) : contents_of(evidence.lock);
    };
    for (FieldId field : judged.common) evidence.fields.push_back(name_of(field));
    if (evidence.fields.empty() && judged.other != nullptr && judged.changed.valid()) {
      evidence.fields.push_back(name_of(judged.changed));
    }
    const bool same_callee = judged.first.callee.valid() && judged.first.callee == twice.second.callee;
    if (same_callee && judged.first.at != twice.second.at && judged.answers) evidence.callee = called;
    evidence.loop = judged.first.at >= twice.second.at;
    evidence.first_line = method_.line(judged.first.at);
    evidence.second_line = method_.line(twice.second.at);
    add_private_lock(witnesses_.locks(node_)[twice.second.lock].last_field(), evidence);
    evidence.explicit_lock = judged.section->explicit_lock;

    std::vector<Step> steps = outer_steps(witness.contexts.front(), evidence.outer);
    add_taking(steps, judged.first, evidence.outer);
    const std::size_t pause = steps.size();
    add_taking(steps, twice.second, evidence.outer);
    evidence.threads = {{"T1", std::move(steps)}};
    if (judged.other != nullptr) {
      evidence.threads.push_back({"T2", {about_.interference(*judged.other, name_of(judged.changed))}});
    }
    interleave(evidence, pause);
    return evidence;
  }

 private:
  std::string lock_name(NodeId node, const AccessPath& lock) const {
    if (!lock.known()) return "a lock";
    return lock.text(calls_.program(), calls_.references(), calls_.ir(node));
  }

  // `this` of another method is told apart: Registry.this.
  std::string outer_name(const Confirmation& context) const {
    std::string text = lock_name(context.node, context.context.lock);
    bool is_this = text == "this" || text.starts_with("this.");
    if (context.node == node_ || !is_this) return text;
    const Program& program = calls_.program();
    std::string owner = program.describe(program[calls_.method(context.node)].owner);
    return owner.substr(owner.find_last_of(".$") + 1) + "." + text;
  }

  // A lock that only its own class can reach.
  void add_private_lock(FieldId field, ReacquiredLockEvidence& evidence) const {
    if (!field.valid()) return;
    const Program& program = calls_.program();
    ClassId owner = program[field].owner;
    bool is_private = (program[field].access & classfile::kAccPrivate) != 0;
    if (!is_private || owner == program[calls_.method(node_)].owner) return;
    evidence.private_lock = about_.field_name(field);
    evidence.private_owner = program.describe(owner);
  }

  // From where the outer lock is taken down to the method of both places.
  std::vector<Step> outer_steps(const Confirmation& context, const std::string& outer) const {
    std::vector<Step> steps = {
        about_.step(Role::kAcquire, about_.place(context.node, context.context.at), {outer}, outer)};
    if (!context.at.valid()) return steps;
    NodeId node = context.node, callee = context.callee;
    ValueId at = context.at;
    std::uint32_t index = context.in_callee;
    while (callee.valid()) {
      steps.push_back(about_.step(Role::kCall, about_.place(node, at), {outer}, method_name(callee)));
      const Potential& next = witnesses_.potential(callee)[index];
      node = callee;
      at = next.at;
      callee = next.callee;
      index = next.in_callee;
    }
    return steps;
  }

  void add_taking(std::vector<Step>& steps, const Mark& mark, const std::string& outer) const {
    NodeId node = node_, callee = mark.callee;
    ValueId at = mark.at;
    std::uint32_t index = mark.in_callee;
    std::string lock = lock_name(node_, witnesses_.locks(node_)[mark.lock]);
    while (callee.valid()) {
      steps.push_back(about_.step(Role::kCall, about_.place(node, at), {outer}, method_name(callee)));
      const TakenLock& next = witnesses_.taken(callee)[index];
      node = callee;
      at = next.at;
      callee = next.callee;
      index = next.in_callee;
    }
    steps.push_back(about_.step(Role::kAcquire, about_.place(node, at), {outer, lock}, lock));
  }

  std::string method_name(NodeId node) const {
    const Program& program = calls_.program();
    return classfile::to_utf8(program.text(program[calls_.method(node)].name)) + "()";
  }

  Calls& calls_;
  const Witnesses& witnesses_;
  const NodeId node_;
  const ir::MethodIr& method_;
  SectionEvidence about_;
};

void report_given_up(sections::Analysis& analysis, std::span<const Witness> found, std::span<const Judged> judged) {
  Program& program = analysis.calls().program();
  NodeId last;
  for (std::size_t n = 0; n < found.size(); ++n) {
    if (!judged[n].dismissals.contains(Dismissal::kNotExamined) || found[n].origin == last) continue;
    last = found[n].origin;
    MethodId method = analysis.calls().method(last);
    program.diagnostics().add(
        DiagnosticSeverity::kWarning, program.file_of(program[method].owner),
        {program.describe(method) + ": too many locks are taken twice in it; the last ones are reported only with "
                                    "--profile audit",
         std::nullopt});
  }
}

// One warning for each place where a witness is taken the second time: of several witnesses there, the one that says
// most. `found` is sorted by place.
void keep_one_for_each_place(const Witnesses& witnesses, std::span<const Witness> found, std::span<const Judged> judged,
                             std::vector<std::size_t>& chosen) {
  auto twice = [&](std::size_t n) -> const Twice& { return witnesses.twice(found[n].origin)[found[n].twice]; };
  auto same_place = [&](std::size_t a, std::size_t b) {
    return found[a].origin == found[b].origin && twice(a).second.at == twice(b).second.at;
  };
  auto rank = [&](std::size_t n) {
    const AccessPath& lock = witnesses.locks(found[n].origin)[twice(n).second.lock];
    return std::tuple(judged[n].kind, !judged[n].answers, witnesses.depth(twice(n).second), lock.steps().size(), n);
  };
  std::vector<std::size_t> result;
  for (std::size_t n : chosen) {
    if (result.empty() || !same_place(result.back(), n)) {
      result.push_back(n);
    } else if (rank(n) < rank(result.back())) {
      result.back() = n;
    }
  }
  chosen = std::move(result);
}

// Calls `visit(method, begin, end)` for each run of 0 to count - 1 with the same origin. A method may have thousands of
// witnesses, and what it does with locks is worked out once for all of them.
void for_each_origin(const Witnesses& witnesses, std::size_t count, unsigned jobs,
                     const std::function<NodeId(std::size_t)>& origin_of,
                     const std::function<void(MethodLocks&, std::size_t, std::size_t)>& visit) {
  std::vector<std::size_t> starts;
  for (std::size_t n = 0; n < count; ++n) {
    if (n == 0 || origin_of(n) != origin_of(n - 1)) starts.push_back(n);
  }
  starts.push_back(count);
  parallel_ranges(starts.size() - 1, jobs, /*grain=*/1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      MethodLocks method(witnesses.inputs(), origin_of(starts[n]));
      visit(method, starts[n], starts[n + 1]);
    }
  });
}

}  // namespace

std::vector<Finding> check_reacquired_lock(const Analyses& analyses) {
  const CheckInput& input = analyses.input();
  sections::Analysis& analysis = analyses.sections();
  const CallGraph* graph = analyses.call_graph();
  std::optional<Stats::Pass> pass(std::in_place, input.stats, "locks taken twice");
  const Witnesses witnesses(analysis, graph,
                            {.lock_depth = input.options.number(kLockDepth, kMaximumLockDepth),
                             .relaxed = input.options.flag(kRelaxed),
                             .jobs = input.jobs});
  pass->count("methods that take locks", witnesses.counts().takers);
  pass->count("potential witnesses", witnesses.counts().potential);
  pass->count("left out", witnesses.counts().left_out);
  pass->count("methods given up", witnesses.counts().given_up);
  pass.reset();
  std::vector<Witness> found;
  for (Witness& witness : witnesses.all()) {
    if (!analysis.calls().is_application(witness.origin)) continue;
    if (is_wanted(input.profile, distance_of(witnesses, witness))) found.push_back(std::move(witness));
  }
  const Judge judge(analysis, witnesses, found, input.jobs);

  std::vector<Judged> judged(found.size());
  for_each_origin(
      witnesses, found.size(), input.jobs, [&](std::size_t n) { return found[n].origin; },
      [&](MethodLocks& method, std::size_t begin, std::size_t end) {
        Judge::Origin origin(method);
        for (std::size_t n = begin; n < end; ++n) judged[n] = judge.judge(found[n], origin);
      });
  report_given_up(analysis, found, judged);
  std::vector<std::size_t> chosen;
  for (std::size_t n = 0; n < found.size(); ++n) {
    if (is_wanted(input.profile, judged[n].dismissals)) chosen.push_back(n);
  }
  keep_one_for_each_place(witnesses, found, judged, chosen);

  std::vector<Finding> findings(chosen.size());
  for_each_origin(
      witnesses, chosen.size(), input.jobs, [&](std::size_t n) { return found[chosen[n]].origin; },
      [&](MethodLocks& method, std::size_t begin, std::size_t end) {
        const Collector collector(analysis, witnesses, method);
        for (std::size_t n = begin; n < end; ++n) {
          findings[n] = narrate(collector.evidence_of(found[chosen[n]], judged[chosen[n]]));
        }
      });
  return findings;
}

}  // namespace snag
