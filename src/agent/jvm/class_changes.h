// Which classes are rewritten, and how they look then: between the JVM, which shows every class that it loads or
// transforms again, and src/instrument.
//
// A class that got members when it was loaded must look the same when somebody (another agent) has it transformed
// again: the JVM then shows the original bytes and accepts no other members. Such classes are therefore kept, up to a
// limit.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include <absl/container/flat_hash_map.h>

#include "base/cursor.h"
#include "instrument/rewrite.h"

namespace snag::agent {

class ClassChanges {
 public:
  struct Totals {
    instrument::RewriteStatistics rewrites;
    std::uint64_t seen = 0;         // classes shown by the JVM
    std::uint64_t nanoseconds = 0;  // spent in rewriting
    std::uint64_t not_kept = 0;     // changed classes that did not fit the limit
  };

  // `earlier` is that of the session before, if there was one: what got members then must look the same now.
  ClassChanges(instrument::Decisions decisions, instrument::Sites& sites, std::uint64_t memory_limit,
               const ClassChanges* earlier)
      : decisions_(std::move(decisions)), sites_(sites), memory_limit_(memory_limit), earlier_(earlier) {}

  // What the class becomes; empty: it stays as it is. Any thread may call it. `again`: it is loaded already.
  classfile::ByteBuffer change(std::string_view internal_name, bool library, bool again, Bytes bytes);

  instrument::Extent extent(std::string_view internal_name, bool library) const;
  Totals totals() const;

 private:
  using Key = std::pair<std::uint64_t, std::size_t>;  // the original's hash and size
  std::optional<classfile::ByteBuffer> kept(const Key& key) const;

  const instrument::Decisions decisions_;
  instrument::Sites& sites_;
  const std::uint64_t memory_limit_;
  const ClassChanges* const earlier_;
  mutable std::mutex mutex_;
  Totals totals_;
  std::uint64_t memory_ = 0;
  absl::flat_hash_map<Key, classfile::ByteBuffer> kept_;
};

}  // namespace snag::agent
