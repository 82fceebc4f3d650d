#include "heap/ownership_of_method.h"

#include <algorithm>

#include "heap/instance_values.h"

namespace snag::ownership {

using ir::Op;
using ir::ValueId;
using Kind = MethodObjects::Object::Kind;

struct OwnershipOfMethod::Domain {
  using State = OwnershipState;

  OwnershipOfMethod& analysis;
  std::size_t work = 0;

  State at_entry() const {
    const MethodObjects& objects = analysis.objects_;
    State state;
    for (const MethodObjects::Object& object : objects.objects()) {
      const bool shared = object.lost || object.kind == Kind::kShared;
      state.masks.push_back(shared ? kSharedBit : object.at_entry);
    }
    state.older.assign(state.masks.size(), 0);
    state.done.assign((objects.edges().size() + 63) / 64, 0);
    for (std::size_t n = 0; n < objects.edges().size(); ++n) {
      if (objects.edges()[n].at_entry) state.set_done(n);
    }
    return state;
  }
  void pass(ir::BlockId id, State& state, State* thrown) {
    const ir::Block& block = analysis.objects_.method()[id];
    for (std::uint32_t n = block.begin; n < block.end; ++n) {
      for (const Action& action : analysis.objects_.actions(ValueId(n))) analysis.run(action, state);
    }
    if (thrown != nullptr) thrown->raise(state);
    for (std::size_t n = 0; n < analysis.ever_.size(); ++n) analysis.ever_[n] |= state.masks[n] | state.older[n];
    work += (state.masks.size() * 2 + state.done.size()) * (2 + block.successor_count + block.pad_count) + block.end -
            block.begin;
  }
  static const State& cross(const ir::FlowEdge& /*edge*/, const State& out, State& /*scratch*/) { return out; }
  static bool join(ir::BlockId /*at*/, State& known, const State& arriving) { return known.raise(arriving); }
  bool within_budget() const { return work <= kMaximumWork; }
};

OwnershipOfMethod::OwnershipOfMethod(const OwnershipContext& context, NodeId node, MethodObjects::Conditions conditions)
    : context_(context), node_(node), objects_(context, node, conditions) {
  gave_up_ = objects_.gave_up();
  if (gave_up_) return;
  ever_.assign(objects_.objects().size(), 0);
  Domain domain{*this};
  flow_ = ir::solve_forward(objects_.method(), domain);
  gave_up_ = !flow_.complete;
}

// ---- the transfer function ----

// Adds bits to an object, and to what it holds. `all`: of a loop's objects not only the last one. An object that has
// the bits already is no reason to stop: where paths join, it may have them from one and what it holds from another.
void OwnershipOfMethod::raise(OwnershipState& state, ObjectId object, Mask bits, bool all) const {
  if (objects_.objects()[object].edges.empty()) {
    state.masks[object] |= bits;
    if (all) state.older[object] |= bits;
    return;
  }
  // Met as the last one made, or as any; whatever earlier searches have noted is less.
  search_ += 2;
  const std::uint64_t met_last = search_ - 1, met_all = search_;
  seen_.resize(state.masks.size(), 0);
  absl::InlinedVector<ObjectId, 32> work;
  auto meet = [&](ObjectId next, bool older) {
    const std::uint64_t met = older ? met_all : met_last;
    if (seen_[next] >= met) return;
    seen_[next] = met;
    state.masks[next] |= bits;
    if (older) state.older[next] |= bits;
    if (!objects_.objects()[next].edges.empty()) work.push_back(next);
  };
  meet(object, all);
  while (!work.empty()) {
    const ObjectId holder = work.back();
    work.pop_back();
    for (std::uint32_t edge : objects_.objects()[holder].edges) {
      const ObjectId what = objects_.edges()[edge].what;
      if (what != kSharedObject && state.is_done(edge)) meet(what, /*older=*/true);
    }
  }
}

void OwnershipOfMethod::run(const Action& action, OwnershipState& state) const {
  switch (action.kind) {
    case ActionKind::kAllocate:
      state.older[action.id] |= state.masks[action.id];
      state.masks[action.id] = objects_.objects()[action.id].lost ? kSharedBit : 0;
      return;
    case ActionKind::kPublish:
      return raise(state, action.id, kSharedBit, !action.direct);
    case ActionKind::kStore: {
      const Edge& edge = objects_.edges()[action.id];
      if (edge.what == kSharedObject) return;
      state.set_done(action.id);
      const Mask of_holder = state.masks[edge.holder] | (action.holder_direct ? 0 : state.older[edge.holder]);
      if (of_holder != 0) raise(state, edge.what, of_holder, !action.direct);
      return;
    }
  }
}

Mask OwnershipOfMethod::mask_of(const OwnershipState& state, const Objects& objects, bool direct) const {
  Mask result = 0;
  for (ObjectId object : objects) result |= state.masks[object] | (direct ? 0 : state.older[object]);
  return result;
}

// ---- what the callers learn ----

Summary OwnershipOfMethod::summary() const {
  Summary result;
  result.gave_up = gave_up_;
  if (gave_up_) return result;
  const ir::MethodIr& method = objects_.method();
  std::vector<bool> returned(ever_.size(), false);
  for (const ir::Instruction& i : method.instructions) {
    if (i.op != Op::kReturn || i.operand_count == 0) continue;
    for (ObjectId object : objects_.pointees(method.operands(i)[0])) {
      const bool nothing = objects_.objects()[object].by_others && ever_[object] == 0;
      returned[object] = returned[object] || !nothing;
    }
  }
  auto place_of = [&](ObjectId object) -> Place {
    const MethodObjects::Object& what = objects_.objects()[object];
    if (what.kind == Kind::kPath) return {Role::kPath, what.path};
    if (what.kind == Kind::kShared || (ever_[object] & kSharedBit) != 0) return {Role::kShared};
    return {returned[object] ? Role::kResult : Role::kFresh};
  };
  // What callers can reach: from their own objects and from the result.
  std::vector<bool> visible = returned;
  std::vector<ObjectId> work;
  for (ObjectId object = 0; object < ever_.size(); ++object) {
    if (objects_.objects()[object].kind == Kind::kPath) visible[object] = true;
    if (visible[object]) work.push_back(object);
  }
  while (!work.empty()) {
    const ObjectId holder = work.back();
    work.pop_back();
    for (std::uint32_t edge : objects_.objects()[holder].edges) {
      const ObjectId what = objects_.edges()[edge].what;
      if (!visible[what]) work.push_back(what);
      visible[what] = true;
    }
  }
  for (const Edge& edge : objects_.edges()) {
    // What others put into an object that a caller may have shared is not owned if the object is not.
    const bool by_others = objects_.objects()[edge.what].by_others && ever_[edge.what] != 0;
    if ((edge.at_entry && !by_others) || !visible[edge.holder]) continue;
    const Place holder = place_of(edge.holder), what = place_of(edge.what);
    if (holder.role == Role::kShared || (holder == what && holder.role == Role::kFresh)) continue;
    result.stores.push_back({holder, edge.slot, what});
  }
  for (ObjectId object = 0; object < ever_.size(); ++object) {
    const MethodObjects::Object& what = objects_.objects()[object];
    if (returned[object]) {
      result.results.push_back(what.kind == Kind::kPath && what.lost ? Place{Role::kShared} : place_of(object));
    }
    if (what.kind == Kind::kPath && (ever_[object] & kSharedBit) != 0) result.publishes.push_back(what.path);
  }
  std::erase_if(result.publishes, [&](const Path& path) {  // with a parameter everything that it holds is published
    const Path parameter{.parameter = path.parameter};
    return path != parameter && std::count(result.publishes.begin(), result.publishes.end(), parameter) > 0;
  });
  result.conditions = objects_.conditions();
  result.normalize();
  return result;
}

// ---- answers ----

Objects OwnershipOfMethod::published_by(const KnownCall& call, std::uint32_t except) {
  const Summary& summary = context_.summaries[call.callee.value];
  Objects result;
  for (const Path& path : summary.publishes) {
    if (path.parameter == except || path.parameter >= call.arguments.size()) continue;
    for (ObjectId object : objects_.with_held(objects_.objects_of(path, call.arguments[path.parameter].objects))) {
      if (std::find(result.begin(), result.end(), object) == result.end()) result.push_back(object);
    }
  }
  return result;
}

// The callee's objects are apart only if the caller's are: what the callee publishes by another name is not owned.
Grant OwnershipOfMethod::grant(const KnownCall& call, const OwnershipState& state) {
  Grant result{call.site, call.callee, {}};
  const Summary& summary = context_.summaries[call.callee.value];
  if (call.arguments.empty()) return result;
  std::uint32_t published_except = ~std::uint32_t{0};
  Objects published;
  for (const Path& path : summary.conditions) {
    if (path.parameter >= call.arguments.size()) {
      result.masks.push_back(kSharedBit);
      continue;
    }
    const KnownCall::Argument& argument = call.arguments[path.parameter];
    const Objects meant = objects_.objects_of(path, argument.objects);
    Mask mask = mask_of(state, meant, argument.direct && path.is_parameter());
    if (!summary.publishes.empty() && (mask & kSharedBit) == 0) {
      if (published_except != path.parameter) published = published_by(call, path.parameter);
      published_except = path.parameter;
      for (ObjectId object : meant) {
        if (std::find(published.begin(), published.end(), object) != published.end()) mask |= kSharedBit;
      }
    }
    result.masks.push_back(mask);
  }
  return result;
}

MethodOwnership OwnershipOfMethod::details() {
  MethodOwnership result;
  const ir::MethodIr& method = objects_.method();
  auto next_call = objects_.known_calls().begin();
  for (std::uint32_t b = 0; b < method.blocks.size(); ++b) {
    const bool reached = flow_.reached[b];
    OwnershipState state = flow_.at_start[b];
    for (std::uint32_t n = method.blocks[b].begin; n < method.blocks[b].end; ++n) {
      const ir::Instruction& i = method.instructions[n];
      const ValueId at(n);
      for (; next_call != objects_.known_calls().end() && next_call->site == at; ++next_call) {
        if (reached) result.grants.push_back(grant(*next_call, state));
      }
      if (!reached) continue;
      if (i.op != Op::kPhi) {
        std::span<const ValueId> operands = method.operands(i);
        for (std::size_t o = 0; o < operands.size(); ++o) {
          if (method[operands[o]].type != ir::Type::kReference) continue;
          if (std::find(operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(o), operands[o]) !=
              operands.begin() + static_cast<std::ptrdiff_t>(o)) {
            continue;
          }
          const Mask mask = mask_of(state, operands[o]);
          if ((mask & kNotOwnedBits) == 0) result.operands.push_back({at, operands[o], mask});
        }
      }
      std::span<const Action> actions = objects_.actions(at);
      if (actions.empty()) continue;
      const std::vector<Mask> before = state.masks;
      for (const Action& action : actions) run(action, state);
      for (ObjectId object = 1; object < state.masks.size(); ++object) {
        if ((state.masks[object] & ~before[object]) == 0) continue;
        const MethodObjects::Object& what = objects_.objects()[object];
        const bool is_parameter = what.kind == Kind::kPath && what.path.is_parameter();
        const ValueId value = is_parameter ? InstanceValues::parameter(method, what.path.parameter) : what.site;
        if (value.valid()) result.growths.push_back({value, at, before[object], state.masks[object]});
      }
    }
  }
  std::stable_sort(result.growths.begin(), result.growths.end(),
                   [](const MaskGrowth& a, const MaskGrowth& b) { return a.object < b.object; });
  for (std::uint32_t n = 0; n < method.instructions.size() && !method.lambdas.empty(); ++n) {
    const ir::Instruction& i = method.instructions[n];
    if (i.op == Op::kCast) continue;
    for (ValueId operand : method.operands(i)) {
      const ValueId function = method.without_casts(operand);
      if (method[function].op != Op::kLambda || objects_.runs_lambda(ValueId(n), function)) continue;
      const NodeId body = context_.calls.body_of(method.lambdas[method[function].payload]);
      if (body.valid()) result.escaping_bodies.push_back(body);
    }
  }
  return result;
}

Mask OwnershipOfMethod::mask_at(ValueId instruction, ValueId value) const {
  if (gave_up_) return kSharedBit;
  const ir::MethodIr& method = objects_.method();
  auto block = std::upper_bound(method.blocks.begin(), method.blocks.end(), instruction.value,
                                [](std::uint32_t at, const ir::Block& b) { return at < b.begin; });
  const auto index = static_cast<std::size_t>(block - method.blocks.begin() - 1);
  if (!flow_.reached[index]) return kSharedBit;
  OwnershipState state = flow_.at_start[index];
  for (std::uint32_t n = method.blocks[index].begin; n < instruction.value; ++n) {
    for (const Action& action : objects_.actions(ValueId(n))) run(action, state);
  }
  return mask_of(state, value);
}

}  // namespace snag::ownership
