// A growing set of small numbers: most hold a handful, a few hold thousands. A short list up to kFew, then bits.
#pragma once

#include <cstdint>
#include <vector>

#include <absl/container/inlined_vector.h>

namespace snag {

class TypeSet {
 public:
  // Whether it is new.
  bool insert(std::uint32_t element) {
    if (bits_.empty()) {
      for (std::uint32_t known : few_) {
        if (known == element) return false;
      }
      if (few_.size() < kFew) {
        few_.push_back(element);
        return true;
      }
      for (std::uint32_t known : few_) set_bit(known);
      few_ = {};
    }
    if (contains_bit(element)) return false;
    set_bit(element);
    return true;
  }
  bool contains(std::uint32_t element) const {
    if (!bits_.empty()) return contains_bit(element);
    for (std::uint32_t known : few_) {
      if (known == element) return true;
    }
    return false;
  }
  bool empty() const { return few_.empty() && bits_.empty(); }
  std::vector<std::uint32_t> elements() const {
    if (bits_.empty()) return {few_.begin(), few_.end()};
    std::vector<std::uint32_t> result;
    for (std::size_t word = 0; word < bits_.size(); ++word) {
      for (std::uint64_t rest = bits_[word]; rest != 0; rest &= rest - 1) {
        result.push_back(static_cast<std::uint32_t>(64 * word) + static_cast<std::uint32_t>(__builtin_ctzll(rest)));
      }
    }
    return result;
  }

 private:
  static constexpr std::size_t kFew = 12;

  bool contains_bit(std::uint32_t element) const {
    return element / 64 < bits_.size() && (bits_[element / 64] >> (element % 64) & 1) != 0;
  }
  void set_bit(std::uint32_t element) {
    if (element / 64 >= bits_.size()) bits_.resize(element / 64 + 1);
    bits_[element / 64] |= std::uint64_t{1} << (element % 64);
  }

  absl::InlinedVector<std::uint32_t, 4> few_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace snag
