#include "trace/trace_findings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "catalog/catalog.h"
#include "checks/deadlock/descriptor.h"
#include "checks/object-consistency/descriptor.h"
#include "checks/object-race/descriptor.h"
#include "classfile/descriptor.h"
#include "findings/names.h"
#include "library/policy.h"

namespace snag::trace {

namespace {

using wire::Access, wire::Conflict, wire::Deadlock, wire::Life, wire::Place, wire::Stack, wire::Trace, wire::Waiting;

constexpr std::size_t kOuterFrames = 2, kInnerFrames = 8;  // of a deep stack these are shown
constexpr std::size_t kLongestThreadName = 40;

// ---- names ----------------------------------------------------------------------------------------------------------

// A lock is named by its class and its identity in the JVM, `app.Fork@1b2c`, which is another one in every run. Within
// one finding the first is Fork#1.
class LockNames {
 public:
  std::string name(const std::string& raw) {
    const std::size_t at = raw.find('@');
    if (at == raw.npos) return raw;
    std::size_t end = at + 1;
    while (end < raw.size() && std::isxdigit(static_cast<unsigned char>(raw[end])) != 0) ++end;
    const std::string identity = raw.substr(0, end), class_name(simple_class_name(std::string_view(raw).substr(0, at)));
    auto [it, is_new] = numbers_.try_emplace(identity, 0);
    if (is_new) it->second = ++count_[class_name];
    return fmt::format("{}#{}{}", class_name, it->second, raw.substr(end));  // behind it: a mode
  }
  std::vector<std::string> names(const std::vector<std::string>& raw) {
    std::vector<std::string> result;
    std::transform(raw.begin(), raw.end(), std::back_inserter(result), [&](const auto& one) { return name(one); });
    return result;
  }

