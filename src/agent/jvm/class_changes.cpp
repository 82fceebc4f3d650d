#include "agent/jvm/class_changes.h"

#include <chrono>

#include "base/hash.h"

namespace snag::agent {
namespace {

std::uint64_t fingerprint(Bytes bytes) {
  return hash_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace

classfile::ByteBuffer ClassChanges::change(std::string_view internal_name, instrument::LoaderId loader, bool library,
                                           bool again, Bytes bytes) {
  if (internal_name.starts_with("java/snag/")) return {};
  const bool untouched = library && decisions_.extent(internal_name, library) == instrument::Extent::kNothing;
  {
    const std::lock_guard lock(mutex_);
    ++totals_.seen;
    if (untouched) return {};
  }
  if (again) {
    if (std::optional<classfile::ByteBuffer> before =
            kept(sites_.find_class(internal_name, loader), fingerprint(bytes)))
      return *std::move(before);
  }
  instrument::RewriteStatistics statistics;
  const auto start = std::chrono::steady_clock::now();
  classfile::ByteBuffer changed =
      instrument::rewrite({.class_file = bytes, .library = library, .may_add_members = !again, .loader = loader},
                          decisions_, sites_, statistics);
  const auto time = std::chrono::steady_clock::now() - start;

  const std::lock_guard lock(mutex_);
  totals_.nanoseconds += static_cast<std::uint64_t>(std::chrono::nanoseconds(time).count());
  totals_.rewrites.classes += statistics.classes;
  totals_.rewrites.methods += statistics.methods;
  totals_.rewrites.accesses += statistics.accesses;
  totals_.rewrites.checks += statistics.checks;
  for (const auto& [reason, count] : statistics.skipped) totals_.rewrites.skipped[reason] += count;
  if (again || changed.empty()) return changed;
  const instrument::LoadedClassId id = sites_.find_class(internal_name, loader);
  if (id == instrument::LoadedClassId::kNone || memory_ + changed.size() > memory_limit_) {
    ++totals_.not_kept;
  } else {
    Kept& kept = kept_[id];
    memory_ += changed.size() - kept.changed.size();
    kept = {fingerprint(bytes), changed};
  }
  return changed;
}

std::optional<classfile::ByteBuffer> ClassChanges::kept(instrument::LoadedClassId id, std::uint64_t original) const {
  {
    const std::lock_guard lock(mutex_);
    const auto found = kept_.find(id);
    if (found != kept_.end() && found->second.original == original) return found->second.changed;
  }
  return earlier_ == nullptr ? std::nullopt : earlier_->kept(id, original);
}

void ClassChanges::forget(instrument::LoadedClassId id) {
  if (earlier_ != nullptr) earlier_->forget(id);
  const std::lock_guard lock(mutex_);
  const auto kept = kept_.find(id);
  if (kept == kept_.end()) return;
  memory_ -= kept->second.changed.size();
  kept_.erase(kept);
}

ClassChanges::Totals ClassChanges::totals() const {
  const std::lock_guard lock(mutex_);
  return totals_;
}

}  // namespace snag::agent
