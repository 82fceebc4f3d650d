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

template <class Channels>
bool intersect(const Channels& a, const Channels& b) {
  return std::any_of(a.begin(), a.end(), [&](const auto& x) { return std::binary_search(b.begin(), b.end(), x); });
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
          all.push_back({ValueId(n), writes, !writes, {{field, {}}}});
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
    for (const library::Operand& operand : model->signals) point.sends = add(operand) || point.sends;
    for (const library::Operand& operand : model->joins) point.receives = add(operand) || point.receives;
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
      all.push_back(std::move(point));
    }
    return;
  }
  if (depth >= kMaximumDepth) return;
  // What all callees do.
  std::optional<Channels> sent, received;
  for (const PointsTo::InstanceCall& call : calls_at(points_to_, instance, at)) {
    if (call.kind != CalleeKind::kCall || points_to_[call.callee].body != BodyKind::kCode) continue;
    auto meet = [&](std::optional<Channels>& known, Channels found) {
      if (known)
        std::erase_if(found, [&](const Channel& c) { return !std::binary_search(known->begin(), known->end(), c); });
      known = std::move(found);
    };
    meet(sent, always(call.callee, /*sent=*/true, depth + 1));
    meet(received, always(call.callee, /*sent=*/false, depth + 1));
  }
  if (sent && !sent->empty()) all.push_back({at, true, false, std::move(*sent)});
  if (received && !received->empty()) all.push_back({at, false, true, std::move(*received)});
}

// The channels that an instance sends to, or receives from, on all ways through it.
MessageOrder::Channels MessageOrder::always(MethodInstanceId instance, bool sent, int depth) {
  const std::vector<Point> all = points(instance, depth);
  Channels candidates;
  for (const Point& point : all) {
    if (sent ? point.sends : point.receives) {
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
        return point.at == v && (sent ? point.sends : point.receives) &&
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

void MessageOrder::add_level(const RunPoint& level, Around& result) {
  const std::vector<Point>& all = points(level.instance, 0);
  if (all.empty()) return;
  const ir::MethodIr& ir = *points_to_.store().get(points_to_[level.instance].method);
  const std::vector<BlockId> block_of = ir.block_of_instructions();
  Channels channels;
  for (const Point& point : all) channels.insert(channels.end(), point.channels.begin(), point.channels.end());
  sort_and_unite(channels);
  for (const Channel& channel : channels) {
    bool both = false;
    auto stop = [&](bool sends) {
      return [&, sends](ValueId v) {
        return std::any_of(all.begin(), all.end(), [&](const Point& point) {
          return point.at == v && (sends ? point.sends : point.receives) &&
                 std::binary_search(point.channels.begin(), point.channels.end(), channel);
        });
      };
    };
    for (const Point& point : all) {
      both = both || (point.sends && point.receives && channel.object.valid() &&
                      std::binary_search(point.channels.begin(), point.channels.end(), channel));
    }
    const bool sent = !reaches_end(ir, block_of, level.at, stop(true));
    const bool received = !reaches(ir, block_of, {}, level.at, stop(false));
    if (sent) result.sent.push_back(channel);
    if (received) result.received.push_back(channel);
    if (both && (sent || received)) result.barriers.push_back(channel);
  }
}

const MessageOrder::Around& MessageOrder::around(const RunPoint& point, ThreadId thread) {
  const auto key = std::tuple(thread, point.instance, point.at);
  if (auto it = around_.find(key); it != around_.end()) return it->second;
  Around result;
  if (const auto chain = chains_.to(thread, point.instance)) {
    for (const CallChains::Link& link : *chain) result.levels.push_back({link.caller, link.site});
  }
  result.levels.push_back(point);
  for (const RunPoint& level : result.levels) {
    if (level.at.valid()) add_level(level, result);
  }
  sort_and_unite(result.sent);
  sort_and_unite(result.received);
  sort_and_unite(result.barriers);
  return around_[key] = std::move(result);
}

// Whether one access can be reached from the other without passing the barrier.
bool MessageOrder::are_in_one_phase(const Around& a, const Around& b, const Channel& barrier) {
  for (std::size_t n = 0; n < a.levels.size(); ++n) {
    const RunPoint& first = a.levels[n];
    for (const RunPoint& second : b.levels) {
      if (first.instance != second.instance) continue;
      if (first.at == second.at && n + 1 < a.levels.size()) continue;  // the paths part further inside
      const std::vector<Point>& all = points(first.instance, 0);
      const ir::MethodIr& ir = *points_to_.store().get(points_to_[first.instance].method);
      const std::vector<BlockId> block_of = ir.block_of_instructions();
      auto is_stop = [&](ValueId v) {
        return std::any_of(all.begin(), all.end(), [&](const Point& point) {
          return point.at == v && point.sends && point.receives &&
                 std::binary_search(point.channels.begin(), point.channels.end(), barrier);
        });
      };
      return first.at == second.at || reaches(ir, block_of, first.at, second.at, is_stop) ||
             reaches(ir, block_of, second.at, first.at, is_stop);
    }
  }
  return false;
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
  const Around of_a = around(a, x);  // a copy: asking for the other may move it
  const Around& of_b = around(b, y);
  auto is_barrier = [](const Around& at, const Channel& c) {
    return std::binary_search(at.barriers.begin(), at.barriers.end(), c);
  };
  for (const Channel& barrier : of_a.barriers) {
    if (is_barrier(of_b, barrier)) return !are_in_one_phase(of_a, of_b, barrier);
  }
  // A message is for whoever reads; two writers do not send each other any.
  if ((b_reads && intersect(of_a.sent, of_b.received)) || (a_reads && intersect(of_b.sent, of_a.received))) return true;
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
