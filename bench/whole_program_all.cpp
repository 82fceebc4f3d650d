// How precise the analyses of a whole program are, by count, and what call caching is worth to them.
//
//   whole_program_all [--jdk DIR] [--contexts off] [--ownership off] [--states LIMIT] PATH...
//
// The paths are one program. Prints one line of key=value pairs, and with --states another one.
//
// snag-program. Everything is about the application's code that a thread reaches.
//   sites, objects    the places that allocate objects with an identity, and the abstract objects that stand for these;
//                     site_p90 and site_max: the 90th percentile and the most objects of one place
//   bases_median, bases_p90, bases_max   the objects that the base of a field access may be, for each access in each
//                     context in which its method is analysed; those without any base, which never run, do not count
//   accesses          instructions that access a field or an array
//   unshared          of these, those that touch no object that may be shared at that moment, in any context
//
// snag-states: how many times the symbolic execution (execution/execution.h) executes a method.
//   subsumption       as it is: a call with a superset of locks that were seen is not followed again
//   sets              the minimal sets of locks that are kept then
//   equality          a call is not followed again with the same method instance and locks
//   by_thread         call caching of von Praun 3.4.2: with the same thread, method instance and locks
//   none              every call is followed, except those of methods that are being executed already
// `equality`, `by_thread` and `none` end at LIMIT, and are then followed by a `+`.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <absl/container/node_hash_map.h>

#include "execution/whole_program.h"

namespace {

using namespace snag;

struct Options {
  std::string jdk = "/usr/lib/jvm/java-17-openjdk-amd64";
  bool contexts = true, ownership = true;
  std::uint64_t states = 0;
  std::vector<std::string> paths;
};

// At a share of the numbers, which get sorted; 0 if there are none.
std::uint32_t percentile(std::vector<std::uint32_t>& numbers, std::size_t percent) {
  if (numbers.empty()) return 0;
  std::sort(numbers.begin(), numbers.end());
  return numbers[(numbers.size() - 1) * percent / 100];
}

bool is_application(const Program& program, MethodId method) {
  const Class& owner = program[program[method].owner];
  return owner.origin == Origin::kApplication && !owner.synthetic;
}

void print_precision(const WholeProgramAnalysis& analysis, const Options& options) {
  const PointsTo& points_to = analysis.points_to();
  const Program& program = points_to.program();
  using Place = std::pair<MethodId, ir::ValueId>;

  absl::flat_hash_map<Place, std::uint32_t> by_site;
  for (std::uint32_t n = 0; n < points_to.object_count(); ++n) {
    const CodePlace place = points_to.allocation(ObjectId(n));
    if (!place.method.valid() || !is_application(program, place.method) || !analysis.heap().occurs(ObjectId(n)))
      continue;
    ++by_site[Place(place.method, place.instruction)];
  }
  std::vector<std::uint32_t> per_site;
  std::uint64_t objects = 0;
  for (const auto& [place, count] : by_site) per_site.push_back(count), objects += count;

  std::vector<std::uint32_t> bases;
  absl::flat_hash_set<Place> accesses, shared;
  for (std::uint32_t n = 0; n < points_to.instance_count(); ++n) {
    const MethodInstance& instance = points_to[MethodInstanceId(n)];
    if (instance.body != BodyKind::kCode || !is_application(program, instance.method)) continue;
    if (analysis.execution().entry_locks(instance.id).empty()) continue;
    const ir::MethodIr* method = points_to.store().get(instance.method);
    if (method == nullptr) continue;
    for (std::uint32_t i = 0; i < method->instructions.size(); ++i) {
      const ir::ValueId at(i);
      const ir::Instruction& instruction = (*method)[at];
      const bool field = instruction.op == ir::Op::kGetField || instruction.op == ir::Op::kPutField;
      const bool other = instruction.op == ir::Op::kGetStatic || instruction.op == ir::Op::kPutStatic ||
                         instruction.op == ir::Op::kArrayLoad || instruction.op == ir::Op::kArrayStore;
      if (field || other) accesses.insert(Place(instance.method, at));
      if (!field) continue;
      const std::size_t count = points_to.objects(instance.id, method->operands(instruction)[0]).size();
      if (count > 0) bases.push_back(static_cast<std::uint32_t>(count));
    }
  }
  for (const Event& event : analysis.execution().events()) {
    const MethodId method = points_to[event.instance].method;
    if (event.location.kind != LocationKind::kContents && is_application(program, method)) {
      shared.insert(Place(method, event.at));
    }
  }
  fmt::print(
      "snag-program contexts={} ownership={} instances={} threads={} sites={} objects={} site_p90={} site_max={} "
      "bases_median={} bases_p90={} bases_max={} accesses={} unshared={}\n",
      options.contexts ? "on" : "off", options.ownership ? "on" : "off", points_to.instance_count(),
      analysis.threads().size(), by_site.size(), objects, percentile(per_site, 90), percentile(per_site, 100),
      percentile(bases, 50), percentile(bases, 90), percentile(bases, 100), accesses.size(),
      accesses.size() - shared.size());
}

// ---- call caching ---------------------------------------------------------------------------------------------------

struct Counted {
  std::uint64_t states = 0;
  bool all = true;
  std::string text() const { return fmt::format("{}{}", states, all ? "" : "+"); }
};

class CallCaching {
 public:
  CallCaching(const WholeProgramAnalysis& analysis, std::uint64_t limit)
      : points_to_(analysis.points_to()),
        threads_(analysis.threads()),
        execution_(analysis.execution()),
        limit_(limit) {}

