#include "checks/method-atomicity/splits.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "checks/dismissed_uses.h"
#include "ir/deciding_tests.h"
#include "ir/dominators.h"
#include "sections/stale_uses.h"

namespace snag::atomicity {

using ir::BlockId;
using ir::Op;
using ir::ValueId;
using sections::OriginId;
using sections::ReadOrigin;

namespace {

// Whether a lock has the same name for both objects: each is locked itself, has its lock in the same field, or is
// protected by the same static lock.
bool is_same_lock(const AccessPath& lock, const AccessPath& object, const AccessPath& other_lock,
                  const AccessPath& other_object) {
  bool found = false;
  lock.for_each_name_in_callee(std::span(&object, 1), [&](const AccessPath& name) {
    other_lock.for_each_name_in_callee(std::span(&other_object, 1),
                                       [&](const AccessPath& other) { found = found || name == other; });
  });
  return found;
}

bool is_of_one_object(const Entry& a, const Entry& b, const Program& program) {
  if (a.object.known() || b.object.known()) return a.object == b.object;
  return program[a.variable.field].owner == program[b.variable.field].owner;
}

}  // namespace

// Calls `use(both)` until it returns true: returns whether it did.
template <class Use>
bool Splits::any_of_both(const Entry& one, const Entry& other, const AccessPath& lock, bool update, Use&& use) const {
  const Program& program = analysis_.calls().program();
  const std::vector<Views::OwnSection>& a = update ? views_.updating(one.variable) : views_.using_it(one.variable);
  const std::vector<Views::OwnSection>& b = update ? views_.updating(other.variable) : views_.using_it(other.variable);
  const bool second_is_shorter = b.size() < a.size();
  for (const Views::OwnSection& section : second_is_shorter ? b : a) {
    const std::vector<Views::OwnSection>& rest = second_is_shorter ? a : b;
    if (!std::binary_search(rest.begin(), rest.end(), section)) continue;
    const SectionView& there = views_[section];
    for (const Entry& x : there.view) {
      if (x.variable != one.variable || (update && !x.updated)) continue;
      if (!is_same_lock(lock, one.object, there.lock, x.object)) continue;
      for (const Entry& y : there.view) {
        if (y.variable != other.variable || (update && !y.updated) || !is_of_one_object(x, y, program)) continue;
        if (use(Both{section, &x, &y})) return true;
      }
    }
  }
  return false;
}

bool Splits::may_be_split(const SectionView& first, const SectionView& second, const Entry& read,
                          const Entry& used) const {
  if (!is_of_one_object(read, used, analysis_.calls().program())) return false;
  auto any = [](const Both&) { return true; };
  if (read.variable == used.variable) return read.read && !read.updated && used.updated;
  if (read.variable.field == used.variable.field) return false;  // the array, and what it holds
  // Consistency is a matter of the fields of one class (the paper's partition of views).
  const Program& program = analysis_.calls().program();
  if (program[read.variable.field].owner != program[used.variable.field].owner) return false;
  if (!read.updated) return any_of_both(read, used, first.lock, /*update=*/true, any);
  // Both update, and each only one of the two.
  auto has = [](const SectionView& section, const Entry& entry) {
    return std::any_of(section.view.begin(), section.view.end(),
                       [&](const Entry& known) { return known.variable.field == entry.variable.field; });
  };
  return used.updated && !has(first, used) && !has(second, read) &&
         any_of_both(read, used, first.lock, /*update=*/false, any);
}

bool Splits::may_be_split(NodeId node) const {
  const std::vector<SectionView>& sections = views_.sections(node);
  std::size_t pairs = 0;
  for (const SectionView& first : sections) {
    for (const SectionView& second : sections) {
      if (first.at == second.at || !(first.lock == second.lock)) continue;
      if (++pairs > kMaximumPairs) return false;
      for (const Entry& read : first.view) {
        for (const Entry& used : second.view) {
          if (may_be_split(first, second, read, used)) return true;
        }
      }
    }
  }
  return false;
}

// One method, while its sections are compared.
class Splits::Method {
 public:
  Method(const Splits& splits, NodeId node)
      : splits_(splits),
        analysis_(splits.analysis_),
        program_(analysis_.calls().program()),
        node_(node),
        sections_(splits.views_.sections(node)),
        effects_(analysis_.effects(node)),
        staleness_(effects_),
        method_(effects_.method()),
        block_of_(method_.block_of_instructions()),
        dominators_(graph_of(method_)),
        stale_uses_(sections::stale_uses(staleness_)) {
    find_insides();
  }

