#include "execution/concurrency.h"

#include <utility>

namespace snag {

Concurrency::Concurrency(const HeapShapeGraph& heap, const Threads& threads)
    : heap_(heap), threads_(threads), order_(threads), evident_(threads), programs_(threads) {
  bool any = false;
  for (std::uint32_t t = 0; t < threads.size(); ++t) {
    if (threads[ThreadId(t)].kind == ThreadKind::kMain) several_mains_ = std::exchange(any, true) || several_mains_;
  }
}

bool Concurrency::is_own(ThreadKind kind) {
  return !is_client(kind) && kind != ThreadKind::kCallback && kind != ThreadKind::kInitializer;
}

bool Concurrency::are_own(ThreadKind a, ThreadKind b) {
  auto sets_up = [](ThreadKind one, ThreadKind other) {
    return one == ThreadKind::kMain && other == ThreadKind::kEvent;
  };
  return is_own(a) && is_own(b) && !sets_up(a, b) && !sets_up(b, a);
}

bool Concurrency::are_ordered(const RunPoint& a, ThreadId x, const RunPoint& b, ThreadId y) const {
  return x != y && ((a.at.valid() && !order_.may_overlap(x, a.instance, a.at, y)) ||
                    (b.at.valid() && !order_.may_overlap(y, b.instance, b.at, x)));
}

bool Concurrency::protects(ObjectId lock, ObjectId object) const {
  if (heap_.has(lock, ObjectProperty::kUnique) || lock == object) return true;
  if (!object.valid()) return false;
  constexpr int kMaximumHosts = 8;
  auto is_in_scope_of = [&](ObjectId inner, ObjectId outer) {
    for (int n = 0; n < kMaximumHosts && inner.valid(); ++n) {
      if (inner == outer) return true;
      inner = heap_.host(inner);
    }
    return false;
  };
  const ObjectId host = heap_.host(lock);
  return is_in_scope_of(object, lock) || (host.valid() && is_in_scope_of(object, host));
}

}  // namespace snag