  // Of the contexts that are equal; with `by_thread`, those of different threads are not.
  Counted by_equality(bool by_thread) {
    Counted counted;
    std::map<ObjectLocks, std::uint32_t> numbers;
    std::vector<const ObjectLocks*> sets;
    auto number = [&](const ObjectLocks& locks) {
      auto [it, added] = numbers.try_emplace(locks, static_cast<std::uint32_t>(sets.size()));
      if (added) sets.push_back(&it->first);
      return it->second;
    };
    absl::flat_hash_set<std::pair<MethodInstanceId, std::uint32_t>> seen;
    for (std::uint32_t t = 0; t < threads_.size(); ++t) {
      if (by_thread) seen.clear();
      std::vector<std::pair<MethodInstanceId, std::uint32_t>> work;
      auto enter = [&](MethodInstanceId instance, std::uint32_t locks) {
        if (seen.insert({instance, locks}).second) work.emplace_back(instance, locks);
      };
      for (MethodInstanceId entry : threads_[ThreadId(t)].entries) enter(entry, number({}));
      while (!work.empty()) {
        if (counted.states == limit_) return {counted.states, /*all=*/false};
        ++counted.states;
        const auto [caller, entered_with] = work.back();
        work.pop_back();
        for (const PointsTo::InstanceCall& call : calls(caller)) {
          if (!is_followed(call)) continue;
          ObjectLocks held;
          if (call.kind != CalleeKind::kLibraryCallback) {
            held = *sets[entered_with];
            for (const LockOfObject& lock : locks_at_call(caller, call.site)) add(held, lock);
          }
          enter(call.callee, number(held));
        }
      }
    }
    return counted;
  }

  Counted without() {
    Counted counted;
    struct Frame {
      MethodInstanceId instance;
      std::size_t next = 0;
    };
    std::vector<bool> running(points_to_.instance_count(), false);
    std::vector<Frame> stack;
    auto enter = [&](MethodInstanceId instance) {
      if (running[instance.value]) return;
      running[instance.value] = true;
      stack.push_back({instance});
      ++counted.states;
    };
    for (std::uint32_t t = 0; t < threads_.size(); ++t) {
      for (MethodInstanceId entry : threads_[ThreadId(t)].entries) {
        enter(entry);
        while (!stack.empty()) {
          if (counted.states >= limit_) return {limit_, /*all=*/false};
          Frame& frame = stack.back();
          const auto called = calls(frame.instance);
          if (frame.next == called.size()) {
            running[frame.instance.value] = false;
            stack.pop_back();
          } else if (const PointsTo::InstanceCall& call = called[frame.next++]; is_followed(call)) {
            enter(call.callee);
          }
        }
      }
    }
    return counted;
  }

