// Block-local atomicity (Artho, Havelund & Biere 2004): a value that was read from shared memory inside a monitor block
// is used outside that block, where it may be out of date.
//
//     synchronized (lock) { tmp = shared.field; }
//     tmp++;                                          // used outside its block
//
// The analysis is in sections/: each non-reentrant acquisition opens a block, nested ones a block of their own, and a
// value carries the block of its read through copies and operations.
#include <algorithm>
#include <set>

#include "checks/block-atomicity/descriptor.h"
#include "checks/block-atomicity/story.h"
#include "checks/section_evidence.h"
#include "sections/stale_uses.h"

namespace snag {

namespace {

using namespace sections;

// The lock that is held all the time, if there is one and it is clear which: of nested blocks only the innermost may
// have been left. In which mode it is held is not known here: as if to read, which excludes least.
std::vector<NamedLock> held_from_read_to_use(const MethodEffects& effects, const ReadOrigin& origin,
                                             const BlockUse& use) {
  if (use.state.freshness != Freshness::kHeld) return {};
  std::vector<NamedLock> held;
  for (LockId lock : origin.outlived) {
    const AccessPath& path = effects.lock(lock).path;
    if (std::find(use.held.begin(), use.held.end(), path) != use.held.end()) held.push_back({path, LockMode::kRead});
  }
  return held.size() == 1 ? held : std::vector<NamedLock>();
}

BlockAtomicityEvidence evidence_of(Analysis& analysis, const Staleness& staleness, const BlockUse& use) {
  const SectionEvidence about(analysis, staleness.effects());
  const ReadOrigin& origin = staleness[use.origin];
  const Access& access = *origin.access;
  const bool mixed = use.mixed_with.valid(), known = access.location.known();
  BlockAtomicityEvidence evidence{about.at(use.at)};
  evidence.check = kBlockAtomicity.id;
  evidence.kind = kBlockAtomicityKinds[mixed ? 0 : 1].id;
  evidence.severity = use.logged ? Severity::kLow : Severity::kMedium;
  evidence.subject = about.subject(origin);
  evidence.value = about.value_name(use.value);
  evidence.highlight = without_parentheses(evidence.value);
  if (evidence.value.empty()) evidence.value = "a value";
  if (!known && !mixed) evidence.callee = about.call_name(origin.read);
  evidence.has_code_of_callee = access.place.method.valid();
  evidence.what = known || mixed ? about.short_name(access) : evidence.callee;

  const std::vector<std::string>& locks = evidence.subject.locks;
  std::vector<Step> steps = known ? about.read(origin, locks, evidence.what)
                                  : std::vector{about.step(Role::kCall, origin.read, {}, evidence.what)};
  if (use.state.released.valid() && !locks.empty()) {
    steps.push_back(about.step(Role::kRelease, use.state.released, {}, locks.back()));
  }
  const std::size_t pause = steps.size();
  if (mixed) {
    const ReadOrigin& other = staleness[use.mixed_with];
    evidence.other = about.short_name(*other.access);
    const std::string &one = evidence.subject.field, two = about.subject(other).field;
    if (!one.empty() && !two.empty()) {
      evidence.cause = std::min(one, two) + " " + std::max(one, two);
      evidence.not_atomic = {one, two};
    }
    steps.push_back(about.step(Role::kRead, other.read, about.subject(other).locks, evidence.other));
  }
  steps.push_back(about.step(Role::kUse, use.at, about.lock_names(use.held), evidence.value));
  evidence.threads = {{"T1", std::move(steps)}};
  about.add_interference(origin, use.at, nullptr, held_from_read_to_use(staleness.effects(), origin, use), evidence);
  weigh_threads(Harm::kPossible, access.flavor == Flavor::kLegacy, evidence);
  interleave(evidence, pause);
  return evidence;
}

// Why a reviewer need not read a use: stale-value reports it, or it is not a sign of a defect.
class DismissedUses {
 public:
  DismissedUses(const Analysis& analysis, const Staleness& staleness)
      : analysis_(analysis), staleness_(staleness), method_(staleness.effects().method()) {
    for (const StaleUse& use : stale_uses(staleness)) {
      if (use.kind != UseKind::kUseAfter) stale_.insert(use.origin);  // which a reviewer does not see
    }
  }

