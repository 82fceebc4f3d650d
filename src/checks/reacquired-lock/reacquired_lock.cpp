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
#include <tuple>

#include "base/parallel.h"
#include "checks/reacquired-lock/dependence.h"
#include "checks/reacquired-lock/field_uses.h"
#include "checks/reacquired-lock/witnesses.h"
#include "checks/section_steps.h"
#include "classfile/modified_utf8.h"

namespace snag {

namespace {

using namespace reacquired;
using ir::ValueId;
using sections::MethodEffects;

enum class Kind : std::uint8_t { kDependent, kSameState, kUnrelated, kTwoLocks };
struct KindText {
  std::string_view id;
  Severity severity;
};
constexpr KindText kKinds[] = {
    {"dependent", Severity::kHigh},
    {"same-state", Severity::kMedium},
    {"unrelated", Severity::kLow},
    {"two-locks", Severity::kLow},
};

// What is known of one witness beside the pattern.
struct Judged {
  Kind kind = Kind::kUnrelated;
  std::vector<FieldId> common;   // fields that both sections touch; an invalid one: what the witness itself holds
  Mark first;                    // of the first places the one that says most
  Section section;               // what is taken the second time, in the method that takes it
  bool answers = false;          // what both sections have read is used
  bool confined = false;         // no other thread can have the witness
  bool encapsulated = false;     // of a synchronized class, and only used under the context
  bool nobodys = false;          // of a synchronized class, and neither a parameter's nor a field's
  bool for_people = false;       // a log, System.out
  bool perhaps_context = false;  // witness and context may be one lock under two names
  bool callers_hold_it = false;
};

class Judge {
 public:
  Judge(sections::Analysis& analysis, const Witnesses& witnesses, const FieldUses& uses)
      : analysis_(analysis), witnesses_(witnesses), uses_(uses) {}

  Judged judge(const Witness& witness, MethodLocks& method) const {
    const Twice& twice = witnesses_.twice(witness.origin)[witness.twice];
    const AccessPath& lock = witnesses_.locks(witness.origin)[twice.second.lock];
    Judged result;
    result.section = witnesses_.section_of(witness.origin, twice.second);
    result.first = twice.firsts.front();
    if (twice.two_locks) {
      result.kind = Kind::kTwoLocks;
    } else {
      auto changes = [&](FieldId field) { return may_change({field, AccessPath()}, witness, lock); };
      Dependence dependence(analysis_, witnesses_.callees(), method, changes);
      Touches later = touches_of(witness.origin, twice.second);
      bool later_answers = dependence.answers(twice.second);
      for (const Mark& first : twice.firsts) {
        Touches earlier = touches_of(witness.origin, first);
        std::vector<FieldId> common = common_fields(earlier, later, witness, lock);
        bool reads_what_changes = std::any_of(earlier.begin(), earlier.end(),
                                              [&](const Touch& touch) { return may_change(touch, witness, lock); });
        bool dependent = reads_what_changes && dependence.depends(twice.second, first);
        Kind kind = dependent ? Kind::kDependent : common.empty() ? Kind::kUnrelated : Kind::kSameState;
        bool loop = first.at == twice.second.at;
        bool answers = later_answers && (loop ? dependence.accumulates(first) : dependence.answers(first));
        auto rank = [](Kind k, bool a, std::size_t fields) { return std::tuple(k, !a, ~fields); };
        bool better = rank(kind, answers, common.size()) < rank(result.kind, result.answers, result.common.size());
        if (!better && &first != &twice.firsts.front()) continue;
        result.kind = kind;
        result.common = std::move(common);
        result.first = first;
        result.answers = answers;
      }
    }
    result.confined = method.effects().is_confined(lock);
    result.encapsulated = result.section.library && is_encapsulated(lock, witness);
    result.nobodys = result.section.library && lock.root() == AccessPath::Root::kLocal;
    result.for_people = result.section.library && is_for_people(method, twice.second);
    result.perhaps_context =
        std::any_of(witness.contexts.begin(), witness.contexts.end(),
                    [&](const Confirmation& context) { return may_be_same(context.context.lock, lock); });
    const sections::Locks& callers = analysis_.held_at_entry(witness.origin);
    result.callers_hold_it = std::find(callers.begin(), callers.end(), lock) != callers.end();
    return result;
  }

