#include "checks/reacquired-lock/witnesses.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "base/parallel.h"

namespace snag::reacquired {

using ir::ValueId;

Witnesses::Witnesses(sections::Analysis& analysis, const CallGraph* graph, const Options& options)
    : analysis_(analysis),
      options_(options),
      callees_(analysis.calls(), graph, Callees::Purpose::kSearch, options.jobs) {
  std::uint32_t count = analysis.calls().node_count();
  taken_.resize(count);
  facts_.resize(count);
  touched_.resize(count);
  matters_.assign(count, 0);
  parallel_ranges(count, options.jobs, /*grain=*/256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) touched_[n] = touched_by(analysis, NodeId(static_cast<std::uint32_t>(n)));
  });
  const BottomUpOrder& order = callees_.bottom_up();
  order.for_each(options.jobs, [&](std::uint32_t component) { visit(order.component(component)); });
  for (std::uint32_t n = 0; n < count; ++n) {
    counts_.takers += taken_[n].empty() ? 0 : 1;
    counts_.potential += facts_[n].potential.size();
    counts_.left_out += facts_[n].left_out;
    if (!facts_[n].gave_up) continue;
    ++counts_.given_up;
    Program& program = analysis.calls().program();
    MethodId method = analysis.calls().method(NodeId(n));
    program.diagnostics().add(
        DiagnosticSeverity::kWarning, program.file_of(program[method].owner),
        {program.describe(method) + ": too much for the flow of locks; locks taken twice in it may be missed",
         std::nullopt});
  }
}

void Witnesses::visit(std::span<const std::uint32_t> component) {
  const std::vector<std::uint32_t>& calls = callees_.of(NodeId(component[0]));
  bool recursive = component.size() > 1 || std::binary_search(calls.begin(), calls.end(), component[0]);
  for (std::uint32_t n : component) matters_[n] = recursive ? 1 : 0;
  // Most are single methods; but a group may have thousands, which need not wait for each other here.
  std::vector<std::unique_ptr<MethodLocks>> methods(component.size());
  auto for_each_member = [&](const std::function<void(std::size_t)>& visit_one) {
    parallel_ranges(component.size(), options_.jobs, /*grain=*/16, [&](std::size_t begin, std::size_t end) {
      for (std::size_t n = begin; n < end; ++n) visit_one(n);
    });
  };
  const bool many = component.size() > 256;  // then their effects take too much memory to keep all
  for_each_member([&](std::size_t n) {
    methods[n] = std::make_unique<MethodLocks>(inputs(), NodeId(component[n]));
    facts_[component[n]].sections = methods[n]->sections();
    if (many) methods[n]->forget_effects();
  });
  auto inside = [&](const Invocation& call) {
    return recursive && std::binary_search(component.begin(), component.end(), call.callee.value);
  };
  for (const auto& method : methods) begin_taken(*method, inside);
  std::vector<std::vector<std::size_t>> callers(methods.size());  // in the group
  for (std::size_t m = 0; m < methods.size(); ++m) {
    for (const Invocation& call : methods[m]->invocations()) {
      if (!inside(call)) continue;
      auto callee = std::lower_bound(component.begin(), component.end(), call.callee.value) - component.begin();
      std::vector<std::size_t>& known = callers[static_cast<std::size_t>(callee)];
      if (known.empty() || known.back() != m) known.push_back(m);
    }
  }
  // Within the group round by round, the shortest ways first: in a round each method once, and only those that call
  // what has changed. Lists only grow, so each call looks at what is new.
  auto until_settled = [&](auto size_of, auto pass_on_one) {
    std::vector<std::vector<std::uint32_t>> seen;
    std::set<std::size_t> this_round, next_round;
    for (std::size_t m = 0; m < methods.size(); ++m) {
      seen.emplace_back(methods[m]->invocations().size(), 0);
      this_round.insert(this_round.end(), m);
    }
    for (; !this_round.empty(); this_round.swap(next_round)) {
      while (!this_round.empty()) {
        std::size_t m = *this_round.begin();
        this_round.erase(this_round.begin());
        bool changed = false;
        for (std::size_t n = 0; n < seen[m].size(); ++n) {
          const Invocation& call = methods[m]->invocations()[n];
          for (; seen[m][n] < size_of(call); ++seen[m][n]) {
            changed = pass_on_one(*methods[m], call, seen[m][n]) || changed;
          }
        }
        if (!changed) continue;
        for (std::size_t caller : callers[m]) (caller > m ? this_round : next_round).insert(caller);
      }
    }
  };
  if (recursive) {
    until_settled([&](const Invocation& call) { return inside(call) ? taken_[call.callee.value].size() : 0; },
                  [&](const MethodLocks& method, const Invocation& call, std::uint32_t n) {
                    return add_taken(method.node(), translated(call, n));
                  });
  }
  for_each_member([&](std::size_t n) {
    add_history(*methods[n]);
    if (many) methods[n]->forget_effects();
  });
  until_settled(
      [&](const Invocation& call) { return facts_[call.callee.value].potential.size(); },
      [&](const MethodLocks& method, const Invocation& call, std::uint32_t n) { return pass_on(method, call, n); });
  for (std::uint32_t n : component) matters_[n] = taken_[n].empty() && facts_[n].potential.empty() ? 0 : 1;
}

