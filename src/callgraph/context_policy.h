// Which methods of the application are told apart by contexts (contexts.h): those for which there are few.
//
//   class Account { … }       allocated at three places: each of its methods is analysed for each of the three
//   class Expression { … }    its subclasses are allocated at 900 places: its methods are analysed once
//
// Contexts pay where a class is used for a few distinct purposes. Where there are very many, the objects are data, and
// what flows through their methods is the same everywhere: every context then repeats the same large sets. (H2 with up
// to 16 contexts for each method takes more than a minute, and the rest of what it allocates is mixed up in any case.)
// Giving only the first few their own context is the worst of both, so the places are counted beforehand.
//
// A program that is too large is analysed again without contexts, also in the JDK. (Keeping those in the JDK makes no
// difference worth a third attempt: ActiveMQ has 26,294 method instances with them and 26,271 without, and as many
// objects for each access to a field, because models stand for the collections.)
//
// Nothing changes after building.
#pragma once

#include <cstdint>
#include <span>

#include <absl/container/flat_hash_map.h>

#include "ir/ir_store.h"
#include "program/resolution.h"

namespace snag {

class ContextPolicy {
 public:
  static constexpr std::uint32_t kMaximumPlaces = 8;

  ContextPolicy() = default;  // tells nothing apart
  // Of these classes, whose methods' IR is built on `jobs` threads.
  ContextPolicy(IrStore& store, std::span<const ClassId> application, unsigned jobs);

  // Whether methods of the JDK and of function objects are told apart, however many places there are.
  bool in_library() const { return in_library_; }
  // Whether an instance method of this class is analysed for each place that allocates its receiver.
  bool by_receiver(ClassId owner) const { return is_few(allocations_, owner); }
  // Whether a static method is analysed for each place that calls it.
  bool by_call_site(MethodId method) const { return is_few(calls_, method); }

 private:
  template <class Key>
  static bool is_few(const absl::flat_hash_map<Key, std::uint32_t>& counts, Key key) {
    auto it = counts.find(key);
    return it != counts.end() && it->second <= kMaximumPlaces;
  }

  bool in_library_ = false;
  absl::flat_hash_map<ClassId, std::uint32_t> allocations_;  // of the class and its subclasses
  absl::flat_hash_map<MethodId, std::uint32_t> calls_;       // of static methods
};

}  // namespace snag
