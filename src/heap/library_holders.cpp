#include "heap/library_holders.h"

namespace snag::ownership {

LibraryHolders::LibraryHolders(Program& program, const library::Models& models)
    : program_(program), models_(models), values_(program.names().size()), holders_(program.class_count()) {}

template <class Find>
bool LibraryHolders::remember(std::vector<std::atomic<std::uint8_t>>& facts, std::uint32_t at, Find&& find) {
  std::uint8_t known = at < facts.size() ? facts[at].load(std::memory_order_relaxed) : std::uint8_t{kUnknown};
  if (known == kUnknown) {
    known = find() ? kYes : kNo;
    if (at < facts.size()) facts[at].store(known, std::memory_order_relaxed);
  }
  return known == kYes;
}

bool LibraryHolders::is_value(Name type) const {
  if (!type.valid()) return true;  // null
  return remember(values_, type.value, [&] { return models_.policy().immutable.matches(program_.text(type)); });
}

bool LibraryHolders::holds_its_own(ClassId id) const {
  return remember(holders_, id.value, [&] {
    const library::Policy& policy = models_.policy();
    const std::string_view name = program_.name(id);
    if (policy.tasks.matches(name) || policy.functions.matches(name) || policy.comparators.matches(name)) return false;
    if (models_.explores(name)) return true;
    return !policy.concurrent.matches(name) &&
           (policy.collections.matches(name) || policy.text.matches(name) || policy.immutable.matches(name) ||
            policy.streams.matches(name) || policy.synchronized_classes.matches(name) ||
            policy.holds_nothing.matches(name));
  });
}

}  // namespace snag::ownership
