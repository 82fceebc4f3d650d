// Stale values (Burrows & Leino 2002): a value that was read in one critical section takes effect in or after a later
// one, when what it was read from may have changed.
//
//     synchronized (this) { before = balance; }
//     long interest = before * percent / 100;         // fine: a snapshot
//     synchronized (this) { balance = before + interest; }   // lost update
//
// The analysis is in sections/: which reads are from critical sections, how old each value is (J0 to J2 of the paper),
// and which uses that makes wrong. Here its results become evidence, from which story.cpp writes the sentences.
//
// Beyond the paper: only the same lock makes a value stale; a value that the thread took away from the others, or that
// is tested again under the lock, does not count; and the kind of use ranks the finding.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

#include "checks/benign_uses.h"
#include "checks/dismissed_uses.h"
#include "checks/section_evidence.h"
#include "checks/stale-value/descriptor.h"
#include "checks/stale-value/story.h"
#include "sections/stale_uses.h"

namespace snag {

namespace {

using namespace sections;

class Collector {
 public:
  Collector(Analysis& analysis, const Staleness& staleness)
      : staleness_(staleness), method_(staleness.effects().method()), about_(analysis, staleness.effects()) {}

  StaleValueEvidence evidence_of(const StaleUse& use) const {
    const ReadOrigin& origin = staleness_[use.origin];
    const Access& read = *origin.access;
    const KindDescriptor& kind = kStaleValueKinds[static_cast<std::size_t>(use.kind)];
    StaleValueEvidence evidence{about_.at(use.at)};
    evidence.check = kStaleValue.id;
    evidence.kind = kind.id;
    evidence.severity = kind.severity;
    evidence.rank = use.state.age;
    evidence.subject = about_.subject(origin);
    const bool later = use.kind == UseKind::kUseAfter;
    if (!evidence.subject.field.empty() && !later) evidence.not_atomic = {evidence.subject.field};
    evidence.clarity = 3;
    evidence.highlight = highlight(use);
    evidence.cause = cause(evidence, use, origin);
    if (use.act != nullptr && is_in_callee(read) && is_in_callee(*use.act)) {
      evidence.cause_in_callees = about_.cause_in_callees(read.place, use.act->place);
    }
    evidence.use = use.kind;
    evidence.flavor = read.flavor;
    evidence.what = about_.short_name(read);
    if (!evidence.subject.locks.empty()) evidence.lock = evidence.subject.locks.back();
    evidence.value = about_.value_name(use.value);
    if (evidence.value.empty()) evidence.value = about_.value_name(origin.read);
    if (evidence.value.empty()) evidence.value = "a value";
    if (method_[origin.read].local_name.valid()) evidence.read_into = about_.value_name(origin.read);
    evidence.read_call = about_.call_name(origin.read);
    if (is_in_callee(read)) evidence.read_through = evidence.read_call;
    evidence.act_call = about_.call_name(use.at);
    if (use.act != nullptr) {
      evidence.acted_on = about_.short_name(*use.act);
      if (is_in_callee(*use.act)) evidence.act_through = evidence.act_call;
      evidence.keyed = use.act->keyed;
    }
    evidence.waits = use.state.released == use.state.entered;
    evidence.threads = {{"T1", own_steps(use, origin, evidence)}};
    // A stale value is one for which no lock is held from the read to the use.
    about_.add_interference(origin, use.at, use.act, /*held=*/{}, evidence);
    const bool is_known = evidence.threads.size() > 1;  // a thread that would get in between
    if (!is_known && evidence.severity == Severity::kHigh) evidence.severity = Severity::kMedium;
    interleave(evidence, end_of_first_section(evidence.threads.front().steps));
    return evidence;
  }

 private:
  // All places that use one volatile field, atomic or concurrent collection in that way; in one method all updates of
  // one field, and all other uses of what one lock protects.
  static std::string cause(const Evidence& evidence, const StaleUse& use, const ReadOrigin& origin) {
    const Subject& subject = evidence.subject;
    bool whole = protects_itself(origin.access->flavor) && subject.locks.empty();
    if (whole && !subject.field.empty()) return subject.field;
    bool uses = use.kind == UseKind::kStaleUse || use.kind == UseKind::kUseAfter;
    std::string about = uses ? fmt::format("{}", fmt::join(subject.locks, ",")) : subject.field;
    return fmt::format("{}.{} {}", evidence.class_name, evidence.method, about);
  }

