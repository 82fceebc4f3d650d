#include "sections/lock_table.h"

#include <algorithm>

namespace snag::sections {

using ir::Op;
using ir::ValueId;
using library::MethodModel;

namespace {

// Up to so many locks are searched one by one; beyond, there is an index.
constexpr std::size_t kFewLocks = 16;

}  // namespace

LockId LockTable::intern(const AccessPath& path, bool own, bool library) {
  auto is_it = [&](const LockOfMethod& lock) {
    return lock.own == own && (lock.path == path || (!path.known() && !lock.path.known()));
  };
  LockId found;
  if (locks_.size() <= kFewLocks) {
    auto it = std::find_if(locks_.begin(), locks_.end(), is_it);
    if (it != locks_.end()) found = LockId(static_cast<std::uint32_t>(it - locks_.begin()));
  } else {
    auto [begin, end] = by_hash_.equal_range(path.hash());
    auto it = std::find_if(begin, end, [&](const auto& entry) { return is_it(locks_[entry.second.value]); });
    if (it != end) found = it->second;
  }
  if (found.valid()) {
    locks_[found.value].library = locks_[found.value].library || library;
    return found;
  }
  found = LockId(static_cast<std::uint32_t>(locks_.size()));
  locks_.push_back({path, own, library});
  if (locks_.size() == kFewLocks + 1) {
    for (std::uint32_t n = 0; n < locks_.size(); ++n) by_hash_.emplace(locks_[n].path.hash(), LockId(n));
  } else if (locks_.size() > kFewLocks) {
    by_hash_.emplace(path.hash(), found);
  }
  return found;
}

// The mode in which the result of a call is a view of the call's receiver, if it is one.
std::optional<LockMode> LockTable::view_mode(ValueId value) const {
  const ir::Instruction& i = names_.method()[value];
  if (i.op != Op::kInvoke || i.operand_count == 0) return std::nullopt;
  const MethodModel* model = names_.program().calls.binding(i).model;
  return model == nullptr ? std::nullopt : model->view;
}

NamedByView LockTable::name_of(ValueId value) {
  const ir::MethodIr& method = names_.method();
  std::optional<LockMode> mode;
  for (int hop = 0; hop < ObjectNames::kMaximumHops; ++hop) {
    if (method[value].op == Op::kPhi) {
      // `lock = exclusive ? both.writeLock() : both.readLock()`: views of one lock.
      std::optional<Viewed> of_all = lock_of_views(method[value]);
      if (!of_all) break;
      value = of_all->lock;
      mode = mode.value_or(of_all->mode);
      continue;
    }
    std::optional<LockMode> view = view_mode(value);
    if (!view) break;
    mode = mode.value_or(*view);
    value = method.operands(value)[0];
  }
  NamedByView named = names_.program().fields.lock_behind(names_.path(value));
  if (mode) named.mode = mode;
  return named;
}

// The lock whose views a phi chooses between, if it is one lock.
std::optional<LockTable::Viewed> LockTable::lock_of_views(const ir::Instruction& phi) {
  std::optional<Viewed> result;
  for (ValueId operand : names_.method().operands(phi)) {
    std::optional<LockMode> view = view_mode(operand);
    if (!view) return std::nullopt;
    ValueId lock = names_.method().operands(operand)[0];
    if (result && !(names_.path(result->lock) == names_.path(lock))) return std::nullopt;
    result = {lock, result ? weaker(result->mode, *view) : *view};
  }
  return result;
}

}  // namespace snag::sections