  // The best of each object and lock. Whether another thread can get in between is asked last, and of the best first:
  // it takes longest.
  std::vector<Split> run() {
    for (std::uint32_t first = 0; first < sections_.size(); ++first) {
      for (std::uint32_t second = 0; second < sections_.size(); ++second) compare(first, second);
    }
    std::sort(found_.begin(), found_.end(), [](const Split& a, const Split& b) { return rank(a) < rank(b); });
    std::vector<Split> result;
    std::set<std::string> known;
    for (Split& split : found_) {
      const std::string key = key_of(split);
      if (known.contains(key) || !find_other(split)) continue;
      split.dismissals.add(Dismissal::kPerhapsUnshared, !is_worth_it(split));
      if (!split.dismissals.empty() && !splits_.all_) continue;
      known.insert(key);
      result.push_back(std::move(split));
    }
    return result;
  }

 private:
  static ir::PredecessorGraph graph_of(const ir::MethodIr& method) {
    ir::PredecessorGraph graph;
    for (std::uint32_t b = 0; b < method.blocks.size(); ++b) {
      graph.first.push_back(static_cast<std::uint32_t>(graph.predecessors.size()));
      for (const ir::Edge& edge : method.predecessors(BlockId(b))) graph.predecessors.push_back(edge.from.value);
    }
    graph.first.push_back(static_cast<std::uint32_t>(graph.predecessors.size()));
    return graph;
  }

  // The instructions of each section: of a callee's the call.
  void find_insides() {
    inside_.resize(sections_.size());
    held_.resize(sections_.size());
    effects_.for_each_instruction([&](BlockId, ValueId at, const sections::HeldLocks& held) {
      for (std::uint32_t s = 0; s < sections_.size(); ++s) {
        const SectionView& section = sections_[s];
        if (section.at == at) held_[s] = held;
        const bool in = section.callee.valid()
                            ? section.at == at
                            : std::any_of(held.begin(), held.end(), [&](const sections::HeldLock& h) {
                                return h.site == section.at && effects_.lock(h.lock).path == section.lock;
                              });
        if (in) inside_[s].push_back(at);
      }
    });
  }

  bool is_inside(std::uint32_t section, ValueId at) const {
    return std::binary_search(inside_[section].begin(), inside_[section].end(), at);
  }

  void compare(std::uint32_t first, std::uint32_t second) {
    const SectionView &one = sections_[first], &other = sections_[second];
    if (one.at == other.at || !(one.lock == other.lock) || is_inside(first, other.at)) return;
    if (sections::is_shared(one.mode) && sections::is_shared(other.mode) && one.view.empty()) return;
    if (!method_.may_follow(one.at, other.at)) return;
    for (const Entry& read : one.view) {
      for (const Entry& used : other.view) {
        if (!splits_.may_be_split(one, other, read, used)) continue;
        Split split{.kind = read.variable == used.variable ? Kind::kSplitUpdate : Kind::kSplitState,
                    .node = node_,
                    .first = first,
                    .second = second,
                    .read = read,
                    .used = used};
        connect(split);
        if (split.connection == Connection::kNone && !splits_.all_) continue;
        if (judge(split)) found_.push_back(std::move(split));
      }
    }
  }

  // The reads of a variable in a section whose values the method has.
  template <class Use>
  void for_each_origin(std::uint32_t section, const Entry& read, Use&& use) const {
    for (std::uint32_t n = 0; n < staleness_.origins().size(); ++n) {
      const ReadOrigin& origin = staleness_[OriginId(n)];
      const sections::Access& access = *origin.access;
      const bool counts = is_inside(section, origin.read) && !sections::protects_itself(access.flavor);
      if (counts && is_about(access, read)) use(OriginId(n));
    }
  }

  bool has_origin(ValueId value, OriginId origin) const {
    const sections::Staleness::OriginSet& known = staleness_.origins_of(value);
    return std::binary_search(known.begin(), known.end(), origin);
  }

