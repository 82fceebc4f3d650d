#include "heap/ownership.h"

#include <algorithm>
#include <numeric>

#include "base/parallel.h"

namespace snag {

using ir::ValueId;
using ownership::Grant;
using ownership::kNotOwnedBits;
using ownership::Mask;
using ownership::MaskGrowth;
using ownership::MethodOwnership;
using ownership::OperandMask;
using ownership::OwnershipContext;
using ownership::OwnershipOfMethod;
using ownership::Path;
using ownership::Summary;

namespace {

using Conditions = ownership::MethodObjects::Conditions;

constexpr std::size_t kGrain = 16;

}  // namespace

Ownership::Ownership(Calls& calls, const Callees& callees, unsigned jobs, const std::vector<bool>& all_callers_seen)
    : calls_(calls),
      callees_(callees),
      holders_(calls.program(), calls.models()),
      summaries_(calls.node_count()),
      details_(calls.node_count()),
      not_owned_(calls.node_count(), 0) {
  counts_.methods = calls.node_count();
  summarize_all(jobs);
  // Beyond this point summaries do not change.
  find_entry_states(all_callers_seen);
  count();
}

// ---- bottom-up ----

void Ownership::summarize_all(unsigned jobs) {
  const BottomUpOrder& order = callees_.bottom_up();
  const OwnershipContext context{calls_, callees_, holders_, summaries_};
  std::vector<std::uint32_t> single;
  for (std::uint32_t l = 0; l < order.level_count(); ++l) {
    single.clear();
    for (std::uint32_t component : order.level(l)) {
      std::span<const std::uint32_t> group = order.component(component);
      const std::vector<std::uint32_t>& called = callees_.of(NodeId(group[0]));
      const bool recursive = group.size() > 1 || std::binary_search(called.begin(), called.end(), group[0]);
      if (recursive) {
        summarize_group(group, jobs);
      } else {
        single.push_back(group[0]);
      }
    }
    counts_.analyses += single.size();
    parallel_ranges(single.size(), jobs, kGrain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t n = begin; n < end; ++n) {
        const NodeId node(single[n]);
        OwnershipOfMethod method(context, node, Conditions::kMayGrow);
        summaries_[node.value] = method.summary();
        if (!summaries_[node.value].gave_up) details_[node.value] = method.details();
      }
    });
  }
}

// In rounds: all methods of which a callee has changed, with the summaries of the last round. So the result is the same
// for any number of threads.
void Ownership::summarize_group(std::span<const std::uint32_t> group, unsigned jobs) {
  const OwnershipContext context{calls_, callees_, holders_, summaries_};
  auto index_of = [&](std::uint32_t node) {
    auto at = std::lower_bound(group.begin(), group.end(), node);
    return at != group.end() && *at == node ? static_cast<std::size_t>(at - group.begin()) : group.size();
  };
  std::vector<std::vector<std::uint32_t>> callers(group.size());  // within the group
  for (std::uint32_t n = 0; n < group.size(); ++n) {
    for (std::uint32_t callee : callees_.of(NodeId(group[n]))) {
      if (std::size_t index = index_of(callee); index < group.size()) callers[index].push_back(n);
    }
  }
  std::vector<std::uint32_t> work(group.size());
  std::iota(work.begin(), work.end(), 0);
  std::vector<int> analyses(group.size(), 0);
  std::vector<Summary> found(group.size());
  // Whether the details are those that the summaries of now give: nothing was new in the last analysis of the method,
  // and no summary of a callee has changed since.
  std::vector<std::uint8_t> has_details(group.size(), 0);
  while (!work.empty()) {
    counts_.analyses += work.size();
    parallel_ranges(work.size(), jobs, kGrain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t w = begin; w < end; ++w) {
        const NodeId node(group[work[w]]);
        Summary& summary = found[work[w]];
        const int analysis = ++analyses[work[w]];
        if (analysis == kMaximumAnalyses) {
          summary = Summary{.gave_up = true};
          continue;
        }
        const bool exact = analysis <= kExactAnalyses;
        OwnershipOfMethod method(context, node, exact ? Conditions::kMayGrow : Conditions::kKnown);
        summary = method.summary();
        if (!exact) summary.widen(summaries_[node.value]);
        has_details[work[w]] = !summary.gave_up && summary == summaries_[node.value] ? 1 : 0;
        if (has_details[work[w]] != 0) details_[node.value] = method.details();
      }
    });
    std::vector<std::uint32_t> next;
    for (std::uint32_t index : work) {
      Summary& known = summaries_[group[index]];
      if (known.gave_up || found[index] == known) continue;
      // Callers whose conditions do not grow any more do not ask for new ones: those are not granted.
      const bool conditions_alone = known.has_same_effects(found[index]);
      known = std::move(found[index]);
      for (std::uint32_t caller : callers[index]) {
        has_details[caller] = 0;
        if (!conditions_alone || analyses[caller] < kExactAnalyses) next.push_back(caller);
      }
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    std::erase_if(next, [&](std::uint32_t index) { return summaries_[group[index]].gave_up; });
    work = std::move(next);
  }
  counts_.analyses += static_cast<std::uint64_t>(std::count(has_details.begin(), has_details.end(), 0));
  std::vector<std::uint8_t> failed(group.size(), 0);
  parallel_ranges(group.size(), jobs, kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      const NodeId node(group[n]);
      if (summaries_[node.value].gave_up || has_details[n] != 0) continue;
      OwnershipOfMethod method(context, node, Conditions::kKnown);
      failed[n] = method.gave_up() ? 1 : 0;
      if (!method.gave_up()) details_[node.value] = method.details();
    }
  });
  for (std::size_t n = 0; n < group.size(); ++n) {
    if (failed[n] != 0) summaries_[group[n]] = Summary{.gave_up = true};
    if (summaries_[group[n]].gave_up) details_[group[n]] = {};
  }
}

