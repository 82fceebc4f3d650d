// A lock taken twice inside another (Roberson & Boyapati, "A static analysis for automatic detection of atomicity
// violations in Java programs"): while a context lock is held, a witness lock is taken and given back twice.
//
//     synchronized boolean contains(Location point) {      context: this
//         double r1 = point.distanceTo(start);             takes and gives back point
//         double r2 = point.distanceTo(end);               again: point may have moved in between
//         …
//
// Who holds the context means the whole to be atomic; but what the witness protects may change between the two. The
// analysis is in method_locks.h (what a method does), lock_history.h (what has been taken and given back so far) and
// witnesses.h (the whole program). Here its witnesses are ranked and told.
//
// Beyond the paper: the second section is looked at for whether it depends on the first, and both for the fields that
// they touch; objects that no other thread can have do not count, and neither do locks that every caller holds.
#include "checks/reacquired-lock/reacquired_lock.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <tuple>

#include "base/parallel.h"
#include "checks/reacquired-lock/judge.h"
#include "checks/section_steps.h"
#include "classfile/modified_utf8.h"

namespace snag {

namespace {

using namespace reacquired;
using ir::ValueId;

static_assert(kMaximumLockDepth == AccessPath::kMaximumSteps);

class ReacquiredLockFindings {
 public:
  ReacquiredLockFindings(sections::Analysis& analysis, const Witnesses& witnesses, MethodLocks& method)
      : calls_(analysis.calls()),
        witnesses_(witnesses),
        node_(method.node()),
        method_(method.effects().method()),
        words_(analysis, method.effects()) {}

  Finding make(const Witness& witness, const Judged& judged) const {
    const Twice& twice = witnesses_.twice(node_)[witness.twice];
    const KindDescriptor& kind = kReacquiredLockKinds[static_cast<std::size_t>(judged.kind)];
    Finding finding = words_.at(twice.second.at);
    finding.check = kReacquiredLock.id;
    finding.kind = kind.id;
    finding.severity = kind.severity;
    std::string lock = lock_text(node_, witnesses_.locks(node_)[twice.second.lock]);
    const Confirmation& context = witness.contexts.front();
    std::string held = context_text(context);
    std::string named = quoted(lock);
    std::string fields = fields_text(judged, named);
    if (judged.changed.valid()) finding.subject.field = calls_.program().describe(judged.changed);
    finding.subject.locks = {held, lock};
    std::string called = words_.call_name(twice.second.at);
    finding.highlight = called.empty() ? lock.substr(lock.rfind('.') + 1) : called.substr(0, called.size() - 2);
    std::string first = quoted(lock_text(node_, witnesses_.locks(node_)[judged.first.lock]));
    finding.message = message(judged, named, quoted(held), first, fields);
    finding.repair = repair(twice, judged, lock);
    finding.cause = fmt::format("{}.{} {}", finding.class_name, finding.method, lock);

    std::vector<Step> steps = context_steps(witness, held);
    std::vector<std::string> around = {held};
    add_taking(steps, judged.first, around, "is taken, and released again");
    const std::size_t pause = steps.size();
    add_taking(steps, twice.second, around, judged.kind == Kind::kTwoLocks ? "is taken" : "is taken again");
    finding.threads = {{"T1", std::move(steps)}};
    if (judged.other != nullptr) {
      std::string what = judged.changed.valid() ? words_.field_name(judged.changed) : "what " + named + " holds";
      finding.threads.push_back({"T2", {words_.interference(*judged.other, what)}});
    }
    finding.outcome = outcome(judged, named, fields);
    interleave(finding, pause);
    return finding;
  }

 private:
  std::string lock_text(NodeId node, const AccessPath& lock) const {
    if (!lock.known()) return "a lock";
    return lock.text(calls_.program(), calls_.references(), calls_.ir(node));
  }