 private:
  std::span<const PointsTo::InstanceCall> calls(MethodInstanceId caller) const { return points_to_.calls(caller); }
  bool is_followed(const PointsTo::InstanceCall& call) const {
    return call.kind != CalleeKind::kStart && points_to_[call.callee].body == BodyKind::kCode;
  }
  const ObjectLocks& locks_at_call(MethodInstanceId caller, ir::ValueId site) {
    auto [it, added] = at_calls_.try_emplace({caller, site});
    if (added) it->second = execution_.locks_at_call(caller, site);
    return it->second;
  }
  static void add(ObjectLocks& locks, const LockOfObject& lock) {
    auto it = std::lower_bound(locks.begin(), locks.end(), lock);
    if (it == locks.end() || *it != lock) locks.insert(it, lock);
  }

  const PointsTo& points_to_;
  const Threads& threads_;
  Execution& execution_;
  const std::uint64_t limit_;
  absl::node_hash_map<std::pair<MethodInstanceId, ir::ValueId>, ObjectLocks> at_calls_;
};

void print_states(const WholeProgramAnalysis& analysis, std::uint64_t limit) {
  std::uint64_t sets = 0;
  for (std::uint32_t n = 0; n < analysis.points_to().instance_count(); ++n) {
    sets += analysis.execution().entry_locks(MethodInstanceId(n)).size();
  }
  CallCaching caching(analysis, limit);
  fmt::print("snag-states subsumption={} sets={} equality={} by_thread={} none={}\n",
             analysis.execution().counts().states, sets, caching.by_equality(/*by_thread=*/false).text(),
             caching.by_equality(/*by_thread=*/true).text(), caching.without().text());
}

int measure(const Options& options) {
  Names names;
  Diagnostics diagnostics;
  ClassPath path(diagnostics);
  for (const std::string& text : options.paths) path.add(text, Origin::kApplication);
  path.add_jdk(options.jdk);
  Program program(names, path, diagnostics);
  const unsigned jobs = 1;
  const std::vector<ClassId> application = program.load_all(Origin::kApplication, jobs);
  ir::References references;
  IrStore store(program, references);
  library::Models models(names);
  if (!models.load_embedded()) return 1;
  sections::Analysis sections(store, models, application, {.all_contexts = true, .jobs = jobs});
  Stats stats;
  auto analysis = WholeProgramAnalysis::run(
      sections, store, models, {.jobs = jobs, .contexts = options.contexts, .ownership = options.ownership}, stats);
  if (!analysis) return 1;
  if (!(*analysis)->gave_up().empty()) {
    fmt::print("snag-program contexts={} ownership={} gave_up=yes\n", options.contexts ? "on" : "off",
               options.ownership ? "on" : "off");
    return 0;
  }
  print_precision(**analysis, options);
  if (options.states > 0) print_states(**analysis, options.states);
  return 0;
}

int usage() {
  std::fputs("usage: whole_program_all [--jdk DIR] [--contexts off] [--ownership off] [--states LIMIT] PATH...\n",
             stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const bool has_value = i + 1 < argc;
    if (argument == "--jdk" && has_value) {
      options.jdk = argv[++i];
    } else if (argument == "--contexts" && has_value) {
      options.contexts = std::string_view(argv[++i]) != "off";
    } else if (argument == "--ownership" && has_value) {
      options.ownership = std::string_view(argv[++i]) != "off";
    } else if (argument == "--states" && has_value) {
      options.states = std::strtoull(argv[++i], nullptr, 10);
    } else if (argument.starts_with('-')) {
      return usage();
    } else {
      options.paths.emplace_back(argument);
    }
  }
  return options.paths.empty() ? usage() : measure(options);
}
