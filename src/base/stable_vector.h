// A growing table whose elements never move: readers index it without a lock while one writer at a time appends.
//
// Another thread may use an index once it has received it through some synchronization (a mutex, a task hand-over),
// which is how threads exchange ids in Snag. Callers must ensure that only one thread appends at a time.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace snag {

template <class T>
class StableVector {
 public:
  StableVector() = default;
  StableVector(const StableVector&) = delete;
  StableVector& operator=(const StableVector&) = delete;
  ~StableVector() {
    for (auto& chunk : chunks_) delete[] chunk.load(std::memory_order_relaxed);
  }

  std::uint32_t push_back(T value) {
    std::uint32_t index = size_.load(std::memory_order_relaxed);
    auto [chunk, slot] = place(index);
    T* data = chunks_[chunk].load(std::memory_order_relaxed);
    if (data == nullptr) {
      data = new T[chunk_size(chunk)];
      chunks_[chunk].store(data, std::memory_order_release);
    }
    data[slot] = std::move(value);
    size_.store(index + 1, std::memory_order_release);
    return index;
  }

  const T& operator[](std::uint32_t index) const {
    auto [chunk, slot] = place(index);
    return chunks_[chunk].load(std::memory_order_acquire)[slot];
  }
  std::uint32_t size() const { return size_.load(std::memory_order_acquire); }

 private:
  // Chunk k holds 2^(k + kFirstBits) elements, so 33 - kFirstBits chunks address every 32-bit index.
  static constexpr unsigned kFirstBits = 6;
  static std::size_t chunk_size(unsigned chunk) { return std::size_t{1} << (chunk + kFirstBits); }
  static std::pair<unsigned, std::size_t> place(std::uint32_t index) {
    std::uint64_t shifted = std::uint64_t{index} + (1u << kFirstBits);
    auto bit = static_cast<unsigned>(63 - __builtin_clzll(shifted));
    return {bit - kFirstBits, shifted - (std::uint64_t{1} << bit)};
  }

  std::array<std::atomic<T*>, 33 - kFirstBits> chunks_{};
  std::atomic<std::uint32_t> size_{0};
};

}  // namespace snag