 private:
  std::map<std::string, unsigned> numbers_, count_;
};

std::string source_method(const Place& place) {
  if (place.method.empty()) return {};
  return place.descriptor.empty() ? place.method + "()" : classfile::to_source_method(place.method, place.descriptor);
}

// In sentences: without the packages of the parameters, `find(String)`, and `a lambda in main()`.
std::string short_method(const Place& place) {
  constexpr std::string_view kLambda = "lambda$";
  if (place.method.starts_with(kLambda)) {
    const std::size_t end = place.method.rfind('$');
    if (end > kLambda.size()) {
      return fmt::format("a lambda in {}()", place.method.substr(kLambda.size(), end - kLambda.size()));
    }
  }
  const std::string whole = source_method(place);
  std::string result;
  std::size_t word = 0;  // where the last one begins in the result
  for (char c : whole) {
    if (c == '.' && result.find('(') != result.npos) {
      result.resize(word);
      continue;
    }
    result += c;
    if (c == '(' || c == ',') word = result.size();
  }
  return result;
}

// What a collection holds, instead of a field.
bool is_contents(const Conflict& conflict) {
  return conflict.field.empty() || conflict.field == conflict.class_name || conflict.field.ends_with(".<contents>");
}
bool is_array(const Conflict& conflict) { return conflict.field.ends_with("[]"); }

// `Account.balance`; `an element of int[]`; `what a HashMap holds`.
std::string short_field(const Conflict& conflict) {
  const std::string& field = conflict.field;
  if (is_array(conflict)) return fmt::format("an element of {}", simple_class_name(field));
  if (is_contents(conflict)) return fmt::format("what a {} holds", simple_class_name(conflict.class_name));
  const std::size_t dot = field.rfind('.');
  if (dot == field.npos) return field;
  return fmt::format("{}.{}", simple_class_name(field.substr(0, dot)), field.substr(dot + 1));
}

std::string subject_of(const Conflict& conflict) {
  return conflict.field.empty() ? conflict.class_name : conflict.field;
}

std::string field_word(const Conflict& conflict) {
  if (is_array(conflict) || is_contents(conflict)) return {};
  return conflict.field.substr(conflict.field.rfind('.') + 1);
}

std::string thread_title(std::size_t number, const std::string& name) {
  if (name.empty()) return fmt::format("T{}", number);
  std::string shown = name.substr(0, kLongestThreadName);
  while (!shown.empty() && shown.size() < name.size() &&
         (static_cast<unsigned char>(name[shown.size()]) & 0xc0) == 0x80) {
    shown.pop_back();  // no half character
  }
  return fmt::format("T{} ({}{})", number, shown, shown.size() < name.size() ? "…" : "");
}

// ---- stacks ---------------------------------------------------------------------------------------------------------

bool is_library(const std::string& class_name) {
  return library::built_in_policy().platform.matches(classfile::to_internal_class(class_name));
}

// The frames of the program, the outermost first; the innermost is there even if it is the library's. Synthetic helpers
// that the agent has added are no frames of anybody.
Stack way_of(const Stack& stack) {
  Stack way;
  for (const Place& place : stack) {
    if (place.class_name.starts_with("java.snag.rt.") || place.method.starts_with("$snag$")) continue;
    if (way.empty() || !is_library(place.class_name)) way.push_back(place);
  }
  std::reverse(way.begin(), way.end());
  return way;
}

Step step_at(const Place& place, Role role, std::string note) {
  return {.role = role,
          .class_name = place.class_name,
          .method = source_method(place),
          .file = place.file,
          .line = place.line,
          .locks = {},
          .note = std::move(note)};
}

// The calls that lead to the innermost frame, which is left for the caller.
std::vector<Step> calls_of(const Stack& way) {
  std::vector<Step> steps;
  for (std::size_t n = 0; n + 1 < way.size(); ++n) {
    const std::size_t left = way.size() - 1 - n;
    if (n == kOuterFrames && left > kInnerFrames) {
      const std::size_t hidden = left - kInnerFrames;
      steps.push_back({.role = Role::kCall,
                       .class_name = way[n].class_name,
                       .method = source_method(way[n]),
                       .file = way[n].file,
                       .line = way[n].line,
                       .locks = {},
                       .note = fmt::format("and {} more calls", hidden)});
      n += hidden - 1;
      continue;
    }
    steps.push_back(step_at(way[n], Role::kCall, fmt::format("{} is called", short_method(way[n + 1]))));
  }
  return steps;
}

// `run() of Worker (Worker.java:8)`
std::string place_text(const Place& place) {
  std::string text = fmt::format("{} of {}", short_method(place), simple_class_name(place.class_name));
  if (!place.file.empty()) {
    text += place.line == 0 ? fmt::format(" ({})", place.file) : fmt::format(" ({}:{})", place.file, place.line);
  }
  return text;
}

Place innermost(const Stack& stack) {
  const Stack way = way_of(stack);
  return way.empty() ? Place{} : way.back();
}

// The same without the library's part of it, if something is left then: a thread waits for a lock of
// java.util.concurrent in code that is not the program's.
Stack way_in_program(const Stack& stack) {
  Stack way = way_of(stack);
  if (way.size() > 1 && is_library(way.back().class_name)) way.pop_back();
  return way;
}

Place place_in_program(const Stack& stack) {
  const Stack way = way_in_program(stack);
  return way.empty() ? Place{} : way.back();
}

// ---- one conflict
// ----------------------------------------------------------------------------------------------------

// An access in the words of the report.
struct Told {
  const Access* access = nullptr;
  Place place;
  std::vector<std::string> locks;
  std::vector<Step> steps;
  std::string title;  // of its thread
  std::string label;  // T1

