// Contexts: what tells apart two analyses of one method.
//
//   class Account { void log(String s) { entries.add(s); } }
//   Account a = new Account(), b = new Account();              log is analysed once for `a` and once for `b`
//   static List<Job> fresh() { return new ArrayList<>(); }     once for each place that calls it
//
// A method of an object has as context the place that allocates the object; a static method has the place that calls
// it. A context is a list of such places, the nearest first. One place is enough for the application. The code of the
// JDK's collections needs more, for an iterator belongs to a view, which belongs to a map, which belongs to whoever
// made it; so the context of the receiver stays behind its place, up to kLibraryDepth.
//
// Used by one thread.
#pragma once

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "base/id.h"
#include "ir/method_ir.h"
#include "program/ids.h"

namespace snag {

struct PlaceTag;
struct ContextTag;
using PlaceId = Id<PlaceTag>;      // an instruction of a method
using ContextId = Id<ContextTag>;  // invalid: none

struct CodePlace {
  MethodId method;
  ir::ValueId instruction;
};

class Contexts {
 public:
  PlaceId place(MethodId method, ir::ValueId instruction) {
    auto [it, added] =
        place_ids_.try_emplace(std::pair(method, instruction), static_cast<std::uint32_t>(places_.size()));
    if (added) places_.push_back({method, instruction});
    return PlaceId(it->second);
  }
  const CodePlace& operator[](PlaceId id) const { return places_[id.value]; }

  // `nearest`, then the places of `others`, up to `depth` places.
  ContextId add(PlaceId nearest, ContextId others, std::uint32_t depth) {
    if (!nearest.valid() || depth == 0) return {};
    others = depth == 1 ? ContextId() : first(others, depth - 1);
    auto [it, added] =
        context_ids_.try_emplace(std::pair(nearest, others), static_cast<std::uint32_t>(contexts_.size()));
    if (added) contexts_.push_back({nearest, others});
    return ContextId(it->second);
  }
  PlaceId nearest(ContextId id) const { return id.valid() ? contexts_[id.value].nearest : PlaceId(); }
  ContextId others(ContextId id) const { return id.valid() ? contexts_[id.value].others : ContextId(); }
  // The nearest places of a context.
  ContextId first(ContextId id, std::uint32_t count) {
    if (!id.valid() || count == 0) return {};
    const Entry entry = contexts_[id.value];
    return add(entry.nearest, entry.others, count);
  }
  std::size_t place_count() const { return places_.size(); }

 private:
  struct Entry {
    PlaceId nearest;
    ContextId others;
  };
  std::vector<CodePlace> places_;
  absl::flat_hash_map<std::pair<MethodId, ir::ValueId>, std::uint32_t> place_ids_;
  std::vector<Entry> contexts_;
  absl::flat_hash_map<std::pair<PlaceId, ContextId>, std::uint32_t> context_ids_;
};

}  // namespace snag
