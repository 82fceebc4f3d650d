// What a conflict means for a reader: of all conflicts about one field the one to show, its kind (von Praun 4.5, table
// 4.6), how sure it is, and why it may do no harm.
//
// Consistency ranks first: if most places that use a field hold one lock, the place that does not is the defect, and
// the lock is named. That nothing is ever locked says little about a class that shows no thought of threads.
#pragma once

#include <string>
#include <vector>

#include "checks/data-race/conflicts.h"
#include "checks/thread_story.h"
#include "sections/side_effects.h"
#include "sections/statistics.h"

namespace snag::races {

// In the order of the descriptor's kinds.
enum class Kind : std::uint8_t {
  kUnlocked,
  kAllWritesLocked,
  kLockNotUnique,
  kNoRead,
  kUnsafePublication,
  kUnsafeObject,
};

// The lock that most places hold.
struct CommonLock {
  std::string name;         // `this`, `Bank.LOCK`; empty if no place holds a lock
  std::size_t holding = 0;  // places that hold it
  std::size_t places = 0;   // that access the location

  bool most() const { return holding >= 2 && holding * 2 > places; }
};

struct Verdict {
  Kind kind{};
  Severity severity{};
  Benign benign = Benign::kNo;
  Dismissals dismissals;
  const Conflict* shown = nullptr;
  bool b_is_reported = false;  // else `a`
  bool loses_update = false;   // a write is made of what was read before
  CommonLock lock;

  const Access& reported() const { return b_is_reported ? shown->b : shown->a; }
  const Access& other() const { return b_is_reported ? shown->a : shown->b; }
  ThreadId thread_of_reported() const { return b_is_reported ? shown->thread_of_b : shown->thread_of_a; }
  ThreadId thread_of_other() const { return b_is_reported ? shown->thread_of_a : shown->thread_of_b; }
};

class Judge {
 public:
  Judge(const Analyses& analyses, ThreadStory& story);

  // Null `shown` if no place of the application takes part, or if no conflict remains: those are taken away in which a
  // field is read after it was filled once and for all.
  Verdict verdict(Race& race);
  // The locks that are held on all ways to an access, by names.
  std::vector<std::string> lock_names(const Access& access);
  bool is_application(const Access& access) const;

 private:
  struct Site {
    MethodId method;
    std::uint32_t pc = 0;
    friend auto operator<=>(const Site&, const Site&) = default;
  };
  Site site(const Access& access) const;
  const ir::MethodIr& ir(const Access& access) const;
  CommonLock common_lock(const Race& race);
  std::vector<std::string> lock_keys(const Access& access);
  void choose(const Race& race, Verdict& verdict, bool near = false);
  void prefer_near(const Race& race, Verdict& verdict);
  Kind kind_of(const Race& race, const Verdict& verdict);
  bool share_lock(const Access& a, const Access& b) const;
  bool constructor_sets_up(ClassId type) const;
  bool publishes_unsafely(const Race& race, const Access& write, const Access& read) const;
  bool loses_update(const Race& race, const Access& write) const;
  Benign benign(const Race& race, const Verdict& verdict);
  bool may_conflict(const Race& race, const Access& access) const;
  bool is_tested_again(const Race& race) const;
  int direction_of(const Race& race, const Access& write) const;
  bool is_only_compared(MethodInstanceId instance, ir::ValueId value, int calls_up) const;
  bool is_monotone(const Race& race) const;
  bool is_read_when_filled(const Race& race, const Access& read) const;
  bool is_lazy(const ir::MethodIr& method, ir::ValueId write, FieldId field) const;
  bool is_view(Name type) const;
  bool is_cached(const Race& race) const;
  bool is_filled_once(const ir::MethodIr& method, ir::ValueId value, FieldId field) const;
  bool ends_a_loop(const Race& race) const;
  bool is_polled_by_task(const Race& race, const Conflict& conflict) const;
  bool is_setting(const Race& race, const Conflict& shown) const;
  bool is_made_on_demand(const Race& race) const;
  bool starts_thread(const Race& race, const Conflict& conflict) const;
  bool is_near(const Conflict& conflict) const;
  void weigh(const Race& race, Verdict& verdict);
  bool class_locks(ClassId type);
  bool promises_safety(const Race& race, const Access& reported) const;
  ClassId owner(const Race& race) const;

  const WholeProgramAnalysis& program_;
  sections::Analysis& sections_;
  Calls& calls_;
  ThreadStory& story_;
  const sections::SideEffects effects_;
  const sections::Statistics statistics_;
  absl::flat_hash_map<ClassId, bool> class_locks_;
};

}  // namespace snag::races