// ---- top-down ----

// At first every method is taken to own what it is passed, then what a call does not grant is taken away. A condition
// is taken away once, so it ends; the order does not matter.
void Ownership::find_entry_states(const std::vector<bool>& all_callers_seen) {
  constexpr Mask kNothing = ~Mask{0};
  const std::uint32_t count = calls_.node_count();
  std::vector<bool> called(count, false), escaping(count, false);
  std::vector<std::uint32_t> work;
  for (std::uint32_t n = 0; n < count; ++n) {
    for (const Grant& grant : details_[n].grants) called[grant.callee.value] = true;
    for (NodeId body : details_[n].escaping_bodies) {
      escaping[body.value] = true;
      calls_.note_unknown_call(calls_.method(body));  // `this::step` runs what overrides step
    }
    if (!summaries_[n].gave_up) continue;
    for (std::uint32_t callee : callees_.of(NodeId(n))) escaping[callee] = true;
  }
  for (std::uint32_t n = 0; n < count; ++n) {
    const bool seen = n < all_callers_seen.size() && all_callers_seen[n];
    const bool known = called[n] && !escaping[n] && !summaries_[n].gave_up &&
                       (seen || (calls_.callers_are_known(NodeId(n)) && !calls_.has_unknown_calls(NodeId(n))));
    if (!known) not_owned_[n] = kNothing;
    work.push_back(n);
  }
  while (!work.empty()) {
    const std::uint32_t n = work.back();
    work.pop_back();
    for (const Grant& grant : details_[n].grants) {
      Mask& of_callee = not_owned_[grant.callee.value];
      if (of_callee == kNothing) continue;
      Mask lost = of_callee;
      if (grant.masks.empty()) lost = kNothing;
      for (std::size_t c = 0; c < grant.masks.size(); ++c) {
        if ((grant.masks[c] & (kNotOwnedBits | not_owned_[n])) != 0) lost |= Mask{1} << c;
      }
      if (lost == of_callee) continue;
      of_callee = lost;
      work.push_back(grant.callee.value);
    }
  }
}

void Ownership::count() {
  for (std::uint32_t n = 0; n < calls_.node_count(); ++n) {
    counts_.given_up += summaries_[n].gave_up ? 1 : 0;
    counts_.operands += details_[n].operands.size();
    for (const OperandMask& operand : details_[n].operands) {
      const bool owned = (operand.mask & not_owned_[n]) == 0;
      counts_.owned += owned ? 1 : 0;
      counts_.conditional += owned ? 0 : 1;
    }
  }
}

// ---- answers ----

Ownership::Answer Ownership::answer(NodeId method, Mask mask) const {
  if ((mask & kNotOwnedBits) != 0) return {};
  if (mask == 0) return {.state = State::kOwned};
  Answer result{.state = State::kOwnedIfParameters, .parameters = 0, .conditions = mask};
  const std::vector<Path>& conditions = summaries_[method.value].conditions;
  for (std::size_t c = 0; c < conditions.size(); ++c) {
    if ((mask >> c & 1) != 0) result.parameters |= std::uint64_t{1} << conditions[c].parameter;
  }
  return result;
}

