// Which writer can get in between two steps of a thread, and which of several should be shown.
//
//     if (accounts.get("a") == null)            T1 has read accounts …
//                                               … T2 may change them here, if it can run in parallel, on the same
//                                               object
//         accounts.put("a", new Account());     T1 acts on what it has read
//
// A reader checks T2 first, and dismisses a finding whose T2 is wrong. So a writer is never shown that
//   * works on an object that is still being made (constructors and what only they call, class initializers),
//   * needs a lock that T1 holds over the whole gap, by itself or because all its callers hold it,
//   * writes the inherited field of a class of which T1's object cannot be,
//   * writes another constant key or element, or a key that it locks, as T1 does: `synchronized (key) {
//     map.put(key, …); }`,
//   * is excluded by CanInterfere, or
//   * is made for tests.
// All but the last are arguments that no interleaving contradicts: if they rule out every writer, then nothing can get
// in between. Of the rest the best is shown: rank_of in interference.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "sections/analysis.h"
#include "sections/threads_seen.h"

namespace snag::sections {

// What one thread has read, and where; it has yet to act on it.
struct Gap {
  static constexpr std::uint32_t kNoPosition = 0xFFFF'FFFF;
  NodeId reader;
  FieldId field;                      // that was read, or whose contents were
  AccessPath object;                  // that has the field, in the reader's terms; unknown if the field is static
  const AccessFacts* read = nullptr;  // null: not a single read
  std::vector<NamedLock> held = {};   // over the whole gap, in the reader's terms
  std::uint32_t act = kNoPosition;    // where it acts in the reader, by bytecode position
  bool removal = false;               // a removal is needed: `list.remove(0)` behind `!list.isEmpty()`
  bool key_is_locked = false;         // it is about one key of a map, and the key itself is a lock that is held
};

// Asked for each writer that would otherwise count; by several threads at the same time.
class CanInterfere {
 public:
  virtual ~CanInterfere() = default;
  // Whether the writer can run in parallel with the reader, on the same object. Returns true if that is not known.
  virtual bool can_interfere(const Gap& gap, const Writer& writer) const = 0;
  // Whether the program has threads of its own: of a library that starts none nothing is to be seen.
  virtual bool has_threads() const = 0;
  // What the program shows of the threads that run the two; never kNotAsked.
  virtual ThreadsSeen threads_seen(const Gap& gap, const Writer& writer) const = 0;
};

// A program that is too large to follow its threads.
class NotFollowed : public CanInterfere {
 public:
  bool can_interfere(const Gap& /*gap*/, const Writer& /*writer*/) const override { return true; }
  bool has_threads() const override { return true; }
  ThreadsSeen threads_seen(const Gap& /*gap*/, const Writer& /*writer*/) const override {
    return ThreadsSeen::kNotFollowed;
  }
};

// Why a writer is not shown.
enum class Unfit : std::uint8_t {
  kFit,
  kObjectIsNew,   // its object, or the class, is still being made
  kExcluded,      // it needs a lock that is held over the gap
  kOtherObject,   // its object is of another class
  kOtherKey,      // it writes another constant key or element, or one that it holds as a lock, as the reader does
  kNotParallel,   // CanInterfere said so
  kOnlyForTests,  // unlike all others, this does not say that the writer cannot get in between
};

// Of a second thread that nothing is known about.
inline ThreadsSeen threads_if_nothing_is_seen(const Analysis& analysis) {
  const CanInterfere* threads = analysis.can_interfere();
  if (threads == nullptr) return ThreadsSeen::kNotAsked;
  return threads->has_threads() ? ThreadsSeen::kNotCalled : ThreadsSeen::kNoThreads;
}

class Interference {
 public:
  // Of very many writers only the first are compared: 12,000 methods that each increment one field have 12,000
  // findings.
  static constexpr std::size_t kMaximumWriters = 1000;

  explicit Interference(Analysis& analysis) : analysis_(analysis) {}

  Unfit unfit(const Gap& gap, const Writer& writer) const;

  struct Choice {
    const Writer* shown = nullptr;
    std::uint32_t rank = 0;  // of the one that is shown
    bool possible = false;   // some writer may get in between, even if it is not one to show
    bool any = false;        // there is a writer at all
    // Of the writers that may get in between, that of which most is seen.
    ThreadsSeen threads = ThreadsSeen::kNotAsked;
  };
  // Whether one of the field's writers for which `counts(writer)` is true may get in between.
  template <class Counts>
  bool is_possible(const Gap& gap, Counts&& counts) const {
    const std::span<const Writer> writers = analysis_.writers(gap.field);
    const std::span<const Writer> compared = writers.first(std::min(writers.size(), kMaximumWriters));
    return writers.size() > kMaximumWriters || std::any_of(compared.begin(), compared.end(), [&](const Writer& writer) {
             return counts(writer) && may_interfere(unfit(gap, writer));
           });
  }
  // The best of the field's writers for which `counts(writer)` is true.
  template <class Counts>
  Choice choose(const Gap& gap, Counts&& counts) const {
    Choice choice{.threads = threads_if_nothing_is_seen(analysis_)};
    const std::span<const Writer> writers = analysis_.writers(gap.field);
    for (const Writer& writer : writers.first(std::min(writers.size(), kMaximumWriters))) {
      if (counts(writer)) consider(gap, writer, choice);
    }
    choice.possible = choice.possible || writers.size() > kMaximumWriters;
    return choice;
  }

 private:
  static bool may_interfere(Unfit why) { return why == Unfit::kFit || why == Unfit::kOnlyForTests; }
  void consider(const Gap& gap, const Writer& writer, Choice& choice) const;
  ThreadsSeen threads_seen(const Gap& gap, const Writer& writer) const;
  std::uint32_t rank_of(const Gap& gap, const Writer& writer, ThreadsSeen seen) const;
  bool is_of_new_object(const Gap& gap, const Writer& writer) const;
  bool is_of_another_class(const Gap& gap, const Writer& writer) const;
  bool is_for_tests(NodeId node) const;
  ClassId class_of(NodeId node, const AccessPath& object) const;

  Analysis& analysis_;
};

}  // namespace snag::sections