TakenLock Witnesses::translated(const Invocation& call, std::uint32_t in_callee) const {
  const TakenLock& there = taken_[call.callee.value][in_callee];
  return {{call.at, call.callee, in_callee},
          call.translate(there.lock, options_.lock_depth),
          static_cast<std::uint16_t>(std::min(there.depth + 1, 0xFFFF))};
}

// LOCKSHELD without the calls that are `later`.
void Witnesses::begin_taken(const MethodLocks& method, const std::function<bool(const Invocation&)>& later) {
  std::vector<TakenLock> found;
  const std::vector<Section>& sections = method.sections();
  for (std::uint32_t n = 0; n < sections.size(); ++n)
    found.push_back({{sections[n].at, NodeId(), n}, sections[n].lock});
  for (const Invocation& call : method.invocations()) {
    if (later(call)) continue;
    for (std::uint32_t n = 0; n < taken_[call.callee.value].size(); ++n) found.push_back(translated(call, n));
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const TakenLock& a, const TakenLock& b) { return a.depth < b.depth; });
  for (TakenLock& lock : found) add_taken(method.node(), std::move(lock));
}

// Locks that mean nothing to callers are left out: TRANSLATELOCK has nothing to make of them.
bool Witnesses::add_taken(NodeId node, TakenLock lock) {
  if (!lock.lock.portable()) return false;
  std::vector<TakenLock>& taken = taken_[node.value];
  auto same = [&](const TakenLock& known) { return known.lock == lock.lock; };
  if (std::any_of(taken.begin(), taken.end(), same)) return false;
  if (taken.size() >= kMaximumTaken) {
    ++facts_[node.value].left_out;
    return false;
  }
  taken.push_back(std::move(lock));
  return true;
}

void Witnesses::add_history(MethodLocks& method) {
  LockHistory history(method, taken_, options_.lock_depth, options_.relaxed);
  Facts& facts = facts_[method.node().value];
  facts.gave_up = history.gave_up() || method.effects().gave_up();
  if (history.twice().empty()) return;
  facts.twice = history.twice();
  if (facts.twice.size() > kMaximumTwice) {
    facts.left_out += static_cast<std::uint32_t>(facts.twice.size() - kMaximumTwice);
    std::stable_sort(facts.twice.begin(), facts.twice.end(),
                     [&](const Twice& a, const Twice& b) { return depth(a.second) < depth(b.second); });
    facts.twice.resize(kMaximumTwice);
    std::stable_sort(facts.twice.begin(), facts.twice.end(),
                     [](const Twice& a, const Twice& b) { return a.second.at < b.second.at; });
  }
  // Only the locks that they name.
  std::vector<std::uint32_t> kept(history.locks().size(), ~std::uint32_t{0});
  auto keep = [&](Mark& mark) {
    if (kept[mark.lock] == ~std::uint32_t{0}) {
      kept[mark.lock] = static_cast<std::uint32_t>(facts.locks.size());
      facts.locks.push_back(history.locks()[mark.lock]);
    }
    mark.lock = kept[mark.lock];
  };
  for (Twice& twice : facts.twice) {
    keep(twice.second);
    for (Mark& first : twice.firsts) keep(first);
  }
  for (std::uint32_t n = 0; n < facts.twice.size(); ++n) {
    const Twice& twice = facts.twice[n];
    for (const HeldSection& context : twice.contexts) {  // few: of at most kMaximumTwice places
      facts.confirmed.push_back({{ValueId(), method.node(), n}, method.node(), context});
      ++facts.confirmed_here;
    }
    const AccessPath& lock = facts.locks[twice.second.lock];
    if (!twice.without_context || !lock.portable()) continue;
    AccessPath other;
    if (twice.two_locks) {
      auto portable = std::find_if(twice.firsts.begin(), twice.firsts.end(),
                                   [&](const Mark& first) { return facts.locks[first.lock].portable(); });
      if (portable == twice.firsts.end()) continue;
      other = facts.locks[portable->lock];
    }
    if (facts.potential.size() < kMaximumPotential) {
      facts.potential.push_back({{}, lock, other, method.node(), n});
    } else {
      ++facts.left_out;
    }
  }
}