Ownership::Answer Ownership::at(NodeId method, ValueId instruction, ValueId value) const {
  if (summaries_[method.value].gave_up) return {};
  const ir::MethodIr& ir = calls_.ir(method);
  std::span<const ValueId> operands = ir.operands(instruction);
  if (ir[instruction].op == ir::Op::kPhi || std::find(operands.begin(), operands.end(), value) == operands.end()) {
    const OwnershipContext context{calls_, callees_, holders_, summaries_};
    return answer(method, OwnershipOfMethod(context, method, Conditions::kKnown).mask_at(instruction, value));
  }
  const std::vector<OperandMask>& known = details_[method.value].operands;
  auto found = std::lower_bound(known.begin(), known.end(), instruction,
                                [](const OperandMask& a, ValueId at) { return a.instruction < at; });
  for (; found != known.end() && found->instruction == instruction; ++found) {
    if (found->value == value) return answer(method, found->mask);
  }
  return {};
}

Ownership::Answer Ownership::in_caller(NodeId caller, ValueId call, NodeId callee, const Answer& in_callee) const {
  if (in_callee.state != State::kOwnedIfParameters) return in_callee;
  const std::vector<Grant>& grants = details_[caller.value].grants;
  auto grant =
      std::lower_bound(grants.begin(), grants.end(), call, [](const Grant& a, ValueId at) { return a.site < at; });
  Mask mask = 0;
  bool any = false;
  for (; grant != grants.end() && grant->site == call; ++grant) {
    if (grant->callee != callee) continue;
    any = true;
    if (grant->masks.empty()) return {};
    for (std::size_t c = 0; c < grant->masks.size(); ++c) {
      if ((in_callee.conditions >> c & 1) != 0) mask |= grant->masks[c];
    }
  }
  return any ? answer(caller, mask) : Answer();
}

bool Ownership::is_owned(NodeId method, const Answer& answer) const {
  return answer.state != State::kShared && (answer.conditions & not_owned_[method.value]) == 0;
}

bool Ownership::is_owned(NodeId method, ValueId instruction, ValueId value) const {
  return is_owned(method, at(method, instruction, value));
}

bool Ownership::is_owned_with(NodeId method, const Answer& answer, std::uint32_t parameter) const {
  const std::vector<Path>& conditions = summaries_[method.value].conditions;
  const auto condition = std::find(conditions.begin(), conditions.end(), Path{.parameter = parameter});
  return answer.state == State::kOwnedIfParameters && condition != conditions.end() &&
         answer.conditions == Mask{1} << (condition - conditions.begin());
}

bool Ownership::parameter_is_owned(NodeId method, std::uint32_t parameter) const {
  if (parameter == 0 && calls_.is_constructor(method)) return true;
  const std::vector<Path>& conditions = summaries_[method.value].conditions;
  auto condition = std::find(conditions.begin(), conditions.end(), Path{.parameter = parameter});
  return condition != conditions.end() && (not_owned_[method.value] >> (condition - conditions.begin()) & 1) == 0;
}

std::span<const MaskGrowth> Ownership::growths_of(NodeId method, ValueId object) const {
  const std::vector<MaskGrowth>& growths = details_[method.value].growths;
  const auto first = std::lower_bound(growths.begin(), growths.end(), object,
                                      [](const MaskGrowth& a, ValueId of) { return a.object < of; });
  const auto last = std::find_if(first, growths.end(), [&](const MaskGrowth& a) { return a.object != object; });
  return {first, last};
}

std::vector<ValueId> Ownership::published_at(NodeId method, ValueId object) const {
  const bool is_parameter = calls_.ir(method)[object].op == ir::Op::kParameter;
  // A parameter may be shared already; the question is what this method does with one that is not.
  const Mask published = is_parameter ? ~Mask{0} : kNotOwnedBits | not_owned_[method.value];
  std::vector<ValueId> result;
  for (const MaskGrowth& growth : growths_of(method, object)) {
    const Mask before = is_parameter ? 0 : growth.before & published;
    if (before == 0 && (growth.mask & published) != 0) result.push_back(growth.at);
  }
  return result;
}

std::optional<std::uint32_t> Ownership::kept_by(NodeId method, ValueId object) const {
  const std::vector<Path>& conditions = summaries_[method.value].conditions;
  std::optional<std::uint32_t> result;
  for (const MaskGrowth& growth : growths_of(method, object)) {
    if ((growth.mask & kNotOwnedBits) != 0) return std::nullopt;
    for (std::size_t c = 0; c < conditions.size(); ++c) {
      if ((growth.mask >> c & 1) == 0) continue;
      if (result && *result != conditions[c].parameter) return std::nullopt;
      result = conditions[c].parameter;
    }
  }
  return result;
}

}  // namespace snag