 private:
  // In the terms of the node: whose fields a callee touches is not known there.
  Touches touches_of(NodeId node, const Mark& mark) const {
    Touches result = witnesses_.section_of(node, mark).touches;
    if (!mark.callee.valid()) return result;
    for (Touch& touch : result) touch.object = {};
    return result;
  }

  std::vector<FieldId> common_fields(const Touches& a, const Touches& b, const Witness& witness,
                                     const AccessPath& lock) const {
    std::vector<FieldId> result;
    for (const Touch& touch : a) {
      auto same = std::find_if(b.begin(), b.end(), [&](const Touch& other) { return other.field == touch.field; });
      if (same != b.end() && may_change(touch, witness, lock)) result.push_back(touch.field);
    }
    return result;
  }

  // Whether somebody who does not hold the context may write the field; if it is none, what the witness holds.
  bool may_change(const Touch& touch, const Witness& witness, const AccessPath& lock) const {
    bool contents = !touch.field.valid();
    FieldId field = contents ? lock.last_field() : touch.field;
    if (!field.valid()) return contents;  // of a parameter's or a local's object who knows
    // Streams and buffers have no models of what they hold.
    if (analysis_.writers(field).empty()) return contents;
    if (!contents && uses_.is_filled_once(field)) return false;
    AccessPath object = contents ? lock.owner_of_last_field() : touch.object;
    return std::none_of(witness.contexts.begin(), witness.contexts.end(), [&](const Confirmation& context) {
      bool here = !context.at.valid();
      return analysis_.all_writers_hold(field, here ? object : AccessPath(), context.context.lock);
    });
  }

  bool is_for_people(const MethodLocks& method, const Mark& mark) const {
    sections::Members& members = analysis_.members();
    const ir::MethodIr& code = method.effects().method();
    if (mark.callee.valid() || code[mark.at].op != ir::Op::kInvoke) return false;
    return members.models().is_logger(members.text(members.references()[code[mark.at].reference()].owner));
  }

  // `mutex = owner.mutex` in a constructor: two names for one lock. Told by the fields' types.
  bool may_be_same(const AccessPath& a, const AccessPath& b) const {
    FieldId one = a.last_field(), other = b.last_field();
    if (!one.valid() || !other.valid()) return false;
    const Program& program = analysis_.members().program();
    if (program[one].descriptor != program[other].descriptor) return false;
    return uses_.holds_others(one) || uses_.holds_others(other);
  }

  bool is_encapsulated(const AccessPath& lock, const Witness& witness) const {
    FieldId field = lock.last_field();
    if (!field.valid()) return false;
    if (!lock.steps().empty() && lock.steps().back() != field.value) return false;
    AccessPath owner = lock.owner_of_last_field();
    // Contexts of callers have names of their own methods: these are not looked at.
    return std::any_of(witness.contexts.begin(), witness.contexts.end(), [&](const Confirmation& context) {
      return !context.at.valid() && uses_.is_encapsulated(field, owner, context.context.lock);
    });
  }

  sections::Analysis& analysis_;
  const Witnesses& witnesses_;
  const FieldUses& uses_;
};

// What a reviewer should read. The rest is for `--profile audit`.
bool wants(const Judged& judged) {
  if (judged.confined || judged.encapsulated || judged.nobodys || judged.for_people) return false;
  if (judged.callers_hold_it || judged.perhaps_context) return false;
  switch (judged.kind) {
    case Kind::kDependent:
    case Kind::kTwoLocks:  // who asks for them wants to see them
      return true;
    case Kind::kSameState:
      // Two changes one after the other are rarely meant to be one; two answers that are both used are.
      return judged.answers;
    case Kind::kUnrelated:
      return false;
  }
  return false;
}

// The further apart context, first and second place are, the less likely it is that they were meant to be one.
bool is_near(const Witnesses& witnesses, const Witness& witness) {
  const Twice& twice = witnesses.twice(witness.origin)[witness.twice];
  constexpr std::uint16_t kCallsAbove = 1, kCallsBelow = 1;
  auto near = [&](const Mark& mark) { return witnesses.depth(mark) <= kCallsBelow; };
  return witness.depth <= kCallsAbove && near(twice.second) &&
         std::any_of(twice.firsts.begin(), twice.firsts.end(), near);
}

class ReacquiredLockFindings {
 public:
  ReacquiredLockFindings(sections::Analysis& analysis, const Witnesses& witnesses, MethodLocks& method)
      : analysis_(analysis),
        members_(analysis.members()),
        witnesses_(witnesses),
        node_(method.node()),
        method_(method.effects().method()),
        words_(analysis, method.effects()) {}