  // An accessor does not count: it is not in the source.
  bool is_in_callee(const Access& access) const {
    return access.place.method.valid() && (access.depth > 1 || !about_.is_made_for_access(access.place.method));
  }

  std::string highlight(const StaleUse& use) const {
    const ir::Instruction& value = method_[use.value];
    if (use.kind != UseKind::kCheckThenAct && value.local_name.valid()) return about_.value_name(use.value);
    std::string name = without_parentheses(about_.value_name(use.at));
    if (name.empty() && use.act != nullptr && use.act->location.last_field().valid()) {
      name = about_.field_name(use.act->location.last_field());
      name = name.substr(name.rfind('.') + 1);
    }
    return name;
  }

  // The first step that others can come before: after the release, or the read where nothing is released.
  static std::size_t end_of_first_section(std::span<const Step> steps) {
    for (Role last : {Role::kRelease, Role::kRead}) {
      auto it = std::find_if(steps.begin(), steps.end(), [&](const Step& step) { return step.role == last; });
      if (it != steps.end()) return static_cast<std::size_t>(it - steps.begin()) + 1;
    }
    return steps.size();
  }

  std::vector<Step> own_steps(const StaleUse& use, const ReadOrigin& origin, const StaleValueEvidence& evidence) const {
    const std::vector<std::string>& locks = evidence.subject.locks;
    std::vector<Step> steps = about_.read(origin, locks, evidence.what);
    if (!locks.empty() && use.state.released.valid()) {
      steps.push_back(about_.step(Role::kRelease, use.state.released, {}, evidence.lock));
      if (use.state.entered.valid() && use.state.entered != use.at) {
        steps.push_back(about_.step(Role::kAcquire, use.state.entered, {evidence.lock}, evidence.lock));
      }
    }
    const std::vector<std::string> held = about_.lock_names(use.held);
    if (use.kind == UseKind::kStaleUse || use.kind == UseKind::kUseAfter) {
      steps.push_back(about_.step(Role::kUse, use.at, held, evidence.value));
    } else {
      for (Step& step : about_.write(use.at, *use.act, held, evidence.acted_on)) steps.push_back(std::move(step));
    }
    return steps;
  }

  const Staleness& staleness_;
  const ir::MethodIr& method_;
  SectionEvidence about_;
};

}  // namespace

// Whether the second thread that is shown runs another method than the first.
static bool is_elsewhere(const Evidence& evidence) {
  if (evidence.threads.size() < 2) return false;
  const Step& other = evidence.threads[1].steps.front();
  return other.class_name != evidence.class_name || other.method != evidence.method;
}

// A Vector; a volatile field, of which others may only be meant to see the latest; an AtomicInteger, which may be there
// only because a lambda cannot change a variable.
static bool says_little_about_sharing(const Program& program, const StaleValueEvidence& evidence) {
  const FieldId field = evidence.subject.id;
  const bool is_static = field.valid() && program[field].is_static();
  const bool of_value = evidence.flavor == Flavor::kAtomic || evidence.flavor == Flavor::kVolatile;
  return evidence.flavor == Flavor::kLegacy || (of_value && !is_static);
}

std::vector<Finding> check_stale_value(const Analyses& analyses) {
  const BenignUses benign(analyses.sections());
  return findings_of_uses<DismissedUses>(
      analyses, Analysis::WrongUse::kStale, stale_uses,
      [&benign](Analysis& analysis, const Staleness& staleness, const StaleUse& use) {
        StaleValueEvidence evidence = Collector(analysis, staleness).evidence_of(use);
        evidence.benign = benign.reason_for(staleness, use);
        if (evidence.benign != Benign::kNo) evidence.severity = Severity::kLow;
        weigh_threads(benign.harm_of(staleness, use, is_elsewhere(evidence)),
                      says_little_about_sharing(analysis.calls().program(), evidence), evidence);
        return evidence;
      });
}

}  // namespace snag
