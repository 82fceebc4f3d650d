// What a witness of the pattern is worth: whether the second section depends on the first, what may change in between,
// and whether another thread can change it.
//
// A thread gets in between only if it writes a field that both sections touch while it does not hold the context. So
// fields count that have such a writer; not those that every writer protects by the context, nor those that are filled
// once and stay (`if (log == null) log = …`).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "checks/reacquired-lock/dependence.h"
#include "checks/reacquired-lock/field_uses.h"
#include "checks/reacquired-lock/witnesses.h"
#include "findings/review.h"
#include "heap/confined_parameters.h"
#include "sections/threads_seen.h"

namespace snag::reacquired {

enum class Kind : std::uint8_t { kDependent, kSameState, kUnrelated, kTwoLocks };

// What is known about the writers of one field.
struct Interferer {
  bool possible = false;                    // one may get in between …
  const sections::Writer* shown = nullptr;  // … and this is the one to show, if there is one to show
  sections::ThreadsSeen threads = sections::ThreadsSeen::kNotAsked;
  AccessPath object = {};  // that has the field, in the terms of the witness; unknown if not known
};

struct Judged {
  Kind kind = Kind::kUnrelated;
  std::vector<FieldId> common;       // fields that both sections touch; an invalid one: what the witness itself holds
  Mark first;                        // of the first places the one that says most
  const Section* section = nullptr;  // what is taken the second time, in the method that takes it
  Interferer other;                  // a writer that may interfere
  FieldId changed;                   // what it writes; invalid: what the witness holds
  bool results_used = false;         // what the sections have read, or the second what the first has written, is used
  bool tries_again = false;          // the second section runs instead of the first
  Dismissals dismissals;
};

// Why a reviewer need not read it: the further apart context, first and second place are, the less likely it is that
// they were meant to be one.
Dismissals distance_of(const Witnesses& witnesses, const Witness& witness);

class Judge {
 public:
  static constexpr std::size_t kMaximumWork = 25'000'000;  // instructions times first places: a second or two
  static constexpr std::size_t kMaximumContexts = 32;      // that are compared with what writers hold

  // Looks at all uses of the fields that these witnesses are about.
  Judge(sections::Analysis& analysis, const Witnesses& witnesses, std::span<const Witness> found, unsigned jobs);

  // A method with witnesses, of which there may be thousands.
  struct Origin : ExaminedMethod {
    using ExaminedMethod::ExaminedMethod;

    std::size_t work = 0;  // behind kMaximumWork witnesses are reported without being judged
    absl::flat_hash_map<const Section*, bool> only_once;
  };
  Judged judge(const Witness& witness, Origin& origin) const;

 private:
  struct Question;
  void judge_first(const Question& q, const Mark& first, const Dependence& dependence, Judged& best) const;
  template <class Answer, class Ask>
  Answer of_writers(const Question& q, const Touch& touch, bool only_removals, Answer none, Ask&& ask) const;
  static bool is_about_locked_key(const Question& q, const sections::MethodEffects& effects);
  bool can_change(const Question& q, const Touch& touch, bool only_removals) const;
  Interferer other_writer(const Question& q, const Touch& touch, bool only_removals) const;
  bool is_encapsulated(const Question& q) const;
  bool is_for_people(MethodLocks& method, const Mark& mark) const;
  bool may_be_same(const AccessPath& a, const AccessPath& b) const;
  bool is_only_once(const Origin& origin, const Witnesses::Taker& taker) const;
  bool can_be_one_object(const Mark& first, const Mark& second) const;
  bool checks_again(const Mark& second, const std::vector<FieldId>& fields) const;
  bool is_from_afar(const Witness& witness) const;

  sections::Analysis& analysis_;
  const Witnesses& witnesses_;
  FieldUses uses_;
  const ConfinedParameters confined_parameters_;
};

}  // namespace snag::reacquired