  Finding make(const Witness& witness, const Judged& judged) const {
    const Twice& twice = witnesses_.twice(node_)[witness.twice];
    const KindText& kind = kKinds[static_cast<std::size_t>(judged.kind)];
    Finding finding = words_.at(twice.second.at);
    finding.check = kReacquiredLock.id;
    finding.kind = kind.id;
    finding.severity = kind.severity;
    std::string lock = lock_text(node_, witnesses_.locks(node_)[twice.second.lock]);
    const Confirmation& context = witness.contexts.front();
    std::string held = lock_text(context.node, context.context.lock);
    auto field = std::find_if(judged.common.begin(), judged.common.end(), [](FieldId f) { return f.valid(); });
    finding.subject.field = field == judged.common.end() ? std::string() : members_.program().describe(*field);
    finding.subject.locks = {held, lock};
    std::string called = words_.call_name(twice.second.at);
    finding.highlight = called.empty() ? lock.substr(lock.rfind('.') + 1) : called.substr(0, called.size() - 2);
    finding.message = message(judged, lock, held, lock_text(node_, witnesses_.locks(node_)[judged.first.lock]));
    finding.repair = repair(twice, judged, lock);
    finding.cause = fmt::format("{}.{} {}", finding.class_name, finding.method, lock);

    std::vector<Step> steps = context_steps(witness, held);
    std::vector<std::string> around = {held};
    add_taking(steps, judged.first, around, "is taken, and released again");
    add_taking(steps, twice.second, around, judged.kind == Kind::kTwoLocks ? "is taken" : "is taken again");
    finding.threads = {{"T1", std::move(steps)}};
    std::vector<Step> others = interference(judged, witnesses_.locks(node_)[twice.second.lock]);
    if (!others.empty()) finding.threads.push_back({"T2", std::move(others)});
    return finding;
  }

 private:
  std::string lock_text(NodeId node, const AccessPath& lock) const {
    if (!lock.known()) return "a lock";
    return lock.text(members_.program(), members_.references(), members_.ir(node));
  }

  std::string fields_text(const Judged& judged, const std::string& lock) const {
    constexpr std::size_t kShown = 3;
    std::vector<std::string> names;
    for (FieldId field : judged.common) names.push_back(field.valid() ? words_.field_name(field) : "what it holds");
    if (names.empty()) return "what " + lock + " protects";
    if (names.size() <= kShown) return fmt::format("{}", fmt::join(names, ", "));
    std::size_t more = names.size() - kShown;
    names.resize(kShown);
    return fmt::format("{} and {} more", fmt::join(names, ", "), more);
  }