  Dismissals of(const BlockUse& use) const {
    Dismissals reasons;
    reasons.add(Dismissal::kReportedByStaleValue, stale_.contains(use.origin));
    reasons.add(Dismissal::kLoggedOnly, use.logged);
    reasons.add(Dismissal::kHandedOver, use.state.handed_over);
    if (reasons.empty()) reasons.add(Dismissal::kSingleValue, !mixes_one_lock(use) && !uses_contents(use));
    return reasons;
  }

 private:
  // Two numbers that one lock protects and some method writes together, read one after the other: they may be
  // inconsistent.
  bool mixes_one_lock(const BlockUse& use) const {
    if (!use.mixed_with.valid() || stale_.contains(use.mixed_with)) return false;
    const ReadOrigin& a = staleness_[use.origin];
    const ReadOrigin& b = staleness_[use.mixed_with];
    bool combines = method_[use.at].op == ir::Op::kBinary || method_[use.at].op == ir::Op::kCompare ||
                    method_[use.at].op == ir::Op::kIf;
    return combines && a.block == b.block && !same_memory(*a.access, *b.access) && a.access->location.known() &&
           b.access->location.known() && is_number(*a.access) && is_number(*b.access) &&
           are_written_together(a.access->location.last_field(), b.access->location.last_field());
  }

  // Of a number, or of a collection: how many elements it has.
  bool is_number(const Access& access) const {
    const FieldId field = access.location.last_field();
    if (!field.valid()) return false;
    const Program& program = staleness_.effects().calls().program();
    std::string_view type = program.text(program[field].descriptor);
    return access.location.ends_in_contents() || (type.size() == 1 && type != "Z");
  }

  bool are_written_together(FieldId one, FieldId other) const {
    if (!one.valid() || !other.valid() || one == other) return false;
    auto share_section = [](const Writer& a, const Writer& b) {
      return a.place.method == b.place.method &&
             std::any_of(a.locks.begin(), a.locks.end(), [&](const NamedLock& lock) {
               return std::find(b.locks.begin(), b.locks.end(), lock) != b.locks.end();
             });
    };
    std::span<const Writer> writers = analysis_.writers(one), others = analysis_.writers(other);
    constexpr std::size_t kMaximumWriters = 100;
    writers = writers.first(std::min(writers.size(), kMaximumWriters));
    others = others.first(std::min(others.size(), kMaximumWriters));
    return std::any_of(writers.begin(), writers.end(), [&](const Writer& a) {
      return std::any_of(others.begin(), others.end(), [&](const Writer& b) { return share_section(a, b); });
    });
  }

  // The lock protects the collection, but only the reference was read while it was held.
  bool uses_contents(const BlockUse& use) const {
    const ReadOrigin& origin = staleness_[use.origin];
    FieldId field = origin.access->location.last_field();
    bool whole = field.valid() && !origin.access->location.steps().empty() &&
                 origin.access->location.steps().back() == field.value;
    if (!whole || origin.access->depth > 0 || !use.held.empty() || !analysis_.contents_change(field)) return false;
    const Effect* effect = staleness_.effects().effect(use.at);
    if (effect == nullptr || method_.operands(use.at).empty() || method_.operands(use.at)[0] != use.value) return false;
    return std::any_of(effect->accesses.begin(), effect->accesses.end(),
                       [](const Access& access) { return access.flavor == Flavor::kContents; });
  }

  const Analysis& analysis_;
  const Staleness& staleness_;
  const ir::MethodIr& method_;
  std::set<OriginId> stale_;
};

}  // namespace

std::vector<Finding> check_block_atomicity(const Analyses& analyses) {
  return findings_of_uses<DismissedUses>(analyses, Analysis::WrongUse::kOutsideBlock, block_uses, evidence_of);
}

}  // namespace snag