  // `this` of another method is told apart: Registry.this.
  std::string context_text(const Confirmation& context) const {
    std::string text = lock_text(context.node, context.context.lock);
    bool is_this = text == "this" || text.starts_with("this.");
    if (context.node == node_ || !is_this) return text;
    const Program& program = calls_.program();
    std::string owner = program.describe(program[calls_.method(context.node)].owner);
    return owner.substr(owner.find_last_of(".$") + 1) + "." + text;
  }

  std::string fields_text(const Judged& judged, const std::string& lock) const {
    constexpr std::size_t kShown = 3;
    std::vector<std::string> names;
    for (FieldId field : judged.common)
      names.push_back(field.valid() ? words_.field_name(field) : "what " + lock + " holds");
    if (names.empty() && judged.other != nullptr && judged.changed.valid()) {
      names.push_back(words_.field_name(judged.changed));
    }
    if (names.empty()) return "what " + lock + " protects";
    if (names.size() <= kShown) return fmt::format("{}", fmt::join(names, ", "));
    std::size_t more = names.size() - kShown;
    names.resize(kShown);
    return fmt::format("{} and {} more", fmt::join(names, ", "), more);
  }

  std::string message(const Judged& judged, const std::string& lock, const std::string& context,
                      const std::string& first, const std::string& fields) const {
    switch (judged.kind) {
      case Kind::kDependent:
        return fmt::format(
            "{} is released and taken again while {} is held, and the second time depends on the first: {} may change "
            "in between",
            lock, context, fields);
      case Kind::kTwoLocks:
        return fmt::format("{} and then {} are taken and released while {} is held: together they are no snapshot",
                           first, lock, context);
      default:
        return fmt::format("{} is released and taken again while {} is held: {} may change in between", lock, context,
                           fields);
    }
  }

  std::string outcome(const Judged& judged, const std::string& lock, const std::string& fields) const {
    switch (judged.kind) {
      case Kind::kDependent:
        return fmt::format("The second time T1 acts on what it found the first time, but {} is another by then.",
                           fields);
      case Kind::kSameState:
        return fmt::format("T1 has seen {} twice, and the two need not fit together.", fields);
      case Kind::kUnrelated:
        return fmt::format("What T1 does is not atomic: others see and change what {} protects halfway.", lock);
      case Kind::kTwoLocks:
        return "There need not have been a moment at which both were as T1 saw them.";
    }
    return {};
  }

  std::string repair(const Twice& twice, const Judged& judged, const std::string& lock) const {
    if (judged.kind == Kind::kTwoLocks) return "If both belong together, take both before either is released.";
    bool same_question = judged.first.callee.valid() && judged.first.callee == twice.second.callee &&
                         judged.first.at != twice.second.at && judged.answers;
    if (same_question) return fmt::format("Call {} once, and use what it answered.", words_.call_name(twice.second.at));
    std::uint32_t first = method_.line(judged.first.at), second = method_.line(twice.second.at);
    std::string span = judged.first.at >= twice.second.at ? "around the loop"
                       : first == 0 || second == 0        ? "over both"
                       : first == second                  ? fmt::format("over all of line {}", first)
                                                          : fmt::format("from line {} to line {}", first, second);
    // A lock that only its own class can reach.
    const AccessPath& path = witnesses_.locks(node_)[twice.second.lock];
    if (FieldId field = path.last_field(); field.valid()) {
      const Program& program = calls_.program();
      ClassId owner = program[field].owner;
      bool hidden =
          (program[field].access & classfile::kAccPrivate) != 0 && owner != program[calls_.method(node_)].owner;
      if (hidden) {
        return fmt::format("Make one method of {} that does both while it holds {}.", program.describe(owner),
                           words_.field_name(field));
      }
    }
    if (judged.section->explicit_lock) {
      return fmt::format("Hold {} {}; of a read-write lock, the write lock.", quoted(lock), span);
    }
    if (lock.ends_with("()"))
      return fmt::format("Keep what {} answers in a variable, and hold it {}.", quoted(lock), span);
    return fmt::format("Hold {} {}: synchronized ({}) {{ … }}.", quoted(lock), span, lock);
  }

