// Interned texts: class names, member names, descriptors. Two names are equal exactly when their ids are, and a name's
// text lives as long as the table. Thread-safe: interning locks one of 64 shards, reading a text locks nothing.
//
// The numbers behind ids depend on the order in which threads came; whoever prints sorts by text.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/stable_vector.h"

namespace snag {

struct NameTag;
using Name = Id<NameTag>;

class Names {
 public:
  Names() = default;
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;

  Name intern(std::string_view text);
  // The name if somebody interned it, else an invalid one.
  Name find(std::string_view text) const;
  std::string_view text(Name name) const { return shards_[name.value & (kShards - 1)].texts[name.value / kShards]; }
  std::size_t size() const;

 private:
  static constexpr std::uint32_t kShards = 64;
  // Open addressing with the whole hash and the text's place in the slot: one cache miss finds the slot, one the text.
  // Interning is the most frequent operation of reading a program; a general hash map took twice as long here.
  struct Slot {
    std::uint64_t hash = 0;
    const char* text = nullptr;  // null: free
    std::uint32_t size = 0;
    std::uint32_t id = 0;
  };
  struct Shard {
    mutable std::mutex mutex;
    std::vector<Slot> slots = std::vector<Slot>(64);  // a power of two, at most three quarters full
    StableVector<std::string_view> texts;
    std::vector<std::unique_ptr<char[]>> blocks;
    std::size_t block_left = 0;
    char* block_next = nullptr;

    Slot& place(std::uint64_t hash, std::string_view text);
    void grow();
    const char* keep(std::string_view text);
  };
  static std::uint32_t shard_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 58); }

  mutable std::array<Shard, kShards> shards_;
};

}  // namespace snag
