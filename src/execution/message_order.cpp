#include "execution/message_order.h"

#include <algorithm>
#include <optional>

#include "execution/operands.h"

namespace snag {

using ir::BlockId;
using ir::Op;
using ir::ValueId;
using library::AtomicKind;

namespace {

// Objects that a channel may be: with more it is not known which one it is.
constexpr std::size_t kMaximumObjects = 4;

template <class All>
void sort_and_unite(All& all) {
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

// Whether the end of the method can be reached from behind `from` without passing an instruction of `stops`. Exceptions
// do not count: they are what a message is not sent for. False if no stop can be reached either.
bool reaches_end(const ir::MethodIr& ir, const std::vector<BlockId>& block_of, ValueId from, auto&& is_stop) {
  std::vector<bool> seen(ir.blocks.size(), false);
  std::vector<std::pair<BlockId, std::uint32_t>> work = {{block_of[from.value], from.value + 1}};
  bool stopped = false;
  while (!work.empty()) {
    auto [block, n] = work.back();
    work.pop_back();
    for (; n < ir[block].end && !is_stop(ValueId(n)); ++n) {
    }
    if (n < ir[block].end) {
      stopped = true;
      continue;
    }
    if (ir.terminator(block).op == Op::kReturn) return true;
    for (BlockId next : ir.successors(block)) {
      if (seen[next.value]) continue;
      seen[next.value] = true;
      work.emplace_back(next, ir[next].begin);
    }
  }
  return !stopped;
}

// Whether `to` can be reached, from the beginning of the method or from behind `from`, without passing a stop.
bool reaches(const ir::MethodIr& ir, const std::vector<BlockId>& block_of, ValueId from, ValueId to, auto&& is_stop) {
  std::vector<bool> seen(ir.blocks.size(), false);
  std::vector<std::pair<BlockId, std::uint32_t>> work;
  if (from.valid()) {
    work.emplace_back(block_of[from.value], from.value + 1);
  } else {
    work.emplace_back(BlockId(0), ir.blocks[0].begin);
  }
  while (!work.empty()) {
    auto [block, n] = work.back();
    work.pop_back();
    for (; n < ir[block].end && ValueId(n) != to && !is_stop(ValueId(n)); ++n) {
    }
    if (n < ir[block].end) {
      if (ValueId(n) == to) return true;
      continue;
    }
    auto follow = [&](BlockId next) {
      if (seen[next.value]) return;
      seen[next.value] = true;
      work.emplace_back(next, ir[next].begin);
    };
    for (BlockId next : ir.successors(block)) follow(next);
    for (BlockId next : ir.pads(block)) follow(next);
  }
  return false;
}

}  // namespace

const std::vector<MessageOrder::Point>& MessageOrder::points(MethodInstanceId instance, int depth) {
  const auto key = std::pair(instance, depth);
  if (auto it = points_.find(key); it != points_.end()) return it->second;
  points_.emplace(key, std::vector<Point>());  // recursion ends here
  std::vector<Point> all;
  const MethodId method = points_to_[instance].method;
  const ir::MethodIr* ir = points_to_.store().get(method);
  if (ir != nullptr && calls_.node_of(method).valid()) {
    for (std::uint32_t n = 0; n < ir->instructions.size(); ++n) {
      const ir::Instruction& i = ir->instructions[n];
      switch (i.op) {
        case Op::kGetField:
        case Op::kGetStatic:
        case Op::kPutField:
        case Op::kPutStatic: {
          const FieldId field = calls_.field(i);
          if (!field.valid() || !points_to_.program()[field].is_volatile()) break;
          const bool writes = i.op == Op::kPutField || i.op == Op::kPutStatic;
          all.push_back(
              {.at = ValueId(n), .sends = writes, .receives = !writes, .direct = true, .channels = {{field, {}}}});
          break;
        }
        case Op::kInvoke:
          add_call(instance, ValueId(n), *ir, depth, all);
          break;
        default:
          break;
      }
    }
  }
  return points_[key] = std::move(all);
}

// A VarHandle or field updater stands for the field that it is about; one of which that is not known, for the static
// field that holds it.
void MessageOrder::add_handle(const ir::MethodIr& ir, ValueId at, const library::MethodModel& model, Point& point) {
  if (ir.operands(at).empty()) return;
  const ir::Instruction& handle = ir[ir.without_casts(ir.operands(at)[0])];
  if (handle.op != Op::kGetStatic) return;
  const std::optional<FieldHandles::Access> access = execution_.sections().handles().access(ir, at);
  if (!access && !model.memory) return;
  const FieldId field = access ? access->field : calls_.field(handle);
  if (!field.valid()) return;
  point.channels.push_back({field, {}});
  const library::OrderKind order = model.orders[0].kind;
  point.sends = point.sends || order == library::OrderKind::kWrite || order == library::OrderKind::kUpdate;
  point.receives = point.receives || order == library::OrderKind::kRead || order == library::OrderKind::kUpdate;
}

void MessageOrder::add_call(MethodInstanceId instance, ValueId at, const ir::MethodIr& ir, int depth,
                            std::vector<Point>& all) {
  const Binding& binding = calls_.binding(ir[at]);
  const Program& program = points_to_.program();
  if (const library::MethodModel* model = binding.model) {
    Point point{.at = at, .channels = {}};
    auto add = [&](const library::Operand& operand) {
      const std::vector<ObjectId> objects = CallOperands(points_to_, instance, at).objects(operand);
      if (objects.size() > kMaximumObjects) return false;
      for (ObjectId object : objects) point.channels.push_back({{}, object});
      return !objects.empty();
    };
    for (const library::Operand& operand : model->signals) point.sends = point.signals = add(operand) || point.sends;
    for (const library::Operand& operand : model->joins) point.receives = add(operand) || point.receives;
    if (!model->orders.empty()) add_handle(ir, at, *model, point);
    const bool has_object = ir[at].as<ir::InvokeKind>() != ir::InvokeKind::kStatic;
    const std::string_view owner =
        binding.resolved.valid() ? program.name(program[binding.resolved].owner) : std::string_view();
    const library::Policy& policy = calls_.models().policy();
    const bool cell = policy.atomic_values.matches(owner);
    if (has_object && model->atomic != AtomicKind::kNone && (cell || policy.concurrent.matches(owner))) {
      // What is in a map does not say who has put it there: only what passes elements on is a channel.
      const bool passes_on = cell || model->removes || model->atomic == AtomicKind::kWrite;
      const std::vector<ObjectId> objects = points_to_.objects(instance, ir.operands(at)[0]);
      if (passes_on && !objects.empty() && objects.size() <= kMaximumObjects) {
        for (ObjectId object : objects) point.channels.push_back({{}, object});
        point.sends =
            point.sends || model->atomic == AtomicKind::kWrite || (cell && model->atomic != AtomicKind::kRead);
        point.receives = point.receives || model->atomic != AtomicKind::kWrite;
      }
    }
    if (point.sends || point.receives) {
      sort_and_unite(point.channels);
      point.direct = true;
      point.barrier = !model->signals.empty() && !model->joins.empty();
      all.push_back(std::move(point));
    }
    return;
  }
  if (depth >= kMaximumDepth) return;
  // What all callees do.
  for (const Way way : {Way::kSent, Way::kReceived, Way::kBarrier}) {
    std::optional<Channels> common;
    for (const PointsTo::InstanceCall& call : calls_at(points_to_, instance, at)) {
      if (call.kind != CalleeKind::kCall || points_to_[call.callee].body != BodyKind::kCode) continue;
      Channels found = always(call.callee, way, depth + 1);
      if (common) {
        std::erase_if(found, [&](const Channel& c) { return !std::binary_search(common->begin(), common->end(), c); });
      }
      common = std::move(found);
    }
    if (!common || common->empty()) continue;
    all.push_back({.at = at,
                   .sends = way == Way::kSent,
                   .receives = way == Way::kReceived,
                   .signals = way == Way::kSent,
                   .barrier = way == Way::kBarrier,
                   .channels = std::move(*common)});
  }
}

// The channels that an instance sends to, or receives from, on all ways through it.
MessageOrder::Channels MessageOrder::always(MethodInstanceId instance, Way way, int depth) {
  const std::vector<Point> all = points(instance, depth);
  Channels candidates;
  for (const Point& point : all) {
    if (goes(point, way)) {
      candidates.insert(candidates.end(), point.channels.begin(), point.channels.end());
    }
  }
  sort_and_unite(candidates);
  if (candidates.empty()) return candidates;
  const ir::MethodIr& ir = *points_to_.store().get(points_to_[instance].method);
  const std::vector<BlockId> block_of = ir.block_of_instructions();
  std::erase_if(candidates, [&](const Channel& channel) {
    auto is_stop = [&](ValueId v) {
      return std::any_of(all.begin(), all.end(), [&](const Point& point) {
        return point.at == v && goes(point, way) &&
               std::binary_search(point.channels.begin(), point.channels.end(), channel);
      });
    };
    for (std::uint32_t b = 0; b < ir.blocks.size(); ++b) {
      const ValueId end(ir.blocks[b].end - 1);
      if (ir[end].op == Op::kReturn && reaches(ir, block_of, {}, end, is_stop)) return true;
    }
    return false;
  });
  return candidates;
}

const MessageOrder::Around& MessageOrder::of_level(const RunPoint& level) {
  const auto key = std::pair(level.instance, level.at);
  if (auto it = of_levels_.find(key); it != of_levels_.end()) return it->second;
  return of_levels_.emplace(key, find_level(level)).first->second;
}

// What the method itself does around an instruction of it.
MessageOrder::Around MessageOrder::find_level(const RunPoint& level) {
  Around result;
  const std::vector<Point>& all = points(level.instance, 0);
  if (all.empty()) return result;
  const ir::MethodIr& ir = *points_to_.store().get(points_to_[level.instance].method);
  const std::vector<BlockId> block_of = ir.block_of_instructions();
  Channels channels;
  for (const Point& point : all) channels.insert(channels.end(), point.channels.begin(), point.channels.end());
  sort_and_unite(channels);
  auto has = [](const Point& point, const Channel& channel) {
    return std::binary_search(point.channels.begin(), point.channels.end(), channel);
  };
  for (const Channel& channel : channels) {
    std::vector<ValueId> senders, receivers, barriers;  // ascending, as `all` is
    bool inside = false, signals = false;
    for (const Point& point : all) {
      if (!has(point, channel)) continue;
      if (point.sends) senders.push_back(point.at);
      if (point.receives) receivers.push_back(point.at);
      signals = signals || (point.signals && point.sends);
      if (!point.barrier) continue;
      barriers.push_back(point.at);
      inside = inside || (point.direct && point.at == level.at);
    }
    auto one_of = [](const std::vector<ValueId>& stops) {
      return [&](ValueId v) { return std::binary_search(stops.begin(), stops.end(), v); };
    };
    const bool sent = inside || !reaches_end(ir, block_of, level.at, one_of(senders));
    const bool received = inside || !reaches(ir, block_of, {}, level.at, one_of(receivers));
    if (sent) result.sent.push_back(channel);
    if (sent && signals) result.signals.push_back(channel);
    if (received) result.received.push_back(channel);
    if (barriers.empty() || (!sent && !received)) continue;
    // The phases: since the beginning of the method, or since one of the places. Inside of the barrier (its action) it
    // is none of them.
    std::vector<std::uint32_t> phases;
    auto passes = [&](ValueId v) { return std::find(barriers.begin(), barriers.end(), v) != barriers.end(); };
    if (!inside && reaches(ir, block_of, {}, level.at, passes)) phases.push_back(0);
    for (std::uint32_t n = 0; n < barriers.size() && !inside; ++n) {
      if (reaches(ir, block_of, barriers[n], level.at, passes)) phases.push_back(n + 1);
    }
    result.barriers.emplace_back(channel, std::move(phases));
  }
  return result;
}

const MessageOrder::Around& MessageOrder::around(const RunPoint& point, ThreadId thread) {
  const auto key = std::tuple(thread, point.instance, point.at);
  if (auto it = around_.find(key); it != around_.end()) return it->second;
  Around result;
  std::vector<RunPoint> levels;
  if (const auto chain = chains_.to(thread, point.instance)) {
    for (const CallChains::Link& link : *chain) levels.push_back({link.caller, link.site});
  }
  levels.push_back(point);
  auto append = [](auto& to, const auto& more) { to.insert(to.end(), more.begin(), more.end()); };
  for (const RunPoint& level : levels) {
    if (!level.at.valid()) continue;
    const Around& there = of_level(level);
    append(result.received, there.received);
    append(result.sent, there.sent);
    append(result.signals, there.signals);
    append(result.barriers, there.barriers);
  }
  sort_and_unite(result.sent);
  sort_and_unite(result.signals);
  sort_and_unite(result.received);
  return around_[key] = std::move(result);
}

bool MessageOrder::has_one_permit(ObjectId object) const {
  if (object.value >= points_to_.object_count()) return false;
  const CodePlace place = points_to_.allocation(object);
  const ir::MethodIr* ir = place.method.valid() ? points_to_.store().get(place.method) : nullptr;
  if (ir == nullptr || (*ir)[place.instruction].op != Op::kNew) return false;
  const std::optional<ValueId> constructor = constructor_call(*ir, place.instruction);
  if (!constructor || ir->operands(*constructor).size() < 2) return false;
  const ir::Instruction& permits = (*ir)[ir->operands(*constructor)[1]];
  return permits.op == Op::kConstant && permits.as<ir::ConstantKind>() == ir::ConstantKind::kInt &&
         permits.payload == 1;
}

bool MessageOrder::are_ordered(const RunPoint& a, ThreadId x, bool a_reads, const RunPoint& b, ThreadId y,
                               bool b_reads) {
  const Around& of_a = around(a, x);
  const Around& of_b = around(b, y);
  for (const auto& [barrier, phases] : of_a.barriers) {
    for (const auto& [other, other_phases] : of_b.barriers) {
      if (barrier != other) continue;
      return std::none_of(phases.begin(), phases.end(), [&](std::uint32_t phase) {
        return std::find(other_phases.begin(), other_phases.end(), phase) != other_phases.end();
      });
    }
  }
  // A message is for whoever reads; two writers do not send each other any.
  auto published = [&](const Around& writer, ThreadId thread, const Around& reader) {
    return std::any_of(writer.sent.begin(), writer.sent.end(), [&](const Channel& channel) {
      const bool one = execution_.threads()[thread].one ||
                       !std::binary_search(writer.signals.begin(), writer.signals.end(), channel);
      return one && std::binary_search(reader.received.begin(), reader.received.end(), channel);
    });
  };
  if ((b_reads && published(of_a, x, of_b)) || (a_reads && published(of_b, y, of_a))) return true;
  for (const Channel& channel : of_a.received) {
    const auto has = [&](const Channels& all) { return std::binary_search(all.begin(), all.end(), channel); };
    if (channel.object.valid() && has(of_a.sent) && has(of_b.received) && has(of_b.sent) &&
        has_one_permit(channel.object)) {
      return true;
    }
  }
  return false;
}

}  // namespace snag
