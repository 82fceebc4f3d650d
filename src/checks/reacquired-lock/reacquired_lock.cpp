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
// far) and witnesses.h (the whole program). Here its witnesses become evidence, from which story.cpp writes
// the sentences.
//
// Beyond the paper: the second section is looked at for whether it depends on the first, and both for the fields that
// they touch; objects that no other thread can have do not count, and neither do locks that every caller holds.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <tuple>

#include "base/parallel.h"
#include "checks/reacquired-lock/descriptor.h"
#include "checks/reacquired-lock/judge.h"
#include "checks/reacquired-lock/story.h"
#include "checks/section_evidence.h"
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
    const Twice& twice = witnesses_.twice(witness);
    const KindDescriptor& kind = kReacquiredLockKinds[static_cast<std::size_t>(judged.kind)];
    ReacquiredLockEvidence evidence{about_.at(twice.second.at)};
    evidence.check = kReacquiredLock.id;
    evidence.kind = kind.id;
    evidence.severity = kind.severity;
    evidence.dismissals = judged.dismissals;
    evidence.relation = judged.kind;
    const Confirmation& context = witness.contexts.front();
    evidence.lock = lock_name(witnesses_.lock(witness));
    evidence.first_lock = lock_name(witnesses_.locks(node_)[judged.first.lock]);
    evidence.outer = outer_name(context);
    evidence.other_outers = witness.contexts.size() - 1;
    if (judged.changed.valid()) evidence.subject.field = calls_.program().describe(judged.changed);
    if (judged.changed.valid()) evidence.not_atomic = {evidence.subject.field};
    evidence.clarity = 2;
    evidence.subject.id = judged.changed;
    evidence.subject.locks = {evidence.outer, evidence.lock};
    evidence.subject.lock_keys = {outer_key(context), lock_key(node_, witnesses_.lock(witness))};
    const std::string called = about_.call_name(twice.second.at);
    evidence.highlight =
        called.empty() ? evidence.lock.substr(evidence.lock.find_last_of(". ") + 1) : without_parentheses(called);
    // All loops over one Vector of a class are repaired alike.
    const bool of_class = judged.section->library && witnesses_.lock(witness).last_field().valid();
    const std::string by = of_class ? std::string() : "." + evidence.method;
    evidence.cause = fmt::format("{}{} {}", evidence.class_name, by, evidence.subject.lock_keys.back());
    if (judged.first.callee.valid() && twice.second.callee.valid()) {
      evidence.cause_in_callees = about_.cause_in_callees(place_of_taking(judged.first), place_of_taking(twice.second));
    }
    const auto name_of = [&](FieldId field) {
      return field.valid() ? about_.field_name(field) : contents_of(evidence.lock);
    };
    for (FieldId field : judged.common) evidence.fields.push_back(name_of(field));
    if (evidence.fields.empty() && judged.other.possible && judged.changed.valid()) {
      evidence.fields.push_back(name_of(judged.changed));
    }
    const bool same_callee = judged.first.callee.valid() && judged.first.callee == twice.second.callee;
    if (same_callee && judged.first.at != twice.second.at && judged.results_used) evidence.callee = called;
    evidence.loop = judged.first.at >= twice.second.at;
    evidence.first_line = method_.line(judged.first.at);
    evidence.second_line = method_.line(twice.second.at);
    add_private_lock(witnesses_.lock(witness).last_field(), evidence);
    evidence.explicit_lock = judged.section->explicit_lock;

    std::vector<Step> steps = outer_steps(context, evidence.outer);
    add_taking(steps, judged.first, evidence.outer);
    const std::size_t pause = steps.size();
    add_taking(steps, twice.second, evidence.outer);
    evidence.threads = {{"T1", std::move(steps)}};
    if (judged.other.shown != nullptr) {
      const NodeId own[] = {node_, context.node};
      evidence.threads.push_back({"T2",
                                  {about_.interference(*judged.other.shown, judged.other.object, /*holds_on=*/true, own,
                                                       name_of(judged.changed))}});
    }
    evidence.threads_seen = judged.other.threads;
    weigh_threads(Harm::kPossible, judged.section->old_class, evidence);
    interleave(evidence, pause);
    return evidence;
  }

 private:
  std::string lock_name(const AccessPath& lock) const { return lock.known() ? about_.lock_name(lock) : "a lock"; }

  std::string lock_key(NodeId node, const AccessPath& lock) const {
    return lock.known() ? about_.lock_key(node, lock) : "a lock";
  }

  // A lock of another method: as the method of both places would call it, if it can; else `this` is qualified:
  // Registry.this.
  std::string outer_name(const Confirmation& context) const {
    const AccessPath& lock = context.context.lock;
    if (context.node == node_) return lock_name(lock);
    if (!lock.known()) return "a lock";
    const bool is_direct = context.callee == node_;
    if (is_direct && !context.names_in_callee.empty()) return lock_name(context.names_in_callee.front());
    const NodeId own[] = {node_};
    return about_.name_from_elsewhere(context.node, lock, {}, is_direct ? own : std::span<const NodeId>());
  }

  std::string outer_key(const Confirmation& context) const {
    std::string text = lock_key(context.node, context.context.lock);
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

  sections::Place place_of_taking(const Mark& mark) const {
    const Witnesses::Taker taker = witnesses_.taker_of(node_, mark);
    return about_.place(taker.node, taker.section.at);
  }

  // From where the outer lock is taken down to the method of both places.
  std::vector<Step> outer_steps(const Confirmation& context, const std::string& outer) const {
    std::vector<Step> steps = {
        about_.step(Role::kAcquire, about_.place(context.node, context.context.at), {outer}, outer)};
    if (!context.at.valid()) return steps;
    witnesses_.follow(
        context.node, context, [&](NodeId callee) { return std::span(witnesses_.potential(callee)); },
        [&](NodeId caller, const Link& call) { add_call(steps, caller, call, outer); });
    return steps;
  }

  void add_taking(std::vector<Step>& steps, const Mark& mark, const std::string& outer) const {
    const auto [taker, place] = witnesses_.follow(
        node_, mark, [&](NodeId callee) { return std::span(witnesses_.taken(callee)); },
        [&](NodeId caller, const Link& call) { add_call(steps, caller, call, outer); });
    std::string lock = lock_name(witnesses_.locks(node_)[mark.lock]);
    steps.push_back(about_.step(Role::kAcquire, about_.place(taker, place.at), {outer, lock}, lock));
  }

  void add_call(std::vector<Step>& steps, NodeId caller, const Link& call, const std::string& outer) const {
    if (caller != node_ && about_.is_made_for_access(calls_.method(caller))) return;  // not in the source
    std::string callee = about_.callee_name(calls_.method(call.callee));
    steps.push_back(about_.step(Role::kCall, about_.place(caller, call.at), {outer}, std::move(callee)));
  }

  Calls& calls_;
  const Witnesses& witnesses_;
  const NodeId node_;
  const ir::MethodIr& method_;
  SectionEvidence about_;
};

