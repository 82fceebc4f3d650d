#include "base/names.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/hash.h"

namespace snag {

namespace {
constexpr std::size_t kBlockWords = 2048;
constexpr std::uint64_t kAddressMask = (std::uint64_t{1} << 48) - 1;

// Returns bits of the hash that neither the shard nor a table of fewer than four billion slots uses.
constexpr std::uint64_t tag_of(std::uint64_t hash) { return (hash << 6) & ~kAddressMask; }
}  // namespace

Names::Slot Names::pack(const Record* record, std::uint64_t hash) {
  return reinterpret_cast<std::uintptr_t>(record) | tag_of(hash);
}

const Names::Record* Names::unpack(Slot slot) { return reinterpret_cast<const Record*>(slot & kAddressMask); }

// Returns the slot that holds the text, or the free one where it belongs.
Names::Slot& Names::Shard::place(std::uint64_t hash, std::string_view text) {
  std::size_t mask = slots.size() - 1;
  for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
    Slot& slot = slots[i];
    if (slot == 0) return slot;
    if ((slot & ~kAddressMask) != tag_of(hash)) continue;
    const Record* record = unpack(slot);
    if (std::string_view(record->text(), record->size) == text) return slot;
  }
}

void Names::Shard::grow() {
  std::vector<Slot> old = std::exchange(slots, std::vector<Slot>(slots.size() * 2));
  std::size_t mask = slots.size() - 1;
  for (Slot slot : old) {
    if (slot == 0) continue;
    const Record* record = unpack(slot);
    std::size_t i = hash_text({record->text(), record->size}) & mask;
    while (slots[i] != 0) i = (i + 1) & mask;
    slots[i] = slot;
  }
  slots_address.store(reinterpret_cast<std::uintptr_t>(slots.data()), std::memory_order_relaxed);
  slots_mask.store(mask, std::memory_order_relaxed);
}

const Names::Record* Names::Shard::keep(std::uint32_t id, std::string_view text) {
  std::size_t needed = (sizeof(Record) + text.size() + 7) / 8;
  if (needed > block_left) {
    std::size_t size = std::max(kBlockWords, needed);
    blocks.push_back(std::make_unique_for_overwrite<std::uint64_t[]>(size));
    block_next = blocks.back().get();
    block_left = size;
  }
  auto* record = new (block_next) Record{id, static_cast<std::uint32_t>(text.size())};
  std::copy(text.begin(), text.end(), reinterpret_cast<char*>(record + 1));
  block_next += needed;
  block_left -= needed;
  return record;
}

Name Names::intern(std::string_view text) { return intern(text, hash_text(text)); }

void Names::intern_all(std::span<const std::string_view> texts, std::span<Name> names) {
  constexpr std::size_t kBatch = 32;
  std::array<std::uint64_t, kBatch> hashes;
  for (std::size_t start = 0; start < texts.size(); start += kBatch) {
    std::size_t count = std::min(kBatch, texts.size() - start);
    for (std::size_t i = 0; i < count; ++i) {
      std::uint64_t hash = hashes[i] = hash_text(texts[start + i]);
      const Shard& shard = shards_[shard_of(hash)];
      std::size_t slot = hash & shard.slots_mask.load(std::memory_order_relaxed);
      std::uintptr_t address = shard.slots_address.load(std::memory_order_relaxed) + slot * sizeof(Slot);
      __builtin_prefetch(reinterpret_cast<const void*>(address));
    }
    for (std::size_t i = 0; i < count; ++i) names[start + i] = intern(texts[start + i], hashes[i]);
  }
}

Name Names::intern(std::string_view text, std::uint64_t hash) {
  std::uint32_t number = shard_of(hash);
  Shard& shard = shards_[number];
  std::lock_guard lock(shard.mutex);
  Slot* slot = &shard.place(hash, text);
  if (*slot == 0) {
    if (4 * (shard.records.size() + 1) > 3 * shard.slots.size()) {
      shard.grow();
      slot = &shard.place(hash, text);
    }
    const Record* record = shard.keep(shard.records.size() * kShards + number, text);
    shard.records.push_back(record);
    *slot = pack(record, hash);
  }
  return Name(unpack(*slot)->id);
}

Name Names::find(std::string_view text) const {
  std::uint64_t hash = hash_text(text);
  Shard& shard = shards_[shard_of(hash)];
  std::lock_guard lock(shard.mutex);
  Slot slot = shard.place(hash, text);
  return slot == 0 ? Name() : Name(unpack(slot)->id);
}

std::size_t Names::size() const {
  std::size_t total = 0;
  for (const Shard& shard : shards_) total += shard.records.size();
  return total;
}

}  // namespace snag
