#include "execution/thread_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace snag {

ThreadNames::ThreadNames(const Threads& threads) : threads_(threads), program_(threads.points_to().program()) {
  for (std::uint32_t t = 0; t < threads.size(); ++t) {
    if (begins_outside_jdk(threads[ThreadId(t)])) listed_.push_back(ThreadId(t));
  }
}

std::uint32_t ThreadNames::number(ThreadId id) const {
  auto it = std::lower_bound(listed_.begin(), listed_.end(), id);
  return it != listed_.end() && *it == id ? static_cast<std::uint32_t>(it - listed_.begin()) + 1 : 0;
}

std::string ThreadNames::headline(ThreadId id) const {
  const AbstractThread& thread = threads_[id];
  return fmt::format("T{} {} {}{}{}", number(id), to_text(thread.kind), thread.one ? "one" : "many",
                     thread.serial.valid() ? " serial" : "",
                     thread.entry.valid() ? " " + program_.describe(thread.entry) : "");
}

std::string ThreadNames::text(const ThreadSet& threads) const {
  std::string result;
  threads.for_each([&](ThreadId id) {
    if (number(id) != 0) result += fmt::format("{}T{}", result.empty() ? "" : " ", number(id));
  });
  return result;
}

std::set<std::string> ThreadNames::entries(ThreadId id) const {
  std::set<std::string> result;
  if (threads_[id].entry.valid()) return result;
  for (MethodInstanceId instance : threads_[id].entries) {
    const MethodId method = threads_.points_to()[instance].method;
    if (program_[program_[method].owner].origin != Origin::kJdk) result.insert(program_.describe(method));
  }
  return result;
}

std::vector<std::string> ThreadNames::starts(ThreadId id) const {
  std::set<std::pair<std::string, std::uint32_t>> places;
  for (const ThreadStart& start : threads_[id].starts) {
    const MethodId caller = threads_.points_to()[start.caller].method;
    places.emplace(program_.describe(caller), threads_.points_to().store().get(caller)->line(start.site));
  }
  std::vector<std::string> result;
  for (const auto& [method, line] : places) {
    result.push_back(line == 0 ? method : fmt::format("{} line {}", method, line));
  }
  return result;
}

bool ThreadNames::begins_outside_jdk(const AbstractThread& thread) const {
  return std::any_of(thread.entries.begin(), thread.entries.end(), [&](MethodInstanceId instance) {
    const Method& method = program_[threads_.points_to()[instance].method];
    return program_[method.owner].origin != Origin::kJdk;
  });
}

}  // namespace snag
