#include "callgraph/call_graph.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace snag {

CallGraph::CallGraph(const Program& program, Parts parts) : entry_points_(std::move(parts.entry_points)) {
  auto sort_by = [](auto& range, const auto& key) {
    std::sort(range.begin(), range.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  };
  sort_by(parts.methods, [&](const auto& method) { return program.sort_key(method.first); });
  for (auto [method, body] : parts.methods) {
    if (method.value >= index_.size()) index_.resize(method.value + 1, kNotReached);
    index_[method.value] = static_cast<std::uint32_t>(methods_.size());
    methods_.push_back(method);
    bodies_.push_back(body);
  }
  sort_by(parts.calls, [&](const auto& from) {
    const auto& [caller, call] = from;
    return std::tuple(index_of(caller), call.site, index_of(call.callee), call.kind);
  });
  first_.assign(methods_.size() + 1, 0);
  for (const auto& [caller, call] : parts.calls) {
    ++first_[index_of(caller) + 1];
    calls_.push_back(call);
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  sort_by(entry_points_, [&](const EntryPoint& entry) { return std::pair(index_of(entry.method), entry.kind); });
}

std::span<const Call> CallGraph::calls(MethodId method) const {
  if (!reaches(method)) return {};
  std::uint32_t index = index_of(method);
  return std::span(calls_).subspan(first_[index], first_[index + 1] - first_[index]);
}

}  // namespace snag