// The findings among the witnesses of one method, which are sorted by place. There may be thousands of them, and what
// the method does with locks is worked out once for all.
std::vector<Finding> findings_of(const Judge& judge, const Witnesses& witnesses, const Analyses& analyses,
                                 std::span<const Witness> found, std::atomic<std::size_t>& too_many) {
  MethodLocks method(witnesses.inputs(), found.front().origin);
  Judge::Origin origin(method);
  bool all_examined = true;
  // One warning for each place where a lock is taken the second time: of several locks there, one that a reviewer
  // should read, and of these the one that says most.
  struct Chosen {
    const Witness* witness;
    Judged judged;
  };
  std::vector<Chosen> chosen;
  auto second = [&](const Chosen& one) -> const Mark& { return witnesses.twice(*one.witness).second; };
  auto rank = [&](const Chosen& one) {
    // Two different locks say less than the same one twice, whoever should read that.
    return std::tuple(one.judged.kind == Kind::kTwoLocks, !one.judged.dismissals.empty(), one.judged.kind,
                      !one.judged.results_used, witnesses.depth(second(one)),
                      witnesses.lock(*one.witness).steps().size());
  };
  // What review looks at, too, is judged first, so that both profiles have the same budget for it.
  std::vector<Judged> judged(found.size());
  for (const bool far : {false, true}) {
    for (std::size_t n = 0; n < found.size(); ++n) {
      if (distance_of(witnesses, found[n]).empty() != far) judged[n] = judge.judge(found[n], origin);
    }
  }
  for (std::size_t n = 0; n < found.size(); ++n) {
    Chosen one{&found[n], std::move(judged[n])};
    all_examined = all_examined && !one.judged.dismissals.contains(Dismissal::kNotExamined);
    if (!is_wanted(analyses.input().profile, one.judged.dismissals)) continue;
    if (chosen.empty() || second(chosen.back()).at != second(one).at) {
      chosen.push_back(std::move(one));
    } else if (rank(one) < rank(chosen.back())) {
      chosen.back() = std::move(one);
    }
  }
  if (!all_examined) {
    ++too_many;
    const Program& program = analyses.input().store.program();
    MethodId id = analyses.sections().calls().method(method.node());
    program.diagnostics().add(
        DiagnosticSeverity::kWarning, program.file_of(program[id].owner),
        {program.describe(id) + ": too many locks are taken twice in it; the last ones are reported only with "
                                "--profile audit",
         std::nullopt});
  }
  const Collector collector(analyses.sections(), witnesses, method);
  std::vector<Finding> findings;
  findings.reserve(chosen.size());
  for (const Chosen& one : chosen) findings.push_back(narrate(collector.evidence_of(*one.witness, one.judged)));
  return findings;
}

}  // namespace

