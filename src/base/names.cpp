#include "base/names.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/hash.h"

namespace snag {

namespace {
constexpr std::size_t kBlockSize = 16 * 1024;
}

// The slot that holds the text, or the free one where it belongs.
Names::Slot& Names::Shard::place(std::uint64_t hash, std::string_view text) {
  std::size_t mask = slots.size() - 1;
  for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
    Slot& slot = slots[i];
    if (slot.text == nullptr) return slot;
    if (slot.hash == hash && slot.size == text.size() && std::memcmp(slot.text, text.data(), text.size()) == 0) {
      return slot;
    }
  }
}

void Names::Shard::grow() {
  std::vector<Slot> old = std::exchange(slots, std::vector<Slot>(slots.size() * 2));
  std::size_t mask = slots.size() - 1;
  for (const Slot& slot : old) {
    if (slot.text == nullptr) continue;
    std::size_t i = slot.hash & mask;
    while (slots[i].text != nullptr) i = (i + 1) & mask;
    slots[i] = slot;
  }
}

const char* Names::Shard::keep(std::string_view text) {
  std::size_t needed = text.size() + 1;  // an empty text needs an address, too
  if (needed > block_left) {
    std::size_t size = std::max(kBlockSize, needed);
    blocks.push_back(std::make_unique_for_overwrite<char[]>(size));
    block_next = blocks.back().get();
    block_left = size;
  }
  char* copy = block_next;
  std::copy(text.begin(), text.end(), copy);
  block_next += needed;
  block_left -= needed;
  return copy;
}

Name Names::intern(std::string_view text) {
  std::uint64_t hash = hash_text(text);
  std::uint32_t number = shard_of(hash);
  Shard& shard = shards_[number];
  std::lock_guard lock(shard.mutex);
  Slot* slot = &shard.place(hash, text);
  if (slot->text == nullptr) {
    if (4 * (shard.texts.size() + 1) > 3 * shard.slots.size()) {
      shard.grow();
      slot = &shard.place(hash, text);
    }
    const char* kept = shard.keep(text);
    std::uint32_t id = shard.texts.push_back(std::string_view(kept, text.size())) * kShards + number;
    *slot = {hash, kept, static_cast<std::uint32_t>(text.size()), id};
  }
  return Name(slot->id);
}

Name Names::find(std::string_view text) const {
  std::uint64_t hash = hash_text(text);
  Shard& shard = shards_[shard_of(hash)];
  std::lock_guard lock(shard.mutex);
  const Slot& slot = shard.place(hash, text);
  return slot.text == nullptr ? Name() : Name(slot.id);
}

std::size_t Names::size() const {
  std::size_t total = 0;
  for (const Shard& shard : shards_) total += shard.texts.size();
  return total;
}

}  // namespace snag