  void connect(Split& split) const {
    auto set = [&](Connection connection, ValueId value) {
      if (connection >= split.connection) return;
      split.connection = connection;
      split.value = value;
    };
    for_each_origin(split.first, split.read, [&](OriginId origin) {
      for (ValueId at : inside_[split.second]) {
        const std::span<const ValueId> operands = method_.operands(at);
        for (std::size_t n = 0; n < operands.size(); ++n) {
          // The object on which a method is called, or whose field is used, is no value that flows into it.
          const bool receiver = n == 0 && is_on_object(method_[at]);
          if (receiver || is_inside(split.second, operands[n])) continue;
          if (has_origin(operands[n], origin) || is_array_of_length(operands[n], origin)) {
            set(Connection::kData, operands[n]);
          }
        }
      }
      for (ValueId tested : staleness_.deciding(block_of_[sections_[split.second].at.value])) {
        if (has_origin(tested, origin) && !only_ends_loop(tested, split.second)) set(Connection::kDecision, tested);
      }
      for_each_origin(split.second, split.used, [&](OriginId later) {
        if (later != origin && are_used_together(origin, later)) {
          set(Connection::kTogether, staleness_[origin].read);
        }
      });
    });
    if (split.read.throws && decides_by_exception(split.first, split.second)) set(Connection::kException, {});
    if (split.kind == Kind::kSplitState && split.read.updated && follows(split.first, split.second) &&
        are_only_updates(split)) {
      set(Connection::kUpdates, {});
    }
  }

  // Whether each of the two variables is updated in one section of the method only, whatever it was before. Else it is
  // filled when first needed, or says what the method is doing: `inProgress.add(x); … inProgress.remove(x);`.
  bool are_only_updates(const Split& split) const {
    if (split.read.tested || split.used.tested) return false;
    return std::count_if(sections_.begin(), sections_.end(), [&](const SectionView& section) {
             return section.depth <= 1 &&
                    std::any_of(section.view.begin(), section.view.end(), [&](const Entry& entry) {
                      return entry.updated && (entry.is_same(split.read) || entry.is_same(split.used));
                    });
           }) == 2;
  }

  // `while (isRunning()) { … } stop();`: what comes behind a loop runs in any case.
  bool only_ends_loop(ValueId tested, std::uint32_t second) const {
    const ValueId act = sections_[second].at;
    return method_.may_follow(tested, tested) && !method_.may_follow(act, tested);
  }

  // Whether the second section always comes after the first, soon, and not in the next round of a loop. Two updates
  // with much work in between are not meant to be one.
  bool follows(std::uint32_t first, std::uint32_t second) const {
    constexpr std::ptrdiff_t kMaximumCalls = 4;
    const ValueId one = sections_[first].at, other = sections_[second].at;
    const auto begin = method_.instructions.begin();
    const auto is_call = [](const ir::Instruction& i) { return i.op == Op::kInvoke; };
    return one < other && std::count_if(begin + one.value + 1, begin + other.value, is_call) <= kMaximumCalls &&
           dominators_.dominates(block_of_[one.value].value, block_of_[other.value].value) &&
           !method_.may_follow(other, one);
  }

  // `copyInto(new Object[size()])`: the array is as long as the collection was.
  bool is_array_of_length(ValueId value, OriginId origin) const {
    auto is_made = [&](ValueId v) {
      const ir::Instruction& made = method_[method_.without_casts(v)];
      return made.op == Op::kNewArray && has_origin(method_.operands(made)[0], origin);
    };
    const ir::Instruction& loaded = method_[value];
    if (loaded.op != Op::kGetField) return is_made(value);
    // From a field into which the method has stored it.
    return std::any_of(method_.instructions.begin(), method_.instructions.end(), [&](const ir::Instruction& i) {
      return i.op == Op::kPutField && i.reference() == loaded.reference() &&
             method_.operands(i)[0] == method_.operands(loaded)[0] && is_made(method_.operands(i)[1]);
    });
  }

  static bool is_on_object(const ir::Instruction& i) {
    switch (i.op) {
      case Op::kInvoke:
        return i.as<ir::InvokeKind>() != ir::InvokeKind::kStatic;
      case Op::kGetField:
      case Op::kPutField:
      case Op::kMonitorEnter:
      case Op::kMonitorExit:
        return true;
      default:
        return false;
    }
  }

