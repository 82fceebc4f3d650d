#include "base/names.h"

#include <absl/hash/hash.h>

#include <algorithm>
#include <cstring>

namespace snag {

namespace {
constexpr std::size_t kBlockSize = 16 * 1024;
}

std::uint32_t Names::shard_of(std::string_view text) {
  // The high bits: the shard's own hash table uses the low ones.
  return static_cast<std::uint32_t>(absl::HashOf(text) >> 40) & (kShards - 1);
}

Name Names::intern(std::string_view text) {
  std::uint32_t shard_index = shard_of(text);
  Shard& shard = shards_[shard_index];
  std::lock_guard lock(shard.mutex);
  auto it = shard.ids.find(text);
  if (it != shard.ids.end()) return Name(it->second);
  if (text.size() > shard.block_left) {
    std::size_t size = std::max(kBlockSize, text.size());
    shard.blocks.push_back(std::make_unique_for_overwrite<char[]>(size));
    shard.block_next = shard.blocks.back().get();
    shard.block_left = size;
  }
  char* copy = shard.block_next;
  if (!text.empty()) std::memcpy(copy, text.data(), text.size());
  shard.block_next += text.size();
  shard.block_left -= text.size();
  std::string_view kept(copy, text.size());
  std::uint32_t id = shard.texts.push_back(kept) * kShards + shard_index;
  shard.ids.emplace(kept, id);
  return Name(id);
}

Name Names::find(std::string_view text) const {
  const Shard& shard = shards_[shard_of(text)];
  std::lock_guard lock(shard.mutex);
  auto it = shard.ids.find(text);
  return it == shard.ids.end() ? Name() : Name(it->second);
}

std::size_t Names::size() const {
  std::size_t total = 0;
  for (const Shard& shard : shards_) total += shard.texts.size();
  return total;
}

}  // namespace snag
