// Interned symbolic references to fields and methods: (owner, name, descriptor) has a dense id. The IR refers to
// members by these ids and resolves nothing, so it can be built for one class without reading any other; later stages
// keep what they have resolved in vectors indexed by ReferenceId. Thread-safe like Names.
#pragma once

#include <mutex>

#include <absl/container/flat_hash_map.h>

#include "base/id.h"
#include "base/names.h"
#include "base/stable_vector.h"

namespace snag::ir {

struct ReferenceTag;
using ReferenceId = Id<ReferenceTag>;

struct Reference {
  Name owner;  // internal class name, or an array descriptor (`[I`.clone())
  Name name;
  Name descriptor;
  bool interface_owner = false;  // from an InterfaceMethodref

  friend bool operator==(const Reference&, const Reference&) = default;
  template <class H>
  friend H AbslHashValue(H state, const Reference& r) {
    return H::combine(std::move(state), r.owner, r.name, r.descriptor, r.interface_owner);
  }
};

class References {
 public:
  ReferenceId intern(const Reference& reference) {
    std::lock_guard lock(mutex_);
    auto [it, inserted] = ids_.try_emplace(reference, table_.size());
    if (inserted) table_.push_back(reference);
    return ReferenceId(it->second);
  }
  const Reference& operator[](ReferenceId id) const { return table_[id.value]; }
  std::uint32_t size() const { return table_.size(); }  // ids are 0 to size() - 1

 private:
  std::mutex mutex_;
  absl::flat_hash_map<Reference, std::uint32_t> ids_;
  StableVector<Reference> table_;
};

}  // namespace snag::ir
