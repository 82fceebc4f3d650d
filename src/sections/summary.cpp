#include "sections/summary.h"

#include <algorithm>

namespace snag::sections {

namespace {

template <class Entry, class Same>
std::vector<Entry> in_both(const std::vector<Entry>& a, const std::vector<Entry>& b, Same same) {
  std::vector<Entry> result;
  for (const Entry& entry : a) {
    if (std::any_of(b.begin(), b.end(), [&](const Entry& other) { return same(entry, other); }))
      result.push_back(entry);
  }
  return result;
}

}  // namespace

LockMode weaker(LockMode a, LockMode b) {
  auto weakness = [](LockMode mode) {
    switch (mode) {
      case LockMode::kExclusive:
        return 0;
      case LockMode::kWrite:
        return 1;
      case LockMode::kRead:
        return 2;
      case LockMode::kOptimistic:
        return 3;
    }
    return 3;
  };
  return weakness(a) < weakness(b) ? b : a;
}

LockMode stronger(LockMode a, LockMode b) { return weaker(a, b) == a ? b : a; }

const NamedLock* find_lock(const Locks& locks, const AccessPath& path) {
  auto it = std::find_if(locks.begin(), locks.end(), [&](const NamedLock& lock) { return lock.path == path; });
  return it == locks.end() ? nullptr : &*it;
}

void add_lock(Locks& locks, const NamedLock& lock) {
  auto it = std::find_if(locks.begin(), locks.end(), [&](const NamedLock& known) { return known.path == lock.path; });
  if (it == locks.end()) {
    locks.push_back(lock);
  } else {
    it->mode = stronger(it->mode, lock.mode);
  }
}

void intersect(Locks& locks, const Locks& others) {
  auto is_lost = [&](NamedLock& lock) {
    const NamedLock* other = find_lock(others, lock.path);
    if (other != nullptr) lock.mode = weaker(lock.mode, other->mode);
    return other == nullptr;
  };
  locks.erase(std::remove_if(locks.begin(), locks.end(), is_lost), locks.end());
}

AccessPath constant_key(const AccessFacts& access) {
  const AccessPath& location = access.location;
  if (!access.keyed && !location.steps().empty()) {
    const AccessPath::Step last = location.steps().back();
    if (last >= AccessPath::kConstantElement && last != AccessPath::kContents) {
      return AccessPath(AccessPath::Root::kString).then(last);
    }
  }
  const bool constant = access.keyed && access.key.root() == AccessPath::Root::kString;
  return constant ? access.key : AccessPath();
}

bool same_array_or_memory(const AccessFacts& a, const AccessFacts& b) {
  if (same_memory(a, b)) return true;
  const auto& x = a.location.steps();
  const auto& y = b.location.steps();
  auto is_element = [](AccessPath::Step step) {
    return step != AccessPath::kContents && (step & AccessPath::kElementBit) != 0;
  };
  return a.location.known() && a.location.root() == b.location.root() && a.location.detail() == b.location.detail() &&
         !x.empty() && x.size() == y.size() && is_element(x.back()) && is_element(y.back()) &&
         std::equal(x.begin(), x.end() - 1, y.begin());
}

MethodSummary common(const MethodSummary& a, const MethodSummary& b) {
  auto same_access = [](const SummaryAccess& x, const SummaryAccess& y) {
    return same_memory(x, y) && x.locks == y.locks && x.acts == y.acts;
  };
  auto same_path = [](const AccessPath& x, const AccessPath& y) { return x == y; };
  MethodSummary result;
  result.sections = in_both(a.sections, b.sections,
                            [](const SummarySection& x, const SummarySection& y) { return x.lock == y.lock; });
  result.unnamed_section = a.unnamed_section && b.unnamed_section;
  result.returns = in_both(a.returns, b.returns, same_access);
  result.writes = in_both(a.writes, b.writes, same_access);
  for (SummaryAccess& write : result.writes) {
    for (const SummaryAccess& other : b.writes) {
      if (!same_access(write, other)) continue;
      write.parameters &= other.parameters;
      write.rechecked = write.rechecked || other.rechecked;
      write.tested = write.tested || other.tested;
    }
  }
  result.acquires = a.acquires;
  intersect(result.acquires, b.acquires);
  result.releases = in_both(a.releases, b.releases, same_path);
  result.waits = in_both(a.waits, b.waits, same_path);
  result.functions = in_both(a.functions, b.functions, [](const FunctionCall& x, const FunctionCall& y) {
    return x.parameter == y.parameter && x.locks == y.locks && x.returned == y.returned;
  });
  result.result_parameters = a.result_parameters & b.result_parameters;
  if (a.result == b.result) result.result = a.result;
  return result;
}

}  // namespace snag::sections