std::vector<Finding> check_reacquired_lock(const Analyses& analyses) {
  const CheckInput& input = analyses.input();
  sections::Analysis& analysis = analyses.sections();
  std::optional<Stats::Pass> pass(std::in_place, input.stats, "locks taken twice");
  const Witnesses witnesses(analysis, analyses.call_graph(),
                            {.lock_depth = input.options.number(kLockDepth, kMaximumLockDepth),
                             .relaxed = input.options.flag(kRelaxed),
                             .jobs = input.jobs});
  pass->count("methods that take locks", witnesses.counts().takers);
  pass->count("potential witnesses", witnesses.counts().potential);
  pass->count("left out", witnesses.counts().left_out);
  pass->count("methods given up", witnesses.counts().given_up);
  pass.reset();
  input.stats.note_given_up(witnesses.counts().given_up, {"method was", "methods were"},
                            "too large for the flow of locks: locks taken twice there may be missed");
  std::vector<Witness> found;
  for (Witness& witness : witnesses.all()) {
    if (!analysis.calls().is_application(witness.origin)) continue;
    if (is_wanted(input.profile, distance_of(witnesses, witness))) found.push_back(std::move(witness));
  }
  const Judge judge(analysis, witnesses, found, input.jobs);

  std::vector<std::span<const Witness>> by_method;
  for (auto begin = found.begin(); begin != found.end();) {
    auto end = std::find_if(begin, found.end(), [&](const Witness& w) { return w.origin != begin->origin; });
    by_method.emplace_back(begin, end);
    begin = end;
  }
  std::vector<std::vector<Finding>> of_method(by_method.size());
  std::atomic<std::size_t> too_many = 0;
  parallel_ranges(by_method.size(), input.jobs, /*grain=*/1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n)
      of_method[n] = findings_of(judge, witnesses, analyses, by_method[n], too_many);
  });
  input.stats.note_given_up(too_many, {"method takes", "methods take"},
                            "so many locks twice that the last ones are reported only with --profile audit");
  std::vector<Finding> findings;
  for (std::vector<Finding>& some : of_method) std::move(some.begin(), some.end(), std::back_inserter(findings));
  return findings;
}

}  // namespace snag
