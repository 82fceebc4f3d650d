#include "checks/conflict.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "catalog/catalog.h"
#include "checks/stacks.h"
#include "findings/names.h"

namespace snag {

namespace {

using Target = ConflictEvidence::Target;

Target target_of(const wire::Conflict& conflict) {
  if (conflict.field.ends_with("[]")) return Target::kElement;
  const bool contents =
      conflict.field.empty() || conflict.field == conflict.class_name || conflict.field.ends_with(".<contents>");
  return contents ? Target::kContents : Target::kField;
}

std::string name_of(const wire::Conflict& conflict) {
  const std::string& field = conflict.field;
  switch (target_of(conflict)) {
    case Target::kElement:
      return fmt::format("an element of {}", simple_class_name(field));
    case Target::kContents:
      return fmt::format("what a {} holds", simple_class_name(conflict.class_name));
    case Target::kField:
      break;
  }
  const std::size_t dot = field.rfind('.');
  if (dot == field.npos) return field;
  return fmt::format("{}.{}", simple_class_name(field.substr(0, dot)), field.substr(dot + 1));
}

Severity severity_of(const std::string& check, const std::string& kind) {
  const KindDescriptor* known = find_kind(check, kind);
  return known == nullptr ? Severity::kMedium : known->severity;
}

// Whether the finding is at the first access (conflict.h).
bool is_at_first(const ConflictEvidence& evidence, const wire::Place& first, const wire::Place& second) {
  const ConflictEvidence::Access &one = evidence.first, &other = evidence.second;
  if (one.locks.empty() != other.locks.empty()) return one.locks.empty();
  if (one.write != other.write) return one.write;
  return std::tie(first.class_name, first.method, first.line) <=
         std::tie(second.class_name, second.method, second.line);
}

}  // namespace

ConflictEvidence evidence_of(const wire::Conflict& conflict, Program* program) {
  ConflictEvidence evidence;
  LockNames lock_names;
  const wire::Access &earlier = conflict.accesses.front(), &later = conflict.accesses.back();
  const wire::Place first = innermost(earlier.stack), second = innermost(later.stack);
  const auto access_of = [&](const wire::Access& access, const wire::Place& place) -> ConflictEvidence::Access {
    return {.write = access.write,
            .exact = access.exact,
            .method = short_method(place),
            .locks = lock_names.names(access.locks)};
  };
  evidence.first = access_of(earlier, first);
  evidence.second = access_of(later, second);
  const bool at_first = is_at_first(evidence, first, second);
  evidence.first.thread = at_first ? 0 : 1;
  evidence.second.thread = at_first ? 1 : 0;

  evidence.check = conflict.check;
  evidence.kind = conflict.kind;
  // Which of the two came first is chance.
  if (earlier.write != later.write) evidence.kind_of_all_orders = "read-write";
  evidence.severity = severity_of(conflict.check, conflict.kind);
  evidence.target = target_of(conflict);
  evidence.what = name_of(conflict);
  evidence.is_static = conflict.is_static;
  evidence.life = conflict.life;
  evidence.count = conflict.count;
  evidence.subject.field = subject_of(conflict);
  evidence.subject.id = field_named(program, evidence.subject.field);
  if (evidence.target == Target::kField) {
    evidence.highlight = conflict.field.substr(conflict.field.rfind('.') + 1);
    // One repair mends all accesses to a field; of arrays and collections only the type is known.
    evidence.cause = conflict.field;
  }
  const wire::Place& place = at_first ? first : second;
  evidence.class_name = place.class_name.empty() ? conflict.class_name : place.class_name;
  evidence.method = source_method(place);
  evidence.file = place.file;
  evidence.line = place.line;

  evidence.threads.resize(2);
  std::uint32_t time = 0;
  const auto add_thread = [&](const wire::Access& from, const ConflictEvidence::Access& access) {
    ThreadOfSteps& thread = evidence.threads[access.thread];
    thread.name = thread_title(access.thread + 1, from.thread);
    thread.steps = steps_to(program_frames(from.stack), access.write ? Role::kWrite : Role::kRead, evidence.what,
                            access.locks, program);
    for (Step& step : thread.steps) step.time = ++time;
  };
  add_thread(earlier, evidence.first);
  add_thread(later, evidence.second);
  evidence.position = position_of(program, place);
  if (place.class_name.empty()) evidence.position.type = class_named(program, evidence.class_name);
  return evidence;
}

std::string subject_of(const wire::Conflict& conflict) {
  return conflict.field.empty() ? conflict.class_name : conflict.field;
}

std::vector<std::string> common_locks(const std::vector<std::string>& some, const std::vector<std::string>& others) {
  std::vector<std::string> common;
  std::copy_if(some.begin(), some.end(), std::back_inserter(common),
               [&](const std::string& lock) { return std::find(others.begin(), others.end(), lock) != others.end(); });
  return common;
}

}  // namespace snag
