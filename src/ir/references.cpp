#include "ir/references.h"

namespace snag::ir {

ReferenceId References::intern(const Reference& reference) {
  std::lock_guard lock(mutex_);
  auto [it, inserted] = ids_.try_emplace(reference, table_.size());
  if (inserted) table_.push_back(reference);
  return ReferenceId(it->second);
}

}  // namespace snag::ir