bool Witnesses::pass_on(const MethodLocks& method, const Invocation& call, std::uint32_t in_callee) {
  Facts& facts = facts_[method.node().value];
  Potential potential = facts_[call.callee.value].potential[in_callee];
  bool variant = potential.other.known();
  potential.lock = call.translate(potential.lock, options_.lock_depth);
  potential.other = call.translate(potential.other, options_.lock_depth);
  if (!potential.lock.known() || (variant && !potential.other.known())) return false;
  // Held already: to take it again has no effect.
  for (const HeldSection& held : call.held) {
    if (held.lock == potential.lock || held.lock == potential.other) return false;
  }
  if (call.held.empty()) {
    if (!potential.lock.portable() || (variant && !potential.other.portable())) return false;
    auto same = [&](const Potential& known) {
      return known.origin == potential.origin && known.twice == potential.twice && known.lock == potential.lock;
    };
    if (std::any_of(facts.potential.begin(), facts.potential.end(), same)) return false;
    if (facts.potential.size() >= kMaximumPotential) {
      ++facts.left_out;
      return false;
    }
    static_cast<Link&>(potential) = {call.at, call.callee, in_callee};
    ++potential.depth;
    facts.potential.push_back(std::move(potential));
    return true;
  }
  bool changed = false;
  for (const HeldSection& held : call.held) {
    auto same = [&](const Confirmation& known) {
      return known.at == call.at && known.callee == call.callee && known.in_callee == in_callee &&
             known.context.at == held.at;
    };
    auto of_callees = std::span(facts.confirmed).subspan(facts.confirmed_here);
    if (std::any_of(of_callees.begin(), of_callees.end(), same)) continue;
    if (of_callees.size() >= kMaximumContexts) {
      ++facts.left_out;
      continue;
    }
    Confirmation made{{call.at, call.callee, in_callee}, method.node(), held};
    held.lock.for_each_name_in_callee(call.arguments,
                                      [&](const AccessPath& name) { made.names_in_callee.push_back(name); });
    facts.confirmed.push_back(std::move(made));
    changed = true;
  }
  return changed;
}

Witnesses::Taker Witnesses::taker_of(NodeId node, const Mark& mark) const {
  const auto [taker, link] = follow(
      node, mark, [&](NodeId callee) { return std::span(taken(callee)); }, [](NodeId, const Link&) {});
  return {taker, sections(taker)[link.in_callee]};
}

std::uint16_t Witnesses::depth(const Mark& mark) const {
  return mark.callee.valid() ? static_cast<std::uint16_t>(taken(mark.callee)[mark.in_callee].depth + 1) : 0;
}

std::vector<Witness> Witnesses::all() const {
  struct Found {
    NodeId origin;
    std::uint32_t twice;
    std::uint16_t depth;
    const Confirmation* context;
  };
  std::vector<Found> found;
  for (const Facts& facts : facts_) {
    for (const Confirmation& context : facts.confirmed) {
      if (!context.at.valid()) {
        found.push_back({context.node, context.in_callee, 0, &context});
        continue;
      }
      const Potential& potential = facts_[context.callee.value].potential[context.in_callee];
      auto depth = static_cast<std::uint16_t>(potential.depth + 1);
      found.push_back({potential.origin, potential.twice, depth, &context});
    }
  }
  auto key = [](const Found& f) { return std::tuple(f.origin, f.twice, f.depth, f.context->node, f.context->at); };
  std::stable_sort(found.begin(), found.end(), [&](const Found& a, const Found& b) { return key(a) < key(b); });
  std::vector<Witness> result;
  for (const Found& f : found) {
    if (result.empty() || result.back().origin != f.origin || result.back().twice != f.twice) {
      result.push_back({f.origin, f.twice, {}, f.depth});
    }
    result.back().contexts.push_back(*f.context);
  }
  return result;
}

}  // namespace snag::reacquired