  // From where the context is taken down to the method of both places.
  std::vector<Step> context_steps(const Witness& witness, const std::string& held) const {
    const Confirmation& context = witness.contexts.front();
    std::string note = quoted(held) + " is taken";
    std::size_t more = witness.contexts.size() - 1;
    if (more > 0) note += fmt::format("; {} other {}", more, more == 1 ? "context" : "contexts");
    std::vector<Step> steps = {words_.step("acquire", place(context.node, context.context.at), {held}, note)};
    if (!context.at.valid()) return steps;
    NodeId node = context.node, callee = context.callee;
    ValueId at = context.at;
    std::uint32_t index = context.in_callee;
    while (callee.valid()) {
      steps.push_back(words_.step("call", place(node, at), {held}, method_name(callee) + " is called"));
      const Potential& next = witnesses_.potential(callee)[index];
      node = callee;
      at = next.at;
      callee = next.callee;
      index = next.in_callee;
    }
    return steps;
  }

  void add_taking(std::vector<Step>& steps, const Mark& mark, const std::vector<std::string>& around,
                  const std::string& what) const {
    NodeId node = node_, callee = mark.callee;
    ValueId at = mark.at;
    std::uint32_t index = mark.in_callee;
    std::string lock = lock_text(node_, witnesses_.locks(node_)[mark.lock]);
    while (callee.valid()) {
      steps.push_back(words_.step("call", place(node, at), around, method_name(callee) + " is called"));
      const TakenLock& next = witnesses_.taken(callee)[index];
      node = callee;
      at = next.at;
      callee = next.callee;
      index = next.in_callee;
    }
    std::vector<std::string> held = around;
    held.push_back(lock);
    steps.push_back(words_.step("acquire", place(node, at), held, fmt::format("{} {}", quoted(lock), what)));
  }

  sections::Place place(NodeId node, ValueId at) const { return {calls_.method(node), calls_.ir(node).line(at)}; }
  std::string method_name(NodeId node) const {
    const Program& program = calls_.program();
    return classfile::to_utf8(program.text(program[calls_.method(node)].name)) + "()";
  }

  Calls& calls_;
  const Witnesses& witnesses_;
  const NodeId node_;
  const ir::MethodIr& method_;
  SectionWords words_;
};

void report_given_up(sections::Analysis& analysis, std::span<const Witness> found, std::span<const Judged> judged) {
  Program& program = analysis.calls().program();
  NodeId last;
  for (std::size_t n = 0; n < found.size(); ++n) {
    if (!judged[n].gave_up || found[n].origin == last) continue;
    last = found[n].origin;
    MethodId method = analysis.calls().method(last);
    program.diagnostics().add(
        DiagnosticSeverity::kWarning, program.file_of(program[method].owner),
        {program.describe(method) + ": too many locks are taken twice in it; the last ones are only told by "
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
      MethodLocks method(witnesses.surroundings(), origin_of(starts[n]));
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
  const bool audit = input.profile == Profile::kAudit;
  std::vector<Witness> found;
  for (Witness& witness : witnesses.all()) {
    if (!analysis.calls().is_application(witness.origin)) continue;
    if (audit || is_near(witnesses, witness)) found.push_back(std::move(witness));
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
    if (audit || is_for_review(judged[n])) chosen.push_back(n);
  }
  keep_one_for_each_place(witnesses, found, judged, chosen);

  std::vector<Finding> findings(chosen.size());
  for_each_origin(
      witnesses, chosen.size(), input.jobs, [&](std::size_t n) { return found[chosen[n]].origin; },
      [&](MethodLocks& method, std::size_t begin, std::size_t end) {
        ReacquiredLockFindings words(analysis, witnesses, method);
        for (std::size_t n = begin; n < end; ++n) findings[n] = words.make(found[chosen[n]], judged[chosen[n]]);
      });
  return findings;
}

}  // namespace snag
