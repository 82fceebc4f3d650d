#include "checks/reacquired-lock/judge.h"

#include <algorithm>
#include <mutex>
#include <tuple>

#include "base/parallel.h"
#include "sections/interference.h"

namespace snag::reacquired {

using ir::ValueId;
using sections::Writer;

namespace {

// The fields on the way to witnesses and contexts, and those that the sections touch.
std::vector<FieldId> fields_of(const Witnesses& witnesses, std::span<const Witness> found) {
  std::vector<FieldId> result;
  auto add_path = [&](const AccessPath& path) {
    if (path.root() == AccessPath::Root::kStatic) result.emplace_back(path.detail());
    for (AccessPath::Step step : path.steps()) {
      if ((step & AccessPath::kElementBit) == 0) result.emplace_back(step);
    }
  };
  for (const Witness& witness : found) {
    const Twice& twice = witnesses.twice(witness);
    add_path(witnesses.lock(witness));
    for (const Confirmation& context : witness.contexts) add_path(context.context.lock);
    auto add_touches = [&](const Mark& mark) {
      for (const Touch& touch : witnesses.section_of(witness.origin, mark).touches) {
        if (touch.field.valid()) result.push_back(touch.field);
      }
    };
    add_touches(twice.second);
    for (const Mark& first : twice.firsts) add_touches(first);
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

// The witnesses that are parameters of a class that is synchronized throughout.
std::vector<ConfinedParameters::Parameter> library_parameters(const Witnesses& witnesses,
                                                              std::span<const Witness> found) {
  std::vector<ConfinedParameters::Parameter> result;
  for (const Witness& witness : found) {
    const AccessPath& lock = witnesses.lock(witness);
    bool library = witnesses.section_of(witness.origin, witnesses.twice(witness).second).library;
    if (library && lock.is_plain_parameter()) result.emplace_back(witness.origin, lock.detail());
  }
  return result;
}

}  // namespace

// One witness, while it is judged.
struct Judge::Question {
  const Witness& witness;
  const Twice& twice;
  const AccessPath& lock;
  // The contexts as the method of both places would call them; those of its callers only as far as it can name them.
  std::vector<sections::NamedLock> contexts;
  bool needs_removal = false;  // `list.get(i)` behind `list.size()`: only a removal interferes
  bool key_is_locked = false;  // Gap::key_is_locked
};

Judge::Judge(sections::Analysis& analysis, const Witnesses& witnesses, std::span<const Witness> found, unsigned jobs)
    : analysis_(analysis),
      witnesses_(witnesses),
      uses_(analysis, fields_of(witnesses, found), jobs),
      confined_parameters_(analysis.calls(), witnesses.callees(), library_parameters(witnesses, found), jobs) {}

Judged Judge::judge(const Witness& witness, Origin& origin) const {
  MethodLocks& method = origin.locks;
  const Twice& twice = witnesses_.twice(witness);
  Question q{witness, twice, witnesses_.lock(witness), {}};
  // Of thousands of callers most hold the same.
  auto add_context = [&](const AccessPath& lock, sections::LockMode mode) {
    if (q.contexts.size() >= kMaximumContexts) return;
    const sections::NamedLock context{lock, mode};
    if (std::find(q.contexts.begin(), q.contexts.end(), context) == q.contexts.end()) q.contexts.push_back(context);
  };
  for (const Confirmation& context : witness.contexts) {
    const sections::LockMode mode = context.context.mode;
    if (!context.at.valid()) add_context(context.context.lock, mode);
    if (context.callee != witness.origin) continue;
    for (const AccessPath& lock : context.names_in_callee) add_context(lock, mode);
  }
  bool only_text = false;
  Judged result;
  Witnesses::Taker taker = witnesses_.taker_of(witness.origin, twice.second);
  result.section = &taker.section;
  result.first = twice.firsts.front();
  result.kind = twice.two_locks ? Kind::kTwoLocks : Kind::kUnrelated;
  Dismissals& reasons = result.dismissals;
  reasons = distance_of(witnesses_, witness);
  if (origin.work > kMaximumWork) {
    reasons.add(Dismissal::kNotExamined);
    return result;
  }
  std::size_t looked_at = twice.two_locks ? 1 : 1 + twice.firsts.size();
  origin.work += origin.code.instructions.size() * looked_at;
  if (!twice.two_locks) {
    absl::flat_hash_map<FieldId, bool> known;
    auto changes = [&](FieldId field) {
      auto [it, is_new] = known.try_emplace(field, false);
      if (!is_new) return it->second;
      // The writers of what a parameter or a local holds are not known.
      bool unknown = !field.valid() && !q.lock.last_field().valid();
      return it->second = unknown || can_change(q, {field, AccessPath(), false}, /*only_removals=*/false);
    };
    Dependence dependence(analysis_, witnesses_.callees(), origin, changes);
    // Under a context of this method only what was taken under it as well; else callers hold one around all of them.
    bool here = !witness.contexts.front().at.valid();
    only_text = dependence.is_only_text(twice.second);
    q.needs_removal = dependence.only_finds(twice.second);
    q.key_is_locked = is_about_locked_key(q, method.effects());
    bool begun = false;
    for (const Mark& first : twice.firsts) {
      if ((here && !first.in_context) || !can_be_one_object(first, twice.second)) continue;
      if (!begun) result.first = first;
      begun = true;
      judge_first(q, first, dependence, result);
    }
  }
  const bool library = taker.section.library;
  reasons.add(Dismissal::kConfined, method.effects().is_confined(q.lock) ||
                                        (library && q.lock.is_plain_parameter() &&
                                         confined_parameters_.is_confined({witness.origin, q.lock.detail()})));
  reasons.add(Dismissal::kEncapsulated, is_encapsulated(q));
  // Of a synchronized class, and neither a parameter's nor a field's.
  reasons.add(Dismissal::kPerhapsUnshared, library && q.lock.root() == AccessPath::Root::kLocal);
  reasons.add(Dismissal::kLoggedOnly, (library && is_for_people(method, twice.second)) || only_text);
  reasons.add(Dismissal::kPerhapsSameLock,
              std::any_of(witness.contexts.begin(), witness.contexts.end(),
                          [&](const Confirmation& context) { return may_be_same(context.context.lock, q.lock); }));
  reasons.add(Dismissal::kUnrelatedClass, is_from_afar(witness));
  auto [only_once, is_new] = origin.only_once.try_emplace(&taker.section, false);
  if (is_new) only_once->second = is_only_once(origin, taker);
  reasons.add(Dismissal::kEnteredOnce, only_once->second);
  reasons.add(Dismissal::kCallersHoldLock,
              sections::find_lock(analysis_.held_at_entry(witness.origin), q.lock) != nullptr);
  reasons.add(Dismissal::kAlternative, result.tries_again);
  reasons.add(Dismissal::kOnlyCommonLock, result.kind == Kind::kUnrelated);
  // Two changes one after the other are rarely meant to be one; two reads whose results are both used are.
  reasons.add(Dismissal::kResultsUnused, result.kind == Kind::kSameState && !result.results_used);
  if (result.other.shown == nullptr) result.other.threads = sections::threads_if_nothing_is_seen(analysis_);
  return result;
}

void Judge::judge_first(const Question& q, const Mark& first, const Dependence& dependence, Judged& best) const {
  // In the terms of the origin. Of what a callee touches only that of the object is known there whose lock it takes, or
  // that has the lock in a field.
  auto touches_of = [&](const Mark& mark) {
    const Section& section = witnesses_.section_of(q.witness.origin, mark);
    Touches result = section.touches;
    for (Touch& touch : result) {
      if (!mark.callee.valid()) continue;
      const AccessPath& lock = witnesses_.locks(q.witness.origin)[mark.lock];
      const bool is_locked = touch.object.known() && touch.object == section.lock;
      const bool has_lock = touch.object.known() && touch.object == section.lock.owner_of_last_field();
      touch.object = is_locked ? lock : has_lock ? lock.owner_of_last_field() : AccessPath();
    }
    return result;
  };
  const Touches earlier = touches_of(first), later = touches_of(q.twice.second);
  std::vector<Touch> common;
  bool written = false;
  for (const Touch& touch : earlier) {
    auto same = std::find_if(later.begin(), later.end(), [&](const Touch& t) { return t.field == touch.field; });
    if (same == later.end()) continue;
    bool unknown = !touch.field.valid() && !q.lock.last_field().valid();
    if (!unknown && !can_change(q, touch, q.needs_removal)) continue;
    common.push_back(touch);
    written = written || touch.written;
  }
  // The state of the class that has the lock first: that is what it protects.
  const Program& program = analysis_.calls().program();
  ClassId owner = program[analysis_.calls().method(witnesses_.taker_of(q.witness.origin, q.twice.second).node)].owner;
  std::stable_partition(common.begin(), common.end(),
                        [&](const Touch& touch) { return touch.field.valid() && program[touch.field].owner == owner; });
  // Where there is nothing that both touch, the second at least touches something that may change.
  const auto of_later = std::find_if(later.begin(), later.end(),
                                     [&](const Touch& touch) { return can_change(q, touch, q.needs_removal); });
  bool loop = first.at == q.twice.second.at;
  bool first_yields = loop ? dependence.accumulates(first) : dependence.yields(first);
  Dependence::Way way = dependence.depends(q.twice.second, first);
  std::vector<FieldId> fields(common.size());
  std::transform(common.begin(), common.end(), fields.begin(), [](const Touch& touch) { return touch.field; });
  bool dependent =
      way == Dependence::Way::kData || (way == Dependence::Way::kControl && !checks_again(q.twice.second, fields));
  Kind kind = Kind::kUnrelated;
  if (!common.empty()) kind = dependent ? Kind::kDependent : Kind::kSameState;
  if (common.empty() && dependent && of_later != later.end()) kind = Kind::kDependent;
  bool reads_own_write = written && first.at < q.twice.second.at;
  bool results_used = (first_yields || reads_own_write) && dependence.yields(q.twice.second);
  auto rank = [](Kind k, bool a, std::size_t count) { return std::tuple(k, !a, ~count); };
  if (rank(kind, results_used, common.size()) >= rank(best.kind, best.results_used, best.common.size())) return;
  best.kind = kind;
  best.first = first;
  best.results_used = results_used;
  best.tries_again = dependence.tries_again(q.twice.second, first);
  best.common = std::move(fields);
  if (common.empty() && of_later == later.end()) {
    best.other = {};
    best.changed = later.empty() ? FieldId() : later.back().field;
    return;
  }
  const Touch& changed = common.empty() ? *of_later : common.front();
  best.other = other_writer(q, changed, q.needs_removal);
  best.changed = changed.field;
}

// Passes to `ask` the gap, and which writers of the field count. A writer counts if it holds a lock; if there is no
// field, it counts if it changes what the witness holds, and with `only_removals` only if it takes something out.
// Returns `none` if there is nothing to ask.
template <class Answer, class Ask>
Answer Judge::of_writers(const Question& q, const Touch& touch, bool only_removals, Answer none, Ask&& ask) const {
  bool contents = !touch.field.valid();
  FieldId field = contents ? q.lock.last_field() : touch.field;
  if (!field.valid() || (!contents && uses_.is_filled_once(field))) return none;
  const sections::Gap gap{.reader = q.witness.origin,
                          .field = field,
                          .object = contents ? q.lock.owner_of_last_field() : touch.object,
                          .held = q.contexts,
                          .act = analysis_.calls().ir(q.witness.origin)[q.twice.second.at].pc,
                          .removal = only_removals,
                          .key_is_locked = q.key_is_locked};
  return ask(gap, [&](const Writer& writer) {
    if (writer.contents != contents || (contents && only_removals && !writer.removes)) return false;
    // What is written without any lock is not what the witness protects: that is for another check.
    return contents || !writer.locks.empty() ||
           !analysis_.held_at_entry(analysis_.calls().node_of(writer.place.method)).empty();
  });
}

// `synchronized (key) { if (!map.containsKey(key)) map.put(key, …); }`: all of it is about one key, which is a context.
bool Judge::is_about_locked_key(const Question& q, const sections::MethodEffects& effects) {
  auto has_locked_key = [&](const Mark& mark) {
    const sections::Effect* effect = mark.callee.valid() ? nullptr : effects.effect(mark.at);
    if (effect == nullptr || effect->accesses.empty()) return false;
    return std::all_of(effect->accesses.begin(), effect->accesses.end(), [&](const sections::Access& access) {
      return access.keyed && std::any_of(q.contexts.begin(), q.contexts.end(), [&](const sections::NamedLock& context) {
               return context.path == access.key && !sections::is_shared(context.mode);
             });
    });
  };
  return has_locked_key(q.twice.second) && std::all_of(q.twice.firsts.begin(), q.twice.firsts.end(), has_locked_key);
}

bool Judge::can_change(const Question& q, const Touch& touch, bool only_removals) const {
  return of_writers(q, touch, only_removals, false, [&](const sections::Gap& gap, auto&& counts) {
    return sections::Interference(analysis_).is_possible(gap, counts);
  });
}

Interferer Judge::other_writer(const Question& q, const Touch& touch, bool only_removals) const {
  return of_writers(q, touch, only_removals, Interferer(), [&](const sections::Gap& gap, auto&& counts) {
    const auto choice = sections::Interference(analysis_).choose(gap, counts);
    return Interferer{choice.possible, choice.shown, choice.threads, gap.object};
  });
}

// All of the way to the witness, or its last part, is used under a context only, and by its owner only.
bool Judge::is_encapsulated(const Question& q) const {
  auto under_a_context = [&](FieldId field, const AccessPath& owner) {
    return std::any_of(q.contexts.begin(), q.contexts.end(), [&](const sections::NamedLock& context) {
      return uses_.is_encapsulated(field, owner, context.path);
    });
  };
  AccessPath owner(q.lock.root(), q.lock.detail());
  for (AccessPath::Step step : q.lock.steps()) {
    if ((step & AccessPath::kElementBit) == 0 && under_a_context(FieldId(step), owner)) return true;
    owner = owner.then(step);
  }
  return q.lock.root() == AccessPath::Root::kStatic && under_a_context(FieldId(q.lock.detail()), AccessPath());
}

bool Judge::is_for_people(MethodLocks& method, const Mark& mark) const {
  Calls& calls = analysis_.calls();
  const ir::MethodIr& code = method.effects().method();
  if (mark.callee.valid() || code[mark.at].op != ir::Op::kInvoke) return false;
  return calls.models().policy().loggers.matches(calls.text(calls.references()[code[mark.at].reference()].owner));
}

// `mutex = owner.mutex` in a constructor: two names for one lock. Told by the fields' types.
bool Judge::may_be_same(const AccessPath& a, const AccessPath& b) const {
  FieldId one = a.last_field(), other = b.last_field();
  if (!one.valid() || !other.valid()) return false;
  const Program& program = analysis_.calls().program();
  if (program[one].descriptor != program[other].descriptor) return false;
  return uses_.holds_others(one) || uses_.holds_others(other);
}

// `if (server == null) synchronized (lock) { server = …; }`: it is not entered twice, as long as null is never stored.
bool Judge::is_only_once(const Origin& origin, const Witnesses::Taker& taker) const {
  const Section& section = taker.section;
  auto may_be = [&](const Touch& touch) {
    return touch.field.valid() && touch.written && !uses_.is_emptied(touch.field);
  };
  if (std::none_of(section.touches.begin(), section.touches.end(), may_be)) return false;
  const ir::MethodIr& method = analysis_.calls().ir(taker.node);
  auto runs_once = [&](const ir::DecidingTests& tests, ir::BlockId block) {
    return std::any_of(section.touches.begin(), section.touches.end(), [&](const Touch& touch) {
      return may_be(touch) && uses_.runs_if_null(method, tests, block, touch.field);
    });
  };
  if (taker.node == origin.locks.node()) return runs_once(origin.tests, origin.block_of[section.at.value]);
  return runs_once(ir::DecidingTests(method), method.block_of_instructions()[section.at.value]);
}

// Two calls of one object run methods of one class: those of the first and the second must fit together.
bool Judge::can_be_one_object(const Mark& first, const Mark& second) const {
  if (!first.callee.valid() || !second.callee.valid()) return true;
  Program& program = analysis_.calls().program();
  const Method& one = program[analysis_.calls().method(first.callee)];
  const Method& other = program[analysis_.calls().method(second.callee)];
  if (one.is_static() || other.is_static()) return true;
  bool receiver = witnesses_.taken(first.callee)[first.in_callee].lock.is_parameter(0) &&
                  witnesses_.taken(second.callee)[second.in_callee].lock.is_parameter(0);
  return !receiver || program.is_subtype(one.owner, other.owner) || program.is_subtype(other.owner, one.owner);
}

// Whether all that the second writes of these fields it writes behind a test of them in its own section. What it just
// stores as it is given was decided before.
bool Judge::checks_again(const Mark& second, const std::vector<FieldId>& fields) const {
  if (!second.callee.valid()) return false;
  bool any = false;
  for (const sections::SummaryAccess& write : analysis_.summary(second.callee).writes) {
    FieldId field = write.location.last_field();
    if (std::find(fields.begin(), fields.end(), field) == fields.end()) continue;
    if (!write.rechecked || write.parameters != 0) return false;
    any = true;
  }
  return any;
}

bool Judge::is_from_afar(const Witness& witness) const {
  Program& program = analysis_.calls().program();
  auto outermost = [&](ClassId type) {
    std::string_view name = program.name(type);
    return name.substr(0, name.find('$'));
  };
  ClassId here = program[analysis_.calls().method(witness.origin)].owner;
  return std::none_of(witness.contexts.begin(), witness.contexts.end(), [&](const Confirmation& context) {
    ClassId there = program[analysis_.calls().method(context.node)].owner;
    return outermost(here) == outermost(there) || program.is_subtype(here, there) || program.is_subtype(there, here);
  });
}

Dismissals distance_of(const Witnesses& witnesses, const Witness& witness) {
  const Twice& twice = witnesses.twice(witness);
  constexpr std::uint16_t kCallsAbove = 1, kCallsBelow = 1;
  auto near = [&](const Mark& mark) { return witnesses.depth(mark) <= kCallsBelow; };
  Dismissals reasons;
  reasons.add(Dismissal::kManyCallsApart, witness.depth > kCallsAbove || !near(twice.second) ||
                                              std::none_of(twice.firsts.begin(), twice.firsts.end(), near));
  return reasons;
}

}  // namespace snag::reacquired
