// Which classes are rewritten, and how they look then: between the JVM, which shows every class that it loads or
// transforms again, and src/instrument.
//
// A class that got members when it was loaded must look the same when another agent has it transformed
// again: the JVM then shows the original bytes and accepts no other members. Such classes are therefore kept, up to a
// limit, until they are unloaded.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>

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
               ClassChanges* earlier)
      : decisions_(std::move(decisions)), sites_(sites), memory_limit_(memory_limit), earlier_(earlier) {}

  // What the class becomes; empty: it stays as it is. Any thread may call it. `again`: it is loaded already.
  classfile::ByteBuffer change(std::string_view internal_name, instrument::LoaderId loader, bool library, bool again,
                               Bytes bytes);
  void forget(instrument::LoadedClassId id);
  Totals totals() const;

 private:
  // `original`: the hash of its bytes.
  std::optional<classfile::ByteBuffer> kept(instrument::LoadedClassId id, std::uint64_t original) const;

  const instrument::Decisions decisions_;
  instrument::Sites& sites_;
  const std::uint64_t memory_limit_;
  ClassChanges* const earlier_;
  mutable std::mutex mutex_;
  Totals totals_;
  std::uint64_t memory_ = 0;
  struct Kept {
    std::uint64_t original;  // its hash: the class may have been redefined since
    classfile::ByteBuffer changed;
  };
  absl::flat_hash_map<instrument::LoadedClassId, Kept> kept_;
};

}  // namespace snag::agent