  std::string message(const Judged& judged, const std::string& lock, const std::string& context,
                      const std::string& first) const {
    std::string fields = fields_text(judged, lock);
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

  std::string repair(const Twice& twice, const Judged& judged, const std::string& lock) const {
    std::uint32_t first = method_.line(judged.first.at), second = method_.line(twice.second.at);
    std::string span = first == 0 || second == 0 ? "over both"
                       : first >= second         ? "around the loop"
                                                 : fmt::format("from line {} to line {}", first, second);
    if (judged.kind == Kind::kTwoLocks) return "If both belong together, take both before either is released.";
    // A lock that only its own class can reach.
    const AccessPath& path = witnesses_.locks(node_)[twice.second.lock];
    if (FieldId field = path.last_field(); field.valid() && path.steps().size() + 1 > 1) {
      const Program& program = members_.program();
      ClassId owner = program[field].owner;
      bool hidden =
          (program[field].access & classfile::kAccPrivate) != 0 && owner != program[members_.method(node_)].owner;
      if (hidden) {
        return fmt::format("Make one method of {} that does both while it holds {}.", program.describe(owner),
                           words_.field_name(field));
      }
    }
    if (judged.section.explicit_lock) return fmt::format("Hold {} {}: it can be taken again while held.", lock, span);
    return fmt::format("Hold {} {}: synchronized ({}) {{ … }}.", lock, span, lock);
  }

  // From where the context is taken down to the method of both places.
  std::vector<Step> context_steps(const Witness& witness, const std::string& held) const {
    const Confirmation& context = witness.contexts.front();
    std::string note = held + " is taken";
    if (witness.contexts.size() > 1) note += fmt::format("; {} more contexts", witness.contexts.size() - 1);
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
    steps.push_back(words_.step("acquire", place(node, at), held, fmt::format("{} {}", lock, what)));
  }

  std::vector<Step> interference(const Judged& judged, const AccessPath& lock) const {
    for (FieldId field : judged.common) {
      if (!field.valid()) field = lock.last_field();  // the collection's contents
      if (!field.valid()) continue;
      std::vector<Step> steps = words_.interference(field, /*removes=*/false, words_.field_name(field));
      if (!steps.empty()) return steps;
    }
    return {};
  }

  sections::Place place(NodeId node, ValueId at) const { return {members_.method(node), members_.ir(node).line(at)}; }
  std::string method_name(NodeId node) const {
    const Program& program = members_.program();
    return classfile::to_utf8(program.text(program[members_.method(node)].name)) + "()";
  }

  sections::Analysis& analysis_;
  sections::Members& members_;
  const Witnesses& witnesses_;
  const NodeId node_;
  const ir::MethodIr& method_;
  SectionWords words_;
};

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

// The fields that hold witnesses and contexts, and those that the sections touch.
std::vector<FieldId> fields_of(const Witnesses& witnesses, std::span<const Witness> found) {
  std::vector<FieldId> result;
  auto add = [&](FieldId field) {
    if (field.valid()) result.push_back(field);
  };
  for (const Witness& witness : found) {
    const Twice& twice = witnesses.twice(witness.origin)[witness.twice];
    add(witnesses.locks(witness.origin)[twice.second.lock].last_field());
    for (const Confirmation& context : witness.contexts) add(context.context.lock.last_field());
    for (const Mark& first : twice.firsts) {
      for (const Touch& touch : witnesses.section_of(witness.origin, first).touches) add(touch.field);
    }
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace

std::vector<Finding> find_reacquired_locks(Analyses& analyses) {
  const CheckInput& input = analyses.input();
  sections::Analysis& analysis = analyses.sections();
  Witnesses witnesses(
      analysis, analyses.call_graph(),
      {.lock_depth = input.reacquired_lock.lock_depth, .relaxed = input.reacquired_lock.relaxed, .jobs = input.jobs});
  const bool audit = input.profile == Profile::kAudit;
  std::vector<Witness> found;
  for (Witness& witness : witnesses.all()) {
    if (!analysis.members().is_application(witness.origin)) continue;
    if (audit || is_near(witnesses, witness)) found.push_back(std::move(witness));
  }
  std::vector<FieldId> fields = fields_of(witnesses, found);
  FieldUses uses(analysis, std::move(fields), input.jobs);
  Judge judge(analysis, witnesses, uses);

  std::vector<Judged> judged(found.size());
  parallel_ranges(found.size(), input.jobs, /*grain=*/1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      MethodLocks method(witnesses.surroundings(), found[n].origin);
      judged[n] = judge.judge(found[n], method);
    }
  });
  std::vector<std::size_t> chosen;
  for (std::size_t n = 0; n < found.size(); ++n) {
    if (audit || wants(judged[n])) chosen.push_back(n);
  }
  keep_one_for_each_place(witnesses, found, judged, chosen);

  std::vector<Finding> findings(chosen.size());
  parallel_ranges(chosen.size(), input.jobs, /*grain=*/1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      MethodLocks method(witnesses.surroundings(), found[chosen[n]].origin);
      ReacquiredLockFindings words(analysis, witnesses, method);
      findings[n] = words.make(found[chosen[n]], judged[chosen[n]]);
    }
  });
  return findings;
}

}  // namespace snag
