// Methods whose lock views do not form a chain (von Praun 5.1, 5.2.2), and what shows that this does harm.
//
//     Entry load(Key key) {
//         checkClosed();                  synchronized: {closed r}
//         return lookup(key);             synchronized: {entries u}
//     }                                   shutdown(), synchronized: {closed u, entries u}
//
// The paper reports a method if the intersections of its view with two lock views are not nested, one of them being of
// a concurrent thread: one thread reads in a critical section what the other updates in one, or the sections use
// different variables. That is so for nearly every method that calls two synchronized methods of one object. A reviewer
// should read those where the two sections of the method are connected:
//
//  * split-update: a variable is read in the first section and updated in the second, and what was read flows into the
//    second section or decides that it runs;
//  * split-state: the two sections use different variables of one object, which another section updates together; and
//    what the first read flows into the second, decides that it runs (an exception that the first throws decides, too),
//    or is combined with what the second read. Or the two sections update them one after the other, and another
//    section uses both together: it sees one new and one old.
//
// Beyond the paper: reads count whose value leaves the lock; a second section that tests again what the first read is
// fine; the other thread has to be able to run in between (sections/interference.h), on the same object, under the same
// lock. What is left of the paper's reports has a reason to dismiss it: they are for the audit. Where stale-value sees
// the same update it judges it (benign_uses.h, dismissed_uses.h), so that both checks say the same.
//
// The two sections are reached from different places of the method, so it is the lowermost method that has both: the
// paper's aggregation.
//
// Any number of threads may ask.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "checks/benign_uses.h"
#include "checks/method-atomicity/views.h"
#include "checks/section_evidence.h"
#include "findings/benign.h"
#include "findings/review.h"
#include "sections/interference.h"
#include "sections/staleness.h"

namespace snag::atomicity {

enum class Kind : std::uint8_t { kSplitUpdate, kSplitState };

// How the second section is connected with what the first read; the closest first.
enum class Connection : std::uint8_t {
  kData,       // the value flows into it
  kDecision,   // the value decides whether it runs
  kException,  // it runs only if the first section has thrown nothing
  kTogether,   // what both have read is used together
  kUpdates,    // both update, and others use both together
  kNone,
};

struct Split {
  Kind kind{};
  Connection connection = Connection::kNone;
  NodeId node;
  std::uint32_t first = 0, second = 0;  // numbers in Views::sections(node)
  Entry read, used;   // what the first reads (kUpdates: updates) and the second uses, in the terms of the method
  ir::ValueId value;  // what was read, as the method has it; invalid with kException and kNone
  bool second_fails = false;                   // the second section tests again, and throws an exception
  std::vector<sections::NamedLock> held = {};  // over both
  // What another thread does in between: it updates, or with kUpdates uses, what the first section is about, and with
  // split-state in the same section what the second is about.
  sections::Writer writer = {};
  sections::ThreadsSeen threads = sections::ThreadsSeen::kNotAsked;
  Views::OwnSection other = {};
  Entry other_first = {}, other_second = {};
  Dismissals dismissals = {};
  Benign benign = Benign::kNo;
  Harm harm = Harm::kPossible;
};

class Splits {
 public:
  static constexpr std::size_t kMaximumPairs = 4'096;  // of sections of one method that are compared

  Splits(sections::Analysis& analysis, const Views& views, bool all)
      : analysis_(analysis), views_(views), benign_(analysis), all_(all) {}

  // The splits of a method, the best for each object and lock; with `all` also those of which nothing shows harm.
  std::vector<Split> of(NodeId node) const;

 private:
  class Method;

  // A section that uses both variables, of one object and under the lock that `lock` is for the object of `one`.
  struct Both {
    Views::OwnSection section;
    const Entry *one, *other;
  };
  template <class Use>
  bool any_of_both(const Entry& one, const Entry& other, const AccessPath& lock, bool update, Use&& use) const;
  // A pair of sections: what the first does with one variable, and the second with one.
  bool may_be_split(const SectionView& first, const SectionView& second, const Entry& read, const Entry& used) const;
  bool may_be_split(NodeId node) const;

  sections::Analysis& analysis_;
  const Views& views_;
  const BenignUses benign_;
  const bool all_;
};

}  // namespace snag::atomicity
