// Block-local atomicity (Artho, Havelund & Biere 2004): a value that was read from shared memory inside a monitor block
// is used outside that block, where it may be out of date.
//
//     synchronized (lock) { tmp = shared.field; }
//     tmp++;                                          // used outside its block
//
// The analysis is in sections/: each non-reentrant acquisition opens a block, nested ones a block of their own, and a
// value carries the block of its read through copies and operations.
#include "checks/block-atomicity/block_atomicity.h"

#include <fmt/format.h>

#include <mutex>
#include <set>

#include "checks/section_steps.h"
#include "sections/stale_uses.h"

namespace snag {

namespace {

using namespace sections;

Finding make(Analysis& analysis, const Staleness& staleness, const BlockUse& use) {
  SectionWords words(analysis, staleness.effects());
  const ReadOrigin& origin = staleness[use.origin];
  const Access& access = *origin.access;
  Finding finding = words.at(use.at);
  finding.check = kBlockAtomicity.id;
  bool mixed = use.mixed_with.valid();
  finding.kind = kBlockAtomicityKinds[mixed ? 0 : 1].id;
  finding.severity = use.logged ? Severity::kLow : Severity::kMedium;
  finding.subject = {words.full_name(access), words.protecting(origin)};
  std::string name = words.value_name(use.value);
  finding.highlight = name.ends_with("()") ? name.substr(0, name.size() - 2) : name;
  if (name.empty()) name = "a value";
  std::string what = words.short_name(access);
  std::string lock = quoted(finding.subject.locks.empty() ? "a lock" : finding.subject.locks.back());
  if (mixed) {
    finding.message =
        fmt::format("{} and {} were read in different critical sections, and are used as if they belonged together",
                    what, words.short_name(*staleness[use.mixed_with].access));
    finding.repair = "Read both in one critical section.";
  } else if (!access.location.known()) {
    std::string callee = words.call_name(origin.read);
    finding.message =
        access.place.method.valid()
            ? fmt::format("{}, read under a lock in {}, is used outside that critical section", name, callee)
            : fmt::format("{} comes from {}, whose code is not here: if that takes a lock, {} is used outside it", name,
                          callee, name);
    if (!access.place.method.valid()) {
      finding.repair = "Give the missing code with --class-path, or say --assume-unknown unshared.";
    }
    what = callee;
  } else {
    finding.message = fmt::format("{}, read from {} under {}, is used outside that critical section", name, what, lock);
    finding.repair = fmt::format("Use it while {} is held, if it has to be up to date.", lock);
  }
  std::vector<Step> steps;
  std::string other_read = mixed ? words.short_name(*staleness[use.mixed_with].access) : std::string();
  if (!access.location.known()) {
    steps.push_back(words.step("call", origin.read, {}, what + " is called"));
  } else if (access.place.method.valid()) {
    steps.push_back(words.step("call", origin.read, {}, words.through(access, origin.read) + " is called"));
    steps.push_back(words.step("read", access.place, finding.subject.locks, what + " is read"));
  } else {
    steps.push_back(words.step("read", origin.read, finding.subject.locks, what + " is read"));
  }
  if (use.state.released.valid() && !finding.subject.locks.empty()) {
    steps.push_back(words.step("release", use.state.released, {}, lock + " is released"));
  }
  std::size_t pause = steps.size();
  if (mixed) {
    const ReadOrigin& other = staleness[use.mixed_with];
    steps.push_back(words.step("read", other.read, words.protecting(other), other_read + " is read"));
  }
  steps.push_back(words.step("use", use.at, words.lock_names(use.held), name + " is used"));
  finding.threads = {{"T1", std::move(steps)}};
  std::vector<Step> others = words.interference(origin, nullptr);
  if (!others.empty()) finding.threads.push_back({"T2", std::move(others)});
  finding.outcome = mixed
                        ? fmt::format("T1 puts together {} of before the change and {} of after it.", what, other_read)
                        : fmt::format("T1 goes on with {}, which need not be what {} is by now.", name, what);
  interleave(finding, pause);
  return finding;
}

// What stale-value does not say and a reviewer should read.
class ReviewPolicy {
 public:
  ReviewPolicy(const Analysis& analysis, const Staleness& staleness)
      : analysis_(analysis), staleness_(staleness), method_(staleness.effects().method()) {
    for (const StaleUse& use : stale_uses(staleness)) told_.insert(use.origin);
  }

  bool wants(const BlockUse& use) const {
    if (told_.contains(use.origin) || use.logged || use.state.handed_over) return false;
    return mixes_one_lock(use) || uses_contents(use);
  }

 private:
  // Two fields that one lock protects, read one after the other: they need not fit together.
  bool mixes_one_lock(const BlockUse& use) const {
    if (!use.mixed_with.valid() || told_.contains(use.mixed_with)) return false;
    const ReadOrigin& a = staleness_[use.origin];
    const ReadOrigin& b = staleness_[use.mixed_with];
    bool arithmetic = method_[use.at].op == ir::Op::kBinary || method_[use.at].op == ir::Op::kCompare ||
                      method_[use.at].op == ir::Op::kIf;
    return arithmetic && a.block == b.block && !same_memory(*a.access, *b.access) && a.access->location.known() &&
           b.access->location.known();
  }

  // The lock protects the collection, but only the reference was read under it.
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
  std::set<OriginId> told_;
};

}  // namespace

std::vector<Finding> check_block_atomicity(const Analyses& analyses) {
  Analysis& analysis = analyses.sections();
  bool audit = analyses.input().profile == Profile::kAudit;
  std::mutex mutex;
  std::vector<Finding> findings;
  analysis.for_each_method(Analysis::Looking::kOutsideBlock, [&](NodeId, Staleness& staleness) {
    std::vector<BlockUse> uses = block_uses(staleness);
    if (uses.empty()) return;
    ReviewPolicy policy(analysis, staleness);
    std::vector<Finding> found;
    for (const BlockUse& use : uses) {
      if (audit || policy.wants(use)) found.push_back(make(analysis, staleness, use));
    }
    std::lock_guard lock(mutex);
    findings.insert(findings.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  });
  return findings;
}

}  // namespace snag