  std::string method() const { return place.method.empty() ? "code that is not known" : short_method(place); }
  std::string holding() const {
    if (locks.empty()) return "without a lock";
    return fmt::format("holding {}", fmt::join(locks, ", "));
  }
  const char* verb() const { return access->write ? "written" : "read"; }
};

Told tell(const Access& access, const std::string& field, LockNames& locks) {
  Told told{.access = &access, .place = {}, .locks = locks.names(access.locks)};
  Stack way = way_of(access.stack);
  if (!way.empty() && access.line != 0) way.back().line = access.line;
  told.steps = calls_of(way);
  if (!way.empty()) told.place = way.back();
  std::string note = fmt::format("{} is {}", field, told.verb());
  if (!access.exact) note += "; its callers may have been others";
  Step step = step_at(told.place, access.write ? Role::kWrite : Role::kRead, std::move(note));
  step.locks = told.locks;
  told.steps.push_back(std::move(step));
  return told;
}

// Whether `first` is the one that the finding is at (trace_findings.h).
bool is_place(const Told& first, const Told& second) {
  if (first.locks.empty() != second.locks.empty()) return first.locks.empty();
  if (first.access->write != second.access->write) return first.access->write;
  return std::tie(first.place.class_name, first.place.method, first.place.line) <=
         std::tie(second.place.class_name, second.place.method, second.place.line);
}

std::string times_seen(std::uint64_t count) { return count > 1 ? fmt::format(" (seen {} times)", count) : ""; }

std::string race_message(const Conflict& conflict, const Told& first, const Told& second, bool lockset_only) {
  const std::string rest = fmt::format(": the two threads have no lock in common{}{}",
                                       lockset_only ? "" : ", and nothing orders them", times_seen(conflict.count));
  if (first.method() == second.method() && first.locks.empty() && second.locks.empty()) {
    const bool same = first.access->write == second.access->write;
    const std::string verbs = same ? first.verb() : fmt::format("{} and {}", first.verb(), second.verb());
    return fmt::format("{} is {} by two threads in {} without a lock{}", short_field(conflict), verbs, first.method(),
                       rest);
  }
  return fmt::format("{} is {} in {} {} and {} in {} {}{}", short_field(conflict), first.verb(), first.method(),
                     first.holding(), second.verb(), second.method(), second.holding(), rest);
}

std::string consistency_message(const Conflict& conflict, const Told& first, const Told& second) {
  return fmt::format("{}, {} in {}, is {} in {} by another thread before the first is done with the object{}",
                     short_field(conflict), first.verb(), first.method(), second.verb(), second.method(),
                     times_seen(conflict.count));
}

std::string race_outcome(const Told& first, const Told& second) {
  if (first.access->write && second.access->write)
    return "Which of the two values stays is chance, and the other is lost.";
  return "The read may get the old value or the new one, and what the writer did before may not be seen with it.";
}

std::string consistency_outcome(const Told& first, const Told& second) {
  if (!first.access->write) {
    return fmt::format("{} goes on with what it has read, which is no longer so.", first.label);
  }
  if (second.access->write) return "The object ends up with fields of two different changes.";
  return fmt::format("{} sees the object in the middle of a change.", second.label);
}

// `The object was allocated in main() of Main (Main.java:4), first used by main and handed over to worker …`
std::string life_text(const Life& life) {
  std::vector<std::string> parts;
  const Place allocated = innermost(life.allocated);
  if (!allocated.class_name.empty()) parts.push_back("allocated in " + place_text(allocated));
  if (!life.owner.empty()) {
    std::string part = "first used by " + life.owner;
    if (life.first_touched) part += " in " + place_text(*life.first_touched);
    parts.push_back(std::move(part));
  }
  if (life.escaped) parts.push_back("passed on in " + place_text(*life.escaped));
  if (!life.second_owner.empty()) {
    std::string part = "then taken over by " + life.second_owner;
    const Place handed = innermost(life.handed_over);
    if (!handed.class_name.empty()) part += " in " + place_text(handed);
    parts.push_back(std::move(part));
  }
  return parts.empty() ? "" : fmt::format(" The object was {}.", fmt::join(parts, ", "));
}

Graph::Node node_at(const Place& place, std::string label) {
  return {.label = std::move(label),
          .detail = place.class_name.empty() ? "" : fmt::format("{}.{}", place.class_name, source_method(place)),
          .file = place.file,
          .line = place.line};
}

// The stations of the object: each leads to the next.
Graph life_graph(const Conflict& conflict, const Told& first, const Told& second) {
  Graph graph{.title = conflict.is_static ? "Life of the field" : "Life of the object", .nodes = {}, .edges = {}};
  const Life& life = conflict.life;
  if (const Place place = innermost(life.allocated); !place.class_name.empty()) {
    graph.nodes.push_back(node_at(place, "allocated"));
  }
  if (!life.owner.empty()) {
    graph.nodes.push_back(node_at(life.first_touched.value_or(Place()), fmt::format("owned by {}", life.owner)));
  }
  if (life.escaped) graph.nodes.push_back(node_at(*life.escaped, fmt::format("passed on by {}", life.owner)));
  if (!life.second_owner.empty()) {
    graph.nodes.push_back(node_at(innermost(life.handed_over), fmt::format("taken over by {}", life.second_owner)));
  }
  for (const Told* told : {&first, &second}) {
    graph.nodes.push_back(node_at(told->place, fmt::format("{} by {}", told->verb(), told->title)));
    graph.nodes.back().marked = true;
  }
  for (std::uint32_t n = 1; n < graph.nodes.size(); ++n) {
    graph.edges.push_back({.from = n - 1, .to = n, .label = {}, .marked = n + 1 == graph.nodes.size()});
  }
  return graph;
}

std::string race_repair(const Conflict& conflict, const Told& first, const Told& second) {
  const auto with_lock = [](const Told& bare, const Told& locked) {
    const std::string lock = locked.locks.back();
    if (bare.method() == locked.method()) return fmt::format("Take {} on every way through {}.", lock, bare.method());
    return fmt::format("Take {} in {}, as {} does.", lock, bare.method(), locked.method());
  };
  if (first.locks.empty() != second.locks.empty()) {
    return first.locks.empty() ? with_lock(first, second) : with_lock(second, first);
  }
  if (!first.locks.empty()) {
    return fmt::format("Choose one lock for {}: {} holds {}, {} holds {}.", short_field(conflict), first.label,
                       first.locks.back(), second.label, second.locks.back());
  }
  if (is_contents(conflict)) {
    return "Guard every use by one lock, or use a collection of java.util.concurrent.";
  }
  const char* guard = conflict.is_static ? "Guard every access by one static lock" : "Guard every access by one lock";
  if (is_array(conflict)) return fmt::format("{}.", guard);
  if (first.access->write && second.access->write) return fmt::format("{}, or use an atomic class.", guard);
  return fmt::format("{}; for a flag, or a reference that is only replaced, volatile is enough.", guard);
}

std::vector<std::string> common_locks(const std::vector<std::string>& some, const std::vector<std::string>& others) {
  std::vector<std::string> common;
  std::copy_if(some.begin(), some.end(), std::back_inserter(common),
               [&](const std::string& lock) { return std::find(others.begin(), others.end(), lock) != others.end(); });
  return common;
}

std::string consistency_repair(const Told& first, const Told& second) {
  const std::vector<std::string> common = common_locks(first.locks, second.locks);
  if (!common.empty()) {
    return fmt::format("Hold {} over the whole of {}, not only at its parts.", common.back(), first.method());
  }
  return fmt::format("Let {} and {} exclude each other by one lock that each holds from beginning to end.",
                     first.method(), second.method());
}

Severity severity_of(const std::string& check, const std::string& kind) {
  const KindDescriptor* known = find_kind(check, kind);
  return known == nullptr ? Severity::kMedium : known->severity;
}

void set_times(std::vector<Step>& steps, std::uint32_t& time) {
  for (Step& step : steps) step.time = ++time;
}

Finding finding_of(const Conflict& conflict, const FindingOptions& options) {
  LockNames lock_names;
  const std::string field = short_field(conflict);
  Told first = tell(conflict.accesses.front(), field, lock_names),
       second = tell(conflict.accesses.back(), field, lock_names);
  const bool first_is_place = is_place(first, second);
  first.label = first_is_place ? "T1" : "T2";
  second.label = first_is_place ? "T2" : "T1";
  first.title = thread_title(first_is_place ? 1 : 2, conflict.accesses.front().thread);
  second.title = thread_title(first_is_place ? 2 : 1, conflict.accesses.back().thread);

  const bool is_race = conflict.check == kObjectRace.id;
  Finding finding;
  finding.check = conflict.check;
  finding.kind = conflict.kind;
  // Which of the two came first is chance.
  if (conflict.accesses.front().write != conflict.accesses.back().write) finding.kind_of_all_orders = "read-write";
  finding.severity = severity_of(conflict.check, conflict.kind);
  finding.message = is_race ? race_message(conflict, first, second, options.lockset_only)
                            : consistency_message(conflict, first, second);
  finding.outcome =
      (is_race ? race_outcome(first, second) : consistency_outcome(first, second)) + life_text(conflict.life);
  finding.repair = is_race ? race_repair(conflict, first, second) : consistency_repair(first, second);
  finding.graphs.push_back(life_graph(conflict, first, second));
  finding.subject.field = subject_of(conflict);
  finding.highlight = field_word(conflict);
  // One repair mends all accesses to a field; of arrays and collections only the type is known.
  if (!is_array(conflict) && !is_contents(conflict)) finding.cause = conflict.field;
  const Place& place = first_is_place ? first.place : second.place;
  finding.class_name = place.class_name.empty() ? conflict.class_name : place.class_name;
  finding.method = source_method(place);
  finding.file = place.file;
  finding.line = place.line;

  std::uint32_t time = 0;
  set_times(first.steps, time);
  set_times(second.steps, time);
  finding.threads.push_back({first.title, std::move(first.steps)});
  finding.threads.push_back({second.title, std::move(second.steps)});
  if (!first_is_place) std::swap(finding.threads[0], finding.threads[1]);
  return finding;
}

// ---- a deadlock -----------------------------------------------------------------------------------------------------

// The cycle has no beginning: it starts at the place whose name comes first.
Deadlock with_a_beginning(Deadlock deadlock) {
  const auto key = [](const Waiting& waiting) { return place_in_program(waiting.stack); };
  std::vector<Waiting>& threads = deadlock.threads;
  const auto first = std::min_element(threads.begin(), threads.end(),
                                      [&](const Waiting& a, const Waiting& b) { return key(a) < key(b); });
  std::rotate(threads.begin(), first, threads.end());
  return deadlock;
}

Finding finding_of(const Deadlock& seen) {
  const Deadlock deadlock = with_a_beginning(seen);
  LockNames lock_names;
  Finding finding;
  finding.check = kDeadlock.id;
  finding.kind = kDeadlockKinds[0].id;
  finding.severity = kDeadlockKinds[0].severity;
  finding.outcome = "None of these threads ever goes on.";
  finding.repair = "Take the locks in the same order everywhere, or hold only one of them at a time.";
  Graph graph{.title = "Who waits for whom", .nodes = {}, .edges = {}};
  std::vector<std::string> sentences;
  std::uint32_t time = 0;
  for (std::size_t n = 0; n < deadlock.threads.size(); ++n) {
    const Waiting& waiting = deadlock.threads[n];
    const Stack way = way_in_program(waiting.stack);
    const Place place = way.empty() ? Place() : way.back();
    const std::string lock = lock_names.name(waiting.waits_for);
    const std::size_t next = (n + 1) % deadlock.threads.size();
    ThreadOfSteps thread{.name = thread_title(n + 1, waiting.thread), .steps = calls_of(way)};
    Step last = step_at(place, Role::kWait, fmt::format("waits for {}, which T{} holds", lock, next + 1));
    last.locks = lock_names.names(waiting.holds);
    thread.steps.push_back(std::move(last));
    set_times(thread.steps, time);
    sentences.push_back(fmt::format("T{} waits in {} for {}, which T{} holds", n + 1,
                                    place.method.empty() ? "code that is not known" : short_method(place), lock,
                                    next + 1));
    graph.nodes.push_back(node_at(place, thread.name));
    graph.nodes.back().marked = true;
    graph.edges.push_back(
        {.from = static_cast<std::uint32_t>(n), .to = static_cast<std::uint32_t>(next), .label = lock, .marked = true});
    if (n == 0) {
      finding.class_name = place.class_name;
      finding.method = source_method(place);
      finding.file = place.file;
      finding.line = place.line;
    }
    finding.threads.push_back(std::move(thread));
  }
  finding.message = fmt::format("{}: a deadlock", fmt::join(sentences, ", "));
  finding.graphs.push_back(std::move(graph));
  return finding;
}

// What makes two conflicts the same, in whatever order: where, and what.
using AccessPlace = std::pair<bool, Place>;
using Places = std::tuple<std::string, std::string, AccessPlace, AccessPlace>;

Place place_of(const Access& access) {
  Place place = innermost(access.stack);
  place.line = access.line;
  return place;
}

Places places_of(const Conflict& conflict) {
  AccessPlace first(conflict.accesses.front().write, place_of(conflict.accesses.front()));
  AccessPlace second(conflict.accesses.back().write, place_of(conflict.accesses.back()));
  if (second < first) std::swap(first, second);
  return {conflict.check, subject_of(conflict), std::move(first), std::move(second)};
}

// Methods that overlap at accesses which race anyway. The race is enough: whoever gives the field a lock looks at both
// methods, and is told to hold it all through them. What then still overlaps is reported by the next run.
class RacingAnyway {
 public:
  explicit RacingAnyway(const std::vector<Conflict>& conflicts) {
    for (const Conflict& conflict : conflicts) {
      if (conflict.check != kObjectRace.id) continue;
      for (const Access& access : conflict.accesses) races_.emplace(subject_of(conflict), place_of(access));
    }
    for (const Conflict& conflict : conflicts) {
      if (!contains(conflict)) continue;
      auto [it, is_new] = overtaken_.try_emplace(subject_of(conflict), place_of(conflict.accesses.front()));
      if (!is_new) it->second = std::min(it->second, place_of(conflict.accesses.front()));
    }
  }