  // Whether one operation uses both, or both become parts of one new object.
  bool are_used_together(OriginId one, OriginId other) const {
    ValueId object_of_one, object_of_other;
    auto stored_in = [&](const ir::Instruction& i, OriginId origin) {
      return i.op == Op::kPutField && has_origin(method_.operands(i)[1], origin) ? method_.operands(i)[0] : ValueId();
    };
    for (std::uint32_t n = 0; n < method_.instructions.size(); ++n) {
      const ir::Instruction& i = method_.instructions[n];
      if (i.op == Op::kPhi || i.op == Op::kConcat || is_for_people(i)) continue;
      const std::span<const ValueId> operands = method_.operands(i);
      for (ValueId a : operands) {
        if (!has_origin(a, one)) continue;
        for (ValueId b : operands) {
          if (a != b && has_origin(b, other) && !has_origin(a, other)) return true;
        }
      }
      if (const ValueId object = stored_in(i, one); object.valid()) object_of_one = object;
      if (const ValueId object = stored_in(i, other); object.valid()) object_of_other = object;
    }
    return object_of_one.valid() && object_of_one == object_of_other && method_[object_of_one].op == Op::kNew;
  }

  bool is_for_people(const ir::Instruction& i) const {
    if (i.op != Op::kInvoke) return false;
    Calls& calls = analysis_.calls();
    const std::string_view owner = calls.text(calls.references()[i.reference()].owner);
    const library::Policy& policy = calls.models().policy();
    return policy.loggers.matches(owner) || policy.text.matches(owner);
  }

  // `checkOpen(); add(x);`: the second runs only if the first has returned.
  bool decides_by_exception(std::uint32_t first, std::uint32_t second) const {
    const ValueId check = sections_[first].at, act = sections_[second].at;
    const BlockId from = block_of_[check.value], to = block_of_[act.value];
    if (from == to) return check < act;
    if (!dominators_.dominates(from.value, to.value)) return false;
    // A handler of the exception may lead there, too.
    std::vector<BlockId> work;
    std::vector<bool> seen(method_.blocks.size(), false);
    auto visit = [&](BlockId block) {
      if (block != from && !seen[block.value]) {
        seen[block.value] = true;
        work.push_back(block);
      }
    };
    for (ValueId at : inside_[first]) {
      for (BlockId pad : method_.pads(block_of_[at.value])) visit(pad);
    }
    while (!work.empty()) {
      const BlockId block = work.back();
      work.pop_back();
      if (block == to) return false;
      for (BlockId next : method_.successors(block)) visit(next);
      for (BlockId pad : method_.pads(block)) visit(pad);
    }
    return true;
  }

  // If nothing shows that threads do this to one object, only what is acted on is worth a look.
  static bool is_worth_it(const Split& split) {
    using sections::ThreadsSeen;
    const bool seen = split.threads == ThreadsSeen::kBoth || split.threads == ThreadsSeen::kNoThreads;
    const bool acts = split.used.updated && split.connection < Connection::kTogether;
    if (split.connection == Connection::kUpdates) return seen && are_direct(split);
    return seen || acts;
  }

  // Two assignments in the very sections, and code that uses both in one: there is little else that shows that two
  // updates are meant to be one.
  static bool are_direct(const Split& split) {
    return split.read.depth <= 1 && split.used.depth <= 1 && split.other_first.depth == 0 &&
           split.other_second.depth == 0;
  }

  // What is held from the first section to the second.
  std::vector<sections::NamedLock> held_over(const Split& split) const {
    std::vector<sections::NamedLock> result;
    for (const sections::HeldLock& h : held_[split.second]) {
      const sections::HeldLock* earlier = find_held(held_[split.first], h.lock);
      if (earlier != nullptr && earlier->site == h.site) result.push_back({effects_.lock(h.lock).path, h.mode});
    }
    return result;
  }

