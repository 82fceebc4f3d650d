// Interned texts: class names, member names, descriptors. Two names are equal exactly when their ids are, and a name's
// text lives as long as the table. Thread-safe: interning locks one of 64 shards, reading a text locks nothing.
//
// The numbers behind ids depend on the order in which threads interned them; code that prints must sort by text.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
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
  // Interns many texts, with their table entries prefetched. `names` must have the size of `texts`.
  void intern_all(std::span<const std::string_view> texts, std::span<Name> names);
  // Returns the name if the text was interned, otherwise an invalid one.
  Name find(std::string_view text) const;
  std::string_view text(Name name) const {
    const Record* record = shards_[name.value & (kShards - 1)].records[name.value / kShards];
    return {record->text(), record->size};
  }
  std::size_t size() const;

 private:
  static constexpr std::uint32_t kShards = 64;

  struct Record {  // followed by the text
    std::uint32_t id;
    std::uint32_t size;
    const char* text() const { return reinterpret_cast<const char*>(this + 1); }
  };
  // Open addressing in slots of eight bytes: the record's address in the lower 48 bits (user addresses of x86-64 and
  // AArch64 need no more), 16 bits of the hash above; 0 is free. Interning is the most frequent operation of reading a
  // program, and waits for memory: small slots keep the table in the cache, and a text that is there costs one miss.
  using Slot = std::uint64_t;
  struct Shard {
    mutable std::mutex mutex;
    std::vector<Slot> slots = std::vector<Slot>(64);  // a power of two, at most three quarters full
    // Where `slots` are, for fetching ahead without the lock: it does not matter when they have just moved.
    std::atomic<std::uintptr_t> slots_address{reinterpret_cast<std::uintptr_t>(slots.data())};
    std::atomic<std::size_t> slots_mask{63};
    StableVector<const Record*> records;
    std::vector<std::unique_ptr<std::uint64_t[]>> blocks;
    std::size_t block_left = 0;  // in words of eight bytes
    std::uint64_t* block_next = nullptr;

    Slot& place(std::uint64_t hash, std::string_view text);
    void grow();
    const Record* keep(std::uint32_t id, std::string_view text);
  };
  Name intern(std::string_view text, std::uint64_t hash);
  static std::uint32_t shard_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 58); }
  static Slot pack(const Record* record, std::uint64_t hash);
  static const Record* unpack(Slot slot);

  mutable std::array<Shard, kShards> shards_;
};

}  // namespace snag
