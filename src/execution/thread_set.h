// Sets of abstract threads. Threads that matter for sharing have low numbers (threads.h), so most sets are one word; a
// set has no words behind its highest member, and equal sets have equal words.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include <absl/container/inlined_vector.h>

#include "base/id.h"

namespace snag {

struct ThreadTag;
using ThreadId = Id<ThreadTag>;

class ThreadSet {
 public:
  bool empty() const { return words_.empty(); }
  bool contains(ThreadId id) const {
    return id.value / kBits < words_.size() && ((words_[id.value / kBits] >> (id.value % kBits)) & 1) != 0;
  }
  // Both return whether the set has grown.
  bool insert(ThreadId id) {
    if (contains(id)) return false;
    if (words_.size() <= id.value / kBits) words_.resize(id.value / kBits + 1, 0);
    words_[id.value / kBits] |= std::uint64_t{1} << (id.value % kBits);
    return true;
  }
  bool insert(const ThreadSet& others) {
    if (words_.size() < others.words_.size()) words_.resize(others.words_.size(), 0);
    bool grown = false;
    for (std::size_t i = 0; i < others.words_.size(); ++i) {
      grown |= (others.words_[i] & ~words_[i]) != 0;
      words_[i] |= others.words_[i];
    }
    return grown;
  }
  bool intersects(const ThreadSet& others) const {
    for (std::size_t i = 0; i < std::min(words_.size(), others.words_.size()); ++i) {
      if ((words_[i] & others.words_[i]) != 0) return true;
    }
    return false;
  }
  std::uint32_t size() const {
    std::uint32_t count = 0;
    for (std::uint64_t word : words_) count += static_cast<std::uint32_t>(std::popcount(word));
    return count;
  }
  // Calls `visit(ThreadId)` for each member, ascending.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
        visit(ThreadId(static_cast<std::uint32_t>(i * kBits) + static_cast<std::uint32_t>(std::countr_zero(rest))));
      }
    }
  }

  // The same for the members that both have.
  template <class Visit>
  void for_each_common(const ThreadSet& others, Visit&& visit) const {
    for (std::size_t i = 0; i < std::min(words_.size(), others.words_.size()); ++i) {
      for (std::uint64_t rest = words_[i] & others.words_[i]; rest != 0; rest &= rest - 1) {
        visit(ThreadId(static_cast<std::uint32_t>(i * kBits) + static_cast<std::uint32_t>(std::countr_zero(rest))));
      }
    }
  }

  // The members that both have.
  friend ThreadSet common(const ThreadSet& a, const ThreadSet& b) {
    ThreadSet result;
    result.words_.resize(std::min(a.words_.size(), b.words_.size()));
    for (std::size_t i = 0; i < result.words_.size(); ++i) result.words_[i] = a.words_[i] & b.words_[i];
    while (!result.words_.empty() && result.words_.back() == 0) result.words_.pop_back();
    return result;
  }
  friend bool operator==(const ThreadSet&, const ThreadSet&) = default;
  template <class H>
  friend H AbslHashValue(H state, const ThreadSet& set) {
    return H::combine(std::move(state), set.words_);
  }

 private:
  static constexpr std::uint32_t kBits = 64;
  absl::InlinedVector<std::uint64_t, 1> words_;
};

}  // namespace snag
