#include "checks/run_time_findings.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "checks/deadlock/story.h"
#include "checks/object-consistency/descriptor.h"
#include "checks/object-race/descriptor.h"
#include "checks/stacks.h"

namespace snag {

namespace {

using wire::Conflict;

// What makes two conflicts the same, in whatever order: where, and what.
using AccessPlace = std::pair<bool, wire::Place>;
using Places = std::tuple<std::string, std::string, AccessPlace, AccessPlace>;

wire::Place place_of(const wire::Access& access) {
  wire::Place place = innermost(access.stack);
  place.pc.reset();  // a report shows lines
  return place;
}

Places places_of(const Conflict& conflict) {
  AccessPlace first(conflict.accesses.front().write, place_of(conflict.accesses.front()));
  AccessPlace second(conflict.accesses.back().write, place_of(conflict.accesses.back()));
  if (second < first) std::swap(first, second);
  return {conflict.check, subject_of(conflict), std::move(first), std::move(second)};
}

// Methods that overlap at accesses which race anyway. The race is enough: a repair of the field's locking considers
// both methods, and the race says that the lock has to be held all through them. What then still overlaps is reported
// by the next run.
class RacingAnyway {
 public:
  explicit RacingAnyway(const std::vector<Conflict>& conflicts) {
    for (const Conflict& conflict : conflicts) {
      if (conflict.check != kObjectRace.id) continue;
      for (const wire::Access& access : conflict.accesses) races_.emplace(subject_of(conflict), place_of(access));
    }
    for (const Conflict& conflict : conflicts) {
      if (!contains(conflict)) continue;
      auto [it, is_new] = interrupted_.try_emplace(subject_of(conflict), place_of(conflict.accesses.front()));
      if (!is_new) it->second = std::min(it->second, place_of(conflict.accesses.front()));
    }
  }

  bool contains(const Conflict& conflict) const {
    return conflict.check == kObjectConsistency.id &&
           common_locks(conflict.accesses.front().locks, conflict.accesses.back().locks).empty() &&
           races_.contains({subject_of(conflict), place_of(conflict.accesses.front())}) &&
           races_.contains({subject_of(conflict), place_of(conflict.accesses.back())});
  }
  std::string interrupted(const Conflict& race) const {
    const auto it = interrupted_.find(subject_of(race));
    return it == interrupted_.end() ? std::string() : short_method(it->second);
  }

 private:
  std::set<std::pair<std::string, wire::Place>> races_;
  std::map<std::string, wire::Place> interrupted_;  // of several methods the one whose name comes first
};

}  // namespace

std::vector<Finding> findings_of(std::span<const wire::Trace> traces, const RunTimeFindingOptions& options) {
  const auto is_chosen = [&](std::string_view check) {
    return options.checks.empty() ||
           std::find(options.checks.begin(), options.checks.end(), check) != options.checks.end();
  };
  std::vector<Conflict> conflicts;
  std::map<Places, std::size_t> known;
  std::vector<Finding> findings;
  for (const wire::Trace& trace : traces) {
    for (const Conflict& conflict : trace.conflicts) {
      if (!is_chosen(conflict.check)) continue;
      const auto [it, is_new] = known.try_emplace(places_of(conflict), conflicts.size());
      if (is_new) {
        conflicts.push_back(conflict);
      } else {
        std::uint64_t& count = conflicts[it->second].count;
        count += std::min(conflict.count, ~std::uint64_t{0} - count);
      }
    }
    for (const wire::Deadlock& deadlock : trace.deadlocks)
      findings.push_back(narrate(evidence_of(deadlock, options.program)));
  }
  const std::span<const ConflictCheck> checks = conflict_checks();
  const RacingAnyway racing_anyway(conflicts);
  for (const Conflict& conflict : conflicts) {
    const auto check = std::find_if(checks.begin(), checks.end(),
                                    [&](const ConflictCheck& of) { return of.descriptor->id == conflict.check; });
    if (check == checks.end() || racing_anyway.contains(conflict)) continue;
    ConflictEvidence evidence = evidence_of(conflict, options.program);
    evidence.options = options.options;
    if (conflict.check == kObjectRace.id) evidence.interrupted = racing_anyway.interrupted(conflict);
    findings.push_back(check->narrate(evidence));
  }
  return findings;
}

}  // namespace snag
