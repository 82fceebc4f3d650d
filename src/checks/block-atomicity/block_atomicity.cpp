// Block-local atomicity (Artho, Havelund & Biere 2004): a value that was read from shared memory inside a monitor block is
// used outside that block, where it may be out of date.
//
//     synchronized (lock) { tmp = shared.field; }
//     tmp++;                                          // used outside its block
//
// The analysis is in sections/: each non-reentrant acquisition opens a block, nested ones a block of their own, and a value
// carries the block of its read through copies and operations.
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
  SectionWords words(analysis, staleness);
  const ReadOrigin& origin = staleness[use.origin];
  const Access& access = *origin.access;
  Finding finding = words.at(use.at);
  finding.check = kBlockAtomicity.id;
  bool mixed = use.mixed_with.valid();
  finding.kind = mixed ? "mixed-blocks" : "escaped-value";
  finding.severity = Severity::kLow;
  finding.subject = {words.full_name(access), words.protecting(origin)};
  std::string name = words.value_name(use.value);
  finding.highlight = name.ends_with("()") ? name.substr(0, name.size() - 2) : name;
  if (name.empty()) name = "a value";
  std::string what = words.short_name(access);
  std::string lock = finding.subject.locks.empty() ? "a lock" : finding.subject.locks.back();
  if (mixed) {
    finding.message = fmt::format("{} and {} were read in different critical sections, and are used as if they belonged together",
                                  what, words.short_name(*staleness[use.mixed_with].access));
    finding.repair = "Read both in one critical section.";
  } else {
    finding.message = fmt::format("{}, read from {} under {}, is used outside that critical section", name, what, lock);
    finding.repair = fmt::format("Use it while {} is held, if it has to be up to date.", lock);
  }
  std::vector<Step> steps;
  if (access.place.method.valid()) {
    steps.push_back(words.step("call", origin.read, {}, words.through(access, origin.read) + " is called"));
    steps.push_back(words.step("read", access.place, finding.subject.locks, what + " is read"));
  } else {
    steps.push_back(words.step("read", origin.read, finding.subject.locks, what + " is read"));
  }
  if (mixed) {
    const ReadOrigin& other = staleness[use.mixed_with];
    steps.push_back(words.step("read", other.read, words.protecting(other), words.short_name(*other.access) + " is read"));
  }
  steps.push_back(words.step("use", use.at, words.lock_names(use.held), name + " is used"));
  finding.threads = {{"T1", std::move(steps)}};
  std::vector<Step> others = words.interference(origin, finding.subject.locks);
  if (!others.empty()) finding.threads.push_back({"T2", std::move(others)});
  return finding;
}

}  // namespace

std::vector<Finding> find_block_atomicity(Analyses& analyses) {
  if (analyses.input().profile != Profile::kAudit) return {};
  Analysis& analysis = analyses.sections();
  std::mutex mutex;
  std::vector<Finding> findings;
  analysis.for_each_method(analyses.input().jobs, [&](NodeId, Staleness& staleness) {
    std::vector<Finding> found;
    for (const BlockUse& use : block_uses(staleness)) found.push_back(make(analysis, staleness, use));
    std::lock_guard lock(mutex);
    findings.insert(findings.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  });
  return findings;
}

}  // namespace snag
