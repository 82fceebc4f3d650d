#include "findings/finding.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>

#include "findings/names.h"
#include "findings/narrator.h"
#include "findings/ranking.h"

namespace snag {

namespace {

// FNV-1a, 64 bits. Fingerprints are kept in files for years (baselines, trackers), so the hash is written out here
// instead of taken from a library, whose next version may compute it differently.
class StableHash {
 public:
  // The length goes first, so that texts that meet elsewhere hash differently: "ab", "c" and "a", "bc".
  void add(std::string_view text) {
    add(text.size());
    for (char c : text) add_byte(static_cast<unsigned char>(c));
  }
  void add(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) add_byte(static_cast<unsigned char>(number >> shift));
  }
  std::uint64_t value() const { return value_; }

 private:
  void add_byte(unsigned char byte) {
    value_ ^= byte;
    value_ *= 0x100000001b3ULL;
  }

  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

// Compilers number lambdas and anonymous classes in the order of the source: `lambda$run$3`, `Server$2`. Another one
// before them changes the number. `Server$2Worker` is a local class: its name counts, its number does not.
std::string without_numbers(std::string_view name) {
  std::string result;
  bool numbered = false;  // whether a digit would be part of such a number
  for (char c : name) {
    const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (!numbered || !digit) result += c;
    numbered = c == '$' || (numbered && digit);
  }
  return result;
}

// Whether a name has a class in it, by the custom of writing Java: `bank.Registry.LOCK`, `Account.this`.
bool names_class(std::string_view name) {
  for (std::size_t i = 0; i < name.size(); ++i) {
    if ((i == 0 || name[i - 1] == '.') && std::isupper(static_cast<unsigned char>(name[i])) != 0) return true;
  }
  return false;
}

// A lock as it is named, without the local variable or parameter in which it is found: `from.lock` is `.lock`. Other
// names begin with this, a class, or the method that returns the lock.
std::string without_local(std::string_view lock) {
  const std::string_view first = lock.substr(0, lock.find_first_of(".["));
  const bool is_local = first != "this" && !first.ends_with(')') && !names_class(lock);
  return std::string(is_local ? lock.substr(first.size()) : lock);
}

StableHash hash_of(const Evidence& finding) {
  StableHash hash;
  const std::string& kind = finding.kind_of_all_orders.empty() ? finding.kind : finding.kind_of_all_orders;
  for (const std::string* text : {&finding.check, &kind, &finding.subject.field}) hash.add(*text);
  for (const std::string* name : {&finding.class_name, &finding.method}) hash.add(without_numbers(*name));
  hash.add(finding.subject.keys().size());
  for (const std::string& lock : finding.subject.keys()) hash.add(without_local(lock));
  // Only what it does in its own method. The thread that interleaves and the calls on the way are one example of
  // several: a change elsewhere may make another one the first.
  if (!finding.threads.empty()) {
    for (const Step& step : finding.threads.front().steps) {
      const bool is_own = step.class_name == finding.class_name && step.method == finding.method;
      if (is_own) hash.add(to_text(step.by_accessor ? Role::kCall : step.role));
    }
  }
  return hash;
}

// The names of what the steps are about, apart from calls that lead to the next step: which of several ways leads there
// matters less.
std::vector<std::string_view> names_in(const Evidence& evidence) {
  std::vector<std::string_view> names;
  for (const ThreadOfSteps& thread : evidence.threads) {
    for (std::size_t n = 0; n < thread.steps.size(); ++n) {
      const Step& step = thread.steps[n];
      const Step& next = thread.steps[std::min(n + 1, thread.steps.size() - 1)];
      const bool leads_on =
          step.role == Role::kCall && std::tie(step.class_name, step.method) != std::tie(next.class_name, next.method);
      if (!leads_on) names.push_back(step.what);
    }
  }
  return names;
}

// A total order of the evidence without the fingerprint, in which the severity comes last.
bool comes_before(const Evidence& a, const Evidence& b) {
  auto place = [](const Evidence& e, const Evidence& other) {
    return std::tie(e.class_name, e.method, e.line, e.check, e.kind, /*the higher first:*/ other.rank, e.subject.field,
                    e.subject.keys(), e.highlight);
  };
  if (auto order = place(a, b) <=> place(b, a); order != 0) return order < 0;
  if (auto order = names_in(a) <=> names_in(b); order != 0) return order < 0;
  auto rest = [](const Evidence& e) { return std::tie(e.threads, e.position.pc, e.file, e.cause, e.severity); };
  return rest(a) < rest(b);
}

// Of sorted findings of one cause with equal keys only one is kept, at the place of the first: one that a reviewer
// should read, of these the most severe, and of these the first. So the audit, which has more of them, shows the same
// one. `merge(kept, other)` is called for every other one.
template <class KeyOf, class Merge>
void merge_by(std::vector<Finding>& findings, KeyOf key_of, Merge merge) {
  std::map<std::invoke_result_t<KeyOf, const Finding&>, std::size_t> first_of;
  std::vector<Finding> kept;
  for (Finding& finding : findings) {
    auto [it, is_first] = first_of.try_emplace(key_of(finding), kept.size());
    if (is_first || std::get<1>(it->first).empty()) {
      kept.push_back(std::move(finding));
      continue;
    }
    Finding& first = kept[it->second];
    auto rank = [](const Finding& f) { return std::pair(!f.dismissals.empty(), f.severity); };
    if (rank(finding) < rank(first)) {
      std::swap(finding.also, first.also);
      std::swap(finding, first);
    }
    merge(first, finding);
  }
  findings = std::move(kept);
}

// Of findings of different checks about one field or one instruction of one method only the best is kept. They need not
// be sorted: the order of the checks does not matter.
void merge_checks(std::vector<Finding>& findings) {
  auto rank = [](const Finding& f) {
    return std::tuple(!f.dismissals.empty(), f.severity, -static_cast<int>(f.clarity), f.check);
  };
  using Topic = std::tuple<std::string, std::string, std::string>;  // class, method, field or instruction
  auto topics_of = [](const Finding& f) {
    std::vector<Topic> topics;
    for (const std::string& field : f.not_atomic) topics.emplace_back(f.class_name, f.method, field);
    if (!topics.empty() && f.position.pc)
      topics.emplace_back(f.class_name, f.method, fmt::format("{}", *f.position.pc));
    return topics;
  };
  std::map<Topic, const Finding*> best;
  for (const Finding& f : findings) {
    for (Topic& topic : topics_of(f)) {
      auto [it, is_first] = best.try_emplace(std::move(topic), &f);
      if (!is_first && rank(f) < rank(*it->second)) it->second = &f;
    }
  }
  std::vector<bool> goes;
  for (const Finding& f : findings) {
    const std::vector<Topic> topics = topics_of(f);
    goes.push_back(std::any_of(topics.begin(), topics.end(),
                               [&](const Topic& topic) { return best.at(topic)->check != f.check; }));
  }
  std::vector<Finding> kept;
  for (std::size_t n = 0; n < findings.size(); ++n) {
    if (!goes[n]) kept.push_back(std::move(findings[n]));
  }
  findings = std::move(kept);
}

// The calls, read off the steps: after a call the thread goes on in the callee. Nothing if there are no calls.
std::optional<Graph> graph_of_calls(const Finding& finding) {
  Graph graph{.title = "Calls", .nodes = {}, .edges = {}};
  std::map<std::pair<std::string, std::string>, std::uint32_t> nodes;
  auto node_of = [&](const Step& step) {
    auto [it, added] = nodes.try_emplace({step.class_name, step.method}, graph.nodes.size());
    if (added) {
      graph.nodes.push_back(node_at(step, shown_method_of(simple_class_name(step.class_name), step.method)));
      graph.nodes.back().marked = step.class_name == finding.class_name && step.method == finding.method;
    }
    return it->second;
  };
  for (const ThreadOfSteps& thread : finding.threads) {
    for (std::size_t i = 0; i < thread.steps.size(); ++i) {
      const Step& step = thread.steps[i];
      if (step.role != Role::kCall || i + 1 == thread.steps.size()) continue;
      const std::uint32_t from = node_of(step), to = node_of(thread.steps[i + 1]);
      const bool known = std::any_of(graph.edges.begin(), graph.edges.end(),
                                     [&](const Graph::Edge& edge) { return edge.from == from && edge.to == to; });
      if (!known) graph.edges.push_back({.from = from, .to = to, .label = {}, .marked = false});
    }
  }
  if (graph.edges.empty()) return std::nullopt;
  return graph;
}

}  // namespace

std::string_view to_text(Role role) {
  static constexpr std::string_view kTexts[] = {"",        "acquire", "call", "check", "join", "read",
                                                "release", "start",   "use",  "wait",  "write"};
  return kTexts[static_cast<int>(role)];
}

void interleave(Evidence& finding, std::size_t pause) {
  std::uint32_t time = 0;
  auto run = [&](std::span<Step> steps) {
    for (Step& step : steps) step.time = ++time;
  };
  if (finding.threads.empty()) return;
  std::span<Step> first = finding.threads.front().steps;
  pause = std::min(pause, first.size());
  run(first.first(pause));
  for (std::size_t n = 1; n < finding.threads.size(); ++n) run(finding.threads[n].steps);
  run(first.subspan(pause));
}

void identify_findings(std::vector<Finding>& findings) {
  merge_checks(findings);
  // Findings of equal hash have the same class and method: after this they are in the order of their lines.
  std::stable_sort(findings.begin(), findings.end(), comes_before);
  merge_by(
      findings, [](const Finding& f) { return std::tuple(f.check, f.cause, f.class_name, f.method, f.line); },
      [](Finding&, const Finding&) {});
  absl::flat_hash_map<std::uint64_t, std::uint64_t> seen;
  absl::flat_hash_set<std::uint64_t> taken;
  // Those that only the audit shows come last, and change no number of the others.
  std::vector<Finding*> order;
  for (Finding& finding : findings) order.push_back(&finding);
  std::stable_partition(order.begin(), order.end(), [](const Finding* f) { return f->dismissals.empty(); });
  for (Finding* of : order) {
    Finding& finding = *of;
    const StableHash hash = hash_of(finding);
    std::uint64_t& number = seen[hash.value()];
    StableHash numbered = hash;
    if (number > 0) numbered.add(number);
    while (!taken.insert(numbered.value()).second) {
      numbered = hash;
      numbered.add(++number);
    }
    ++number;
    finding.fingerprint = fmt::format("{:016x}", numbered.value());
  }
}

void finish_findings(std::vector<Finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(), comes_before);
  auto add_other = [](Finding& kept, Finding& f) {
    OtherPlace& other = kept.also.emplace_back();
    std::tie(other.class_name, other.method, other.file, other.line, other.kind, other.fingerprint) =
        std::tie(f.class_name, f.method, f.file, f.line, f.kind, f.fingerprint);
    std::move(f.also.begin(), f.also.end(), std::back_inserter(kept.also));
  };
  merge_by(
      findings, [](const Finding& f) { return std::tuple(f.check, f.cause); }, add_other);
  merge_by(
      findings, [](const Finding& f) { return std::tuple(f.check, f.cause_in_callees); }, add_other);
  for (Finding& finding : findings) {
    if (finding.graphs.empty()) {
      if (std::optional<Graph> calls = graph_of_calls(finding)) finding.graphs.push_back(std::move(*calls));
    }
    finding.score = score_of(finding);
  }
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return std::pair(a.severity, -static_cast<int>(a.score)) < std::pair(b.severity, -static_cast<int>(b.score));
  });
}

}  // namespace snag