  bool contains(const Conflict& conflict) const {
    return conflict.check == kObjectConsistency.id &&
           common_locks(conflict.accesses.front().locks, conflict.accesses.back().locks).empty() &&
           races_.contains({subject_of(conflict), place_of(conflict.accesses.front())}) &&
           races_.contains({subject_of(conflict), place_of(conflict.accesses.back())});
  }
  // To be added to the repair of a race.
  std::string repair(const Conflict& race) const {
    const auto it = overtaken_.find(subject_of(race));
    if (it == overtaken_.end() || it->second.method.empty()) return {};
    return fmt::format(" The lock has to be held all through {}: another thread got in between.",
                       short_method(it->second));
  }

 private:
  std::set<std::pair<std::string, Place>> races_;
  std::map<std::string, Place> overtaken_;  // of several methods the one whose name comes first
};

}  // namespace

std::vector<Finding> findings_of(std::span<const wire::Trace> traces, const FindingOptions& options) {
  const auto is_wanted = [&](std::string_view check) {
    return options.checks.empty() ||
           std::find(options.checks.begin(), options.checks.end(), check) != options.checks.end();
  };
  std::vector<Conflict> conflicts;
  std::map<Places, std::size_t> known;
  std::vector<Finding> findings;
  for (const Trace& trace : traces) {
    for (const Conflict& conflict : trace.conflicts) {
      if (!is_wanted(conflict.check)) continue;
      const auto [it, is_new] = known.try_emplace(places_of(conflict), conflicts.size());
      if (is_new) {
        conflicts.push_back(conflict);
      } else {
        std::uint64_t& count = conflicts[it->second].count;
        count += std::min(conflict.count, ~std::uint64_t{0} - count);
      }
    }
    for (const Deadlock& deadlock : trace.deadlocks) findings.push_back(finding_of(deadlock));
  }
  const RacingAnyway racing_anyway(conflicts);
  for (const Conflict& conflict : conflicts) {
    if (racing_anyway.contains(conflict)) continue;
    findings.push_back(finding_of(conflict, options));
    if (conflict.check == kObjectRace.id) findings.back().repair += racing_anyway.repair(conflict);
  }
  return findings;
}

std::vector<std::string> lines_of(const wire::Deadlock& seen) {
  const Deadlock deadlock = with_a_beginning(seen);
  LockNames lock_names;
  std::vector<std::string> lines;
  for (std::size_t n = 0; n < deadlock.threads.size(); ++n) {
    const Waiting& waiting = deadlock.threads[n];
    const Place place = place_in_program(waiting.stack);
    std::string line =
        fmt::format("{} waits for {}", thread_title(n + 1, waiting.thread), lock_names.name(waiting.waits_for));
    if (!place.method.empty()) line += " in " + place_text(place);
    const std::vector<std::string> holds = lock_names.names(waiting.holds);
    if (!holds.empty()) line += fmt::format(", and holds {}", fmt::join(holds, ", "));
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace snag::trace