  // Returns whether it is one to report, in the audit at least. What is proved to be harmless is not.
  bool judge(Split& split) {
    const SectionView &first = sections_[split.first], &second = sections_[split.second];
    split.held = held_over(split);
    const auto again = std::find_if(second.view.begin(), second.view.end(),
                                    [&](const Entry& entry) { return entry.read && entry.is_same(split.read); });
    const bool reads_again = again != second.view.end() && split.connection != Connection::kUpdates;
    if (reads_again && (again->tested || (again->throws && split.connection == Connection::kException))) return false;
    // That it updates what the first section has read is the affair of split-update.
    const bool updates_it = std::any_of(second.view.begin(), second.view.end(),
                                        [&](const Entry& entry) { return entry.updated && entry.is_same(split.read); });
    if (split.kind == Kind::kSplitState && updates_it) return false;
    if (split.connection != Connection::kUpdates && is_validated(first, second, split)) return false;
    if (split.read.object.known() && effects_.is_confined(split.read.object)) return false;
    split.second_fails = reads_again && again->throws;
    if (split.kind == Kind::kSplitUpdate && !judge_as_stale_value(split)) return false;
    const bool acts = split.used.updated && split.connection < Connection::kTogether;
    if (split.kind == Kind::kSplitState && acts) split.harm = Harm::kLikely;
    constexpr std::uint8_t kNear = 2;  // calls
    Dismissals& reasons = split.dismissals;
    reasons.add(Dismissal::kResultsUnused, split.connection == Connection::kNone);
    // What it has changed itself in the first section tells the others.
    reasons.add(Dismissal::kHandedOver, (split.read.updated && split.connection != Connection::kUpdates) ||
                                            marks_itself_busy(first, second, split));
    reasons.add(Dismissal::kManyCallsApart, first.depth > kNear || second.depth > kNear ||
                                                split.read.depth > kNear + 1 || split.used.depth > kNear + 1);
    const bool decided = split.connection == Connection::kDecision || split.connection == Connection::kException;
    reasons.add(Dismissal::kOnlyRead, decided && !split.used.updated && !yields(split));
    return reasons.empty() || splits_.all_;
  }

  // `if (version == seen) value = next;`: something else that the first section has read as well is tested again.
  bool is_validated(const SectionView& first, const SectionView& second, const Split& split) const {
    return std::any_of(second.view.begin(), second.view.end(), [&](const Entry& again) {
      return again.tested && is_of_one_object(again, split.read, program_) &&
             std::any_of(first.view.begin(), first.view.end(),
                         [&](const Entry& before) { return before.read && before.is_same(again); });
    });
  }

  // `busy = true;` in the first section and `busy = false;` in the second: the others keep away in between.
  bool marks_itself_busy(const SectionView& first, const SectionView& second, const Split& split) const {
    return std::any_of(first.view.begin(), first.view.end(), [&](const Entry& flag) {
      return flag.updated && program_.text(program_[flag.variable.field].descriptor) == "Z" &&
             is_of_one_object(flag, split.read, program_) &&
             std::any_of(second.view.begin(), second.view.end(),
                         [&](const Entry& cleared) { return cleared.updated && cleared.is_same(flag); });
    });
  }

  // What stale-value says of the same update, where it sees it. Returns false if it sees nothing wrong.
  bool judge_as_stale_value(Split& split) const {
    split.harm = Harm::kLikely;
    if (split.connection > Connection::kDecision) return true;
    bool any = false;
    for_each_origin(split.first, split.read, [&](OriginId origin) {
      for (const sections::StaleUse& use : stale_uses_) {
        if (any || use.origin != origin || use.act == nullptr || !is_inside(split.second, use.at)) continue;
        any = true;
        split.dismissals.add(DismissedUses(analysis_, staleness_).of(use));
        split.benign = splits_.benign_.reason_for(staleness_, use);
        split.harm = splits_.benign_.harm_of(staleness_, use, /*elsewhere=*/true);
      }
    });
    // For stale-value an outer lock that is held on protects what was read.
    if (any || !split.held.empty()) return true;
    // It has seen both, and found that the update is tested again, happens anyway, or is about something else.
    return std::none_of(inside_[split.second].begin(), inside_[split.second].end(), [&](ValueId at) {
      const sections::Effect* effect = effects_.effect(at);
      return effect != nullptr &&
             std::any_of(effect->accesses.begin(), effect->accesses.end(), [&](const sections::Access& access) {
               return access.kind == sections::AccessKind::kWrite && is_about(access, split.used);
             });
    });
  }

  static bool is_about(const sections::Access& access, const Entry& entry) {
    const FieldId field = access.location.last_field();
    const bool contents = !access.location.steps().empty() && access.location.steps().back() != field.value;
    if (!field.valid() || Variable{field, contents} != entry.variable) return false;
    return !entry.object.known() || access.location.owner_of_last_field() == entry.object;
  }

