#include "execution/separate_programs.h"

#include <limits>

namespace snag {

namespace {

constexpr std::uint32_t kBits = 64;

}  // namespace

SeparatePrograms::SeparatePrograms(const Threads& threads) : threads_(threads) {
  const PointsTo& points_to = threads.points_to();
  std::vector<Bits> reached(points_to.instance_count(), 0), by_event_thread(points_to.instance_count(), 0);
  std::uint32_t mains = 0;
  for (std::uint32_t t = 0; t < threads.size(); ++t) {
    const AbstractThread& thread = threads[ThreadId(t)];
    const bool main = thread.kind == ThreadKind::kMain;
    // What begins outside, such as a class initializer, may belong to every program.
    if (!main && !thread.starts.empty()) continue;
    const Bits begins = main ? Bits(1) << (mains++ % kBits) : thread.kind == ThreadKind::kEvent ? 0 : ~Bits(0);
    for (MethodInstanceId entry : thread.entries) reached[entry.value] |= begins;
  }
  if (mains < 2) return;
  spread(reached, /*starts=*/true);
  for (std::uint32_t t = 0; t < threads.size(); ++t) {
    const AbstractThread& thread = threads[ThreadId(t)];
    if (thread.kind != ThreadKind::kEvent) continue;
    for (const ThreadStart& start : thread.starts) {
      for (const PointsTo::InstanceCall& call : calls_at(points_to, start.caller, start.site)) {
        by_event_thread[call.callee.value] |= reached[start.caller.value];
      }
    }
    // Of what is called without having been registered anything may be true.
    for (MethodInstanceId entry : thread.entries) {
      if (by_event_thread[entry.value] == 0) by_event_thread[entry.value] = reached[entry.value];
    }
  }
  spread(by_event_thread, /*starts=*/false);
  begins_.resize(threads.size(), 0);
  for (std::uint32_t t = 0; t < threads.size(); ++t) {
    for (MethodInstanceId entry : threads[ThreadId(t)].entries) begins_[t] |= reached[entry.value];
  }
  several_ = std::move(reached);
  event_thread_ = std::move(by_event_thread);
}

void SeparatePrograms::spread(std::vector<Bits>& bits, bool starts) const {
  const PointsTo& points_to = threads_.points_to();
  std::vector<MethodInstanceId> work;
  for (std::uint32_t n = 0; n < bits.size(); ++n) {
    if (bits[n] != 0) work.push_back(MethodInstanceId(n));
  }
  while (!work.empty()) {
    const MethodInstanceId caller = work.back();
    work.pop_back();
    for (const PointsTo::InstanceCall& call : points_to.calls(caller)) {
      const bool waits = call.kind == CalleeKind::kCall || call.kind == CalleeKind::kCallback;
      if (!starts && !waits) continue;
      Bits& there = bits[call.callee.value];
      const Bits joined = there | bits[caller.value];
      if (joined == there) continue;
      there = joined;
      work.push_back(call.callee);
    }
  }
}

// Where nothing is known, any program.
SeparatePrograms::Bits SeparatePrograms::bits(ThreadId id, MethodInstanceId instance) const {
  auto known = [](Bits bits) { return bits == 0 ? std::numeric_limits<Bits>::max() : bits; };
  if (threads_[id].kind == ThreadKind::kEvent) return known(event_thread_[instance.value]);
  return known(begins_[id.value]) & known(several_[instance.value]);
}

}  // namespace snag
