#include "findings/finding.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace snag {

namespace {

// FNV-1a, 64 bits. Fingerprints are kept in files for years (baselines, trackers), so the hash is written out here
// instead of taken from a library, whose next version may count otherwise.
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

StableHash hash_of(const Finding& finding) {
  StableHash hash;
  for (const std::string* text :
       {&finding.check, &finding.kind, &finding.class_name, &finding.method, &finding.subject.field}) {
    hash.add(*text);
  }
  hash.add(finding.subject.locks.size());
  for (const std::string& lock : finding.subject.locks) hash.add(lock);
  hash.add(finding.threads.size());
  for (const ThreadOfSteps& thread : finding.threads) {
    hash.add(thread.steps.size());
    for (const Step& step : thread.steps) {
      hash.add(step.role);
      hash.add(step.class_name);
      hash.add(step.method);
    }
  }
  return hash;
}

std::strong_ordering compare(const Step& a, const Step& b) {
  auto key = [](const Step& s) { return std::tie(s.role, s.class_name, s.method, s.file, s.line, s.locks, s.note); };
  return key(a) <=> key(b);
}

std::strong_ordering compare(const ThreadOfSteps& a, const ThreadOfSteps& b) {
  if (auto order = a.name <=> b.name; order != 0) return order;
  return std::lexicographical_compare_three_way(a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(),
                                                [](const Step& x, const Step& y) { return compare(x, y); });
}

// A total order of all but the fingerprint, in which the severity comes last.
bool comes_before(const Finding& a, const Finding& b) {
  auto place = [](const Finding& f) { return std::tie(f.class_name, f.method, f.line, f.check, f.kind); };
  if (auto order = place(a) <=> place(b); order != 0) return order < 0;
  if (a.rank != b.rank) return a.rank > b.rank;
  auto rest = [](const Finding& f) {
    return std::tie(f.subject.field, f.subject.locks, f.message, f.file, f.highlight, f.repair);
  };
  if (auto order = rest(a) <=> rest(b); order != 0) return order < 0;
  const auto threads = std::lexicographical_compare_three_way(
      a.threads.begin(), a.threads.end(), b.threads.begin(), b.threads.end(),
      [](const ThreadOfSteps& x, const ThreadOfSteps& y) { return compare(x, y); });
  return threads != 0 ? threads < 0 : a.severity < b.severity;
}

// The findings are sorted.
void merge_by_cause(std::vector<Finding>& findings) {
  std::map<std::pair<std::string, std::string>, std::size_t> first_of;
  std::vector<Finding> kept;
  for (Finding& finding : findings) {
    if (!finding.cause.empty()) {
      auto [it, is_first] = first_of.try_emplace({finding.check, finding.cause}, kept.size());
      if (!is_first) {
        Finding& first = kept[it->second];
        // The most severe one speaks for all.
        if (finding.severity < first.severity) {
          std::swap(finding.also, first.also);
          std::swap(finding, first);
        }
        Step place{.role = "also",
                   .class_name = finding.class_name,
                   .method = finding.method,
                   .file = finding.file,
                   .line = finding.line,
                   .locks = {},
                   .note = finding.kind};
        bool known = std::tie(first.class_name, first.method, first.line) ==
                     std::tie(place.class_name, place.method, place.line);
        known = known || (!first.also.empty() && compare(first.also.back(), place) == 0);  // they come in order
        if (!known) first.also.push_back(std::move(place));
        continue;
      }
    }
    kept.push_back(std::move(finding));
  }
  findings = std::move(kept);
}

}  // namespace

std::string_view to_text(Severity severity) {
  static constexpr std::string_view kTexts[] = {"high", "medium", "low"};
  return kTexts[static_cast<int>(severity)];
}

void finish_findings(std::vector<Finding>& findings) {
  // Findings of equal hash have the same class and method: after this they are in the order of their lines.
  std::sort(findings.begin(), findings.end(), comes_before);
  merge_by_cause(findings);
  absl::flat_hash_map<std::uint64_t, std::uint64_t> seen;
  absl::flat_hash_set<std::uint64_t> taken;
  for (Finding& finding : findings) {
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
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.severity < b.severity; });
}

}  // namespace snag