  // Whether what the second section reads is used.
  bool yields(const Split& split) const {
    if (split.connection == Connection::kException) return false;
    auto is_used = [&](auto&& has) {
      return std::any_of(method_.instructions.begin(), method_.instructions.end(), [&](const ir::Instruction& i) {
        const std::span<const ValueId> operands = method_.operands(i);
        return std::any_of(operands.begin(), operands.end(), has);
      });
    };
    const SectionView& second = sections_[split.second];
    if (second.callee.valid()) return is_used([&](ValueId v) { return v == second.at; });
    bool any = false;
    for_each_origin(split.second, split.used,
                    [&](OriginId origin) { any = any || is_used([&](ValueId v) { return has_origin(v, origin); }); });
    return any;
  }

  // The thread that gets in between.
  bool find_other(Split& split) const {
    const AccessPath& lock = sections_[split.first].lock;
    const sections::Gap gap{.reader = node_,
                            .field = split.read.variable.field,
                            .object = split.read.object,
                            .held = split.held,
                            .act = method_[sections_[split.second].at].pc};
    if (split.connection == Connection::kUpdates) return find_user(split, gap);
    std::map<std::pair<MethodId, std::uint32_t>, Both> places;
    splits_.any_of_both(split.read, split.used, lock, /*update=*/true, [&](const Both& both) {
      places.try_emplace({both.one->updates.method, both.one->updates.pc}, both);
      return false;
    });
    const auto choice = sections::Interference(analysis_).choose(gap, [&](const sections::Writer& writer) {
      return places.contains({writer.place.method, writer.place.pc});
    });
    if (choice.shown == nullptr) return false;
    const Both& both = places.at({choice.shown->place.method, choice.shown->place.pc});
    set_other(split, both, *choice.shown, choice.threads);
    return true;
  }

  // A section that uses both, be it only to read them.
  bool find_user(Split& split, const sections::Gap& gap) const {
    constexpr std::size_t kMaximumUsers = 256;
    const sections::Interference interference(analysis_);
    std::size_t seen = 0;
    bool found = false;
    splits_.any_of_both(split.read, split.used, sections_[split.first].lock, /*update=*/false, [&](const Both& both) {
      if (++seen > kMaximumUsers) return true;
      const SectionView& there = splits_.views_[both.section];
      const sections::Writer user{.place = both.one->updated ? both.one->updates : both.one->reads,
                                  .locks = {{there.lock, there.mode}},
                                  .object = both.one->object,
                                  .contents = both.one->variable.contents};
      if (interference.unfit(gap, user) != sections::Unfit::kFit) return false;
      const sections::CanInterfere* threads = analysis_.can_interfere();
      const sections::ThreadsSeen how =
          threads->has_threads() ? threads->threads_seen(gap, user) : sections::ThreadsSeen::kNoThreads;
      if (!found || how > split.threads) set_other(split, both, user, how);
      found = true;
      return false;
    });
    return found;
  }

  static void set_other(Split& split, const Both& both, const sections::Writer& writer, sections::ThreadsSeen threads) {
    split.writer = writer;
    split.threads = threads;
    split.other = both.section;
    split.other_first = *both.one;
    split.other_second = *both.other;
  }

  static std::tuple<bool, Kind, Connection, bool, int, std::uint32_t, std::uint32_t> rank(const Split& split) {
    return {!split.dismissals.empty(),           split.kind,   split.connection, !split.used.updated,
            split.read.depth + split.used.depth, split.second, split.first};
  }

  std::string key_of(const Split& split) const {
    const ir::References& references = analysis_.calls().references();
    const std::string object = split.read.object.known()
                                   ? split.read.object.text(program_, references, method_, AccessPath::Style::kDump)
                                   : program_.describe(program_[split.read.variable.field].owner);
    const AccessPath& lock = sections_[split.first].lock;
    return object + " " + lock.text(program_, references, method_, AccessPath::Style::kDump);
  }

  const Splits& splits_;
  sections::Analysis& analysis_;
  Program& program_;
  const NodeId node_;
  const std::vector<SectionView>& sections_;
  sections::MethodEffects effects_;
  const sections::Staleness staleness_;
  const ir::MethodIr& method_;
  const std::vector<BlockId> block_of_;
  const ir::DominatorTree dominators_;
  const std::vector<sections::StaleUse> stale_uses_;
  std::vector<std::vector<ValueId>> inside_;  // by section: its instructions, ascending
  std::vector<sections::HeldLocks> held_;     // by section: before it is entered
  std::vector<Split> found_;
};

std::vector<Split> Splits::of(NodeId node) const {
  if (views_.sections(node).size() < 2 || !may_be_split(node)) return {};
  return Method(*this, node).run();
}

}  // namespace snag::atomicity
