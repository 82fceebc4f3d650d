#include "report/sarif_report.h"

#include <absl/algorithm/container.h>
#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <absl/strings/ascii.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <span>
#include <utility>

#include "base/json_writer.h"
#include "base/version.h"
#include "catalog/catalog.h"
#include "catalog/pages.h"
#include "report/printable.h"

namespace snag {

namespace {

constexpr std::string_view kSchema = "https://json.schemastore.org/sarif-2.1.0.json";
constexpr std::string_view kSourceRoot = "%SRCROOT%";

// The members of a result have a line each, what is in them has none: indented to the last step, 10,000 findings would
// be three times as many bytes.
constexpr std::size_t kIndentedLevels = 5;

std::string_view level_of(Severity severity) {
  static constexpr std::string_view kLevels[] = {"error", "warning", "note"};
  return kLevels[static_cast<int>(severity)];
}

std::string_view level_of(DiagnosticSeverity severity) {
  static constexpr std::string_view kLevels[] = {"note", "warning", "error"};
  return kLevels[static_cast<int>(severity)];
}

// `lost-update` as LostUpdate.
std::string pascal_case(std::string_view id) {
  std::string result;
  bool start = true;
  for (char c : id) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) {
      start = true;
    } else {
      result += start ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
      start = false;
    }
  }
  return result;
}

// With a full stop; GitHub shows a message up to its first one where space is short.
std::string ended(std::string_view text) {
  std::string result(text);
  if (!result.empty() && std::string_view(".!?").find(result.back()) == std::string_view::npos) result += '.';
  return result;
}

// With a capital, too: not for what may begin with a name.
std::string sentence(std::string_view text) {
  std::string result = ended(text);
  if (!result.empty()) result.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(result.front())));
  return result;
}

// A message is plain text, except that `[text](1)` is a link to a location in it.
std::string without_links(std::string text) {
  for (std::size_t at = text.find("]("); at != text.npos; at = text.find("](", at)) text.insert(at + 1, " ");
  return text;
}

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string result;
  for (std::string_view part : parts) {
    if (part.empty()) continue;
    if (!result.empty()) result += ' ';
    result += ended(part);
  }
  return without_links(std::move(result));
}

// The words that SARIF has for what happens at a step (3.38.8), and where it has none, Snag's own.
std::vector<std::string_view> kinds_of(Role role) {
  static const absl::flat_hash_map<Role, std::vector<std::string_view>> kKinds = {{Role::kNone, {}},
                                                                                  {Role::kAcquire, {"acquire", "lock"}},
                                                                                  {Role::kRelease, {"release", "lock"}},
                                                                                  {Role::kWait, {"release", "lock"}},
                                                                                  {Role::kCall, {"call", "function"}},
                                                                                  {Role::kCheck, {"branch", "value"}},
                                                                                  {Role::kRead, {"read", "memory"}},
                                                                                  {Role::kWrite, {"write", "memory"}},
                                                                                  {Role::kUse, {"use", "value"}}};
  const auto known = kKinds.find(role);
  return known == kKinds.end() ? std::vector{to_text(role)} : known->second;
}

// Characters as JavaScript counts them, which is what columnKind promises. A byte that is not UTF-8 is one, as it is
// written.
std::size_t utf16_length(std::string_view bytes) {
  const std::string text = printable(bytes);
  const auto is_pair = [](char c) { return static_cast<unsigned char>(c) >= 0xf0; };
  return columns(text) + static_cast<std::size_t>(absl::c_count_if(text, is_pair));
}

struct Rule {
  std::string id;  // stale-value/lost-update
  std::string name;
  std::string short_description, full_description;
  std::string_view help;
  Severity severity = Severity::kMedium;
  std::string_view check;
};

// Every kind of the catalog, so that the index of a rule does not depend on the findings. Kinds that only findings name
// come after them.
std::vector<Rule> rules_of(std::span<const Finding> findings) {
  std::vector<Rule> rules;
  absl::flat_hash_set<std::string> known;
  for (const CheckDescriptor& check : all_checks()) {
    for (const KindDescriptor& kind : check.kinds) {
      Rule& rule = rules.emplace_back();
      rule.id = kind_name(check.id, kind.id);
      rule.name = pascal_case(rule.id);
      rule.short_description = sentence(kind.title);
      rule.full_description = fmt::format("{} {}", sentence(kind.title), sentence(check.title));
      rule.help = page_of(rule.id);
      rule.severity = kind.severity;
      rule.check = check.id;
      known.insert(rule.id);
    }
  }
  for (const Finding& finding : findings) {
    std::string id = kind_name(finding.check, finding.kind);
    if (!known.insert(id).second) continue;
    const std::string name = pascal_case(id);
    rules.push_back({id, name.empty() ? "Unnamed" : name, id, id, {}, finding.severity, finding.check});
  }
  return rules;
}

class Writer {
 public:
  Writer(const ReportInput& input, const SarifLimits& limits)
      : input_(input), limits_(limits), rules_(rules_of(input.findings)), json_(kIndentedLevels) {
    for (std::size_t i = 0; i < rules_.size(); ++i) rule_indexes_[rules_[i].id] = i;
  }

  std::string write() {
    json_.begin_object();
    json_.member("$schema", kSchema);
    json_.member("version", "2.1.0");
    json_.begin_array("runs");
    json_.begin_object();
    write_tool();
    json_.begin_object("originalUriBaseIds");
    json_.begin_object(kSourceRoot);
    json_.member("uri", root_uri());
    write_text("description", "The folder that the files of the results are seen from.");
    json_.end_object();
    json_.end_object();
    json_.member("columnKind", "utf16CodeUnits");
    json_.begin_array("results");
    std::size_t written = 0;
    for (const Finding& finding : input_.findings) {
      if (written == limits_.results || json_.size() > limits_.bytes) break;
      write(finding);
      ++written;
    }
    json_.end_array();
    write_invocation(input_.findings.size() - written);
    json_.end_object();
    json_.end_array();
    json_.end_object();
    return json_.take() + "\n";
  }

 private:
  std::string root_uri() const {
    std::string path = "file://" + uri_path(input_.sources.root().native());
    if (!path.ends_with('/')) path += '/';
    return path;
  }

  void write_text(std::string_view name, std::string_view text) {
    json_.begin_object(name);
    json_.member("text", text);
    json_.end_object();
  }

  void write_tool() {
    json_.begin_object("tool");
    json_.begin_object("driver");
    json_.member("name", "Snag");
    json_.member("version", kVersion);
    json_.member("semanticVersion", kVersion);
    json_.objects("rules", rules_, [this](const Rule& rule) { write(rule); });
    json_.end_object();
    json_.end_object();
  }

  void write(const Rule& rule) {
    static constexpr std::string_view kProblems[] = {"error", "warning", "recommendation"};
    json_.member("id", rule.id);
    json_.member("name", rule.name);
    write_text("shortDescription", rule.short_description);
    write_text("fullDescription", rule.full_description);
    json_.begin_object("help");
    json_.member("text", rule.help.empty() ? std::string_view(rule.id) : rule.help);
    if (!rule.help.empty()) json_.member("markdown", rule.help);
    json_.end_object();
    json_.begin_object("defaultConfiguration");
    json_.member("level", level_of(rule.severity));
    json_.end_object();
    json_.begin_object("properties");
    json_.array("tags", {"concurrency", "correctness", std::string(rule.check)});
    json_.member("precision", rule.severity == Severity::kLow ? "low" : "medium");  // docs/evaluation.md
    json_.member("problem.severity", kProblems[static_cast<int>(rule.severity)]);
    json_.end_object();
  }

  void write(const Finding& finding) {
    const std::string rule = kind_name(finding.check, finding.kind);
    json_.begin_object();
    json_.member("ruleId", rule);
    json_.member("ruleIndex", std::uint64_t{rule_indexes_.at(rule)});
    json_.member("level", level_of(finding.severity));
    json_.member("rank", std::min<std::uint32_t>(finding.score, 100));
    write_text("message", message_of(finding));
    json_.begin_array("locations");
    json_.begin_object();
    write_physical_location(finding, finding.highlight, /*with_source=*/true);
    write_logical_location(finding);
    json_.end_object();
    json_.end_array();
    write_related_locations(finding);
    write_code_flow(finding);
    json_.begin_object("partialFingerprints");
    json_.member("snag/v1", finding.fingerprint);
    json_.end_object();
    json_.end_object();
  }

  static std::string message_of(const Finding& finding) {
    std::string text = joined({finding.message, finding.outcome, finding.repair});
    return text.empty() ? kind_name(finding.check, finding.kind) : text;
  }

  // GitHub refuses the whole file when a result has none, so a class that names no file gets the one it should have.
  template <class Place>
  void write_physical_location(const Place& place, std::string_view word, bool with_source) {
    const Artifact& artifact = artifact_of(place.class_name, place.file);
    json_.begin_object("physicalLocation");
    json_.begin_object("artifactLocation");
    json_.member("uri", artifact.uri);
    if (!artifact.absolute) json_.member("uriBaseId", kSourceRoot);
    json_.end_object();
    if (place.line > 0) {
      json_.begin_object("region");
      json_.member("startLine", place.line);
      if (with_source) write_source(place.class_name, place.file, place.line, word);
      json_.end_object();
    }
    json_.end_object();
  }

  // How a file is named; neighbours are mostly in one.
  struct Artifact {
    std::string class_name, file;
    std::string uri;
    bool absolute = false;
  };

  const Artifact& artifact_of(const std::string& class_name, const std::string& file) {
    if (!last_.uri.empty() && last_.class_name == class_name && last_.file == file) return last_;
    const std::string path = input_.sources.path(class_name, file);
    const bool absolute = path.starts_with('/');
    last_ = {class_name, file, path.empty() ? "unknown" : (absolute ? "file://" : "") + uri_path(path), absolute};
    return last_;
  }

  // The word in the line, and the line.
  void write_source(std::string_view class_name, std::string_view file, std::uint32_t line, std::string_view word) {
    constexpr std::size_t kLongest = 1000;  // bytes of a line; more of a minified source is of no use
    const auto text = input_.sources.find(class_name, file, line);
    if (!text || text->size() > kLongest) return;
    if (const std::size_t at = find_word(*text, word); at != text->npos) {
      const std::size_t column = 1 + utf16_length(text->substr(0, at));
      json_.member("startColumn", std::uint64_t{column});
      json_.member("endColumn", std::uint64_t{column + utf16_length(word)});
    }
    write_text("snippet", *text);
  }

  template <class Place>
  void write_logical_location(const Place& place) {
    const std::string name = place.method.empty() ? place.class_name : place.class_name + "." + place.method;
    if (name.empty()) return;
    json_.begin_array("logicalLocations");
    json_.begin_object();
    json_.member("fullyQualifiedName", name);
    json_.member("kind", place.method.empty() ? "type" : "member");
    json_.end_object();
    json_.end_array();
  }

  // The places of the same cause, then the steps that say something; each place once, and never the result's own.
  void write_related_locations(const Finding& finding) {
    std::vector<std::pair<const Step*, std::string>> related;
    absl::flat_hash_set<std::pair<std::string_view, std::uint32_t>> seen = {{finding.class_name, finding.line}};
    const auto add = [&](const Step& step, std::string text) {
      if (!seen.insert({step.class_name, step.line}).second) return;
      if (related.size() == limits_.related_locations) {
        ++locations_left_out_;
      } else {
        related.emplace_back(&step, std::move(text));
      }
    };
    for (const OtherPlace& place : finding.also) {
      add(place, place.kind.empty() ? "also here" : "also here: " + place.kind);
    }
    for (const ThreadOfSteps& thread : finding.threads) {
      for (const Step& step : thread.steps) {
        if (!step.note.empty()) add(step, fmt::format("{}: {}", thread.name, step.note));
      }
    }
    if (related.empty()) return;
    json_.objects("relatedLocations", related, [this, id = std::uint64_t{0}](const auto& of) mutable {
      json_.member("id", ++id);
      write_physical_location(*of.first, {}, /*with_source=*/false);
      write_text("message", without_links(of.second));
    });
  }

  void write_code_flow(const Finding& finding) {
    std::size_t left = limits_.thread_flow_locations;
    bool begun = false;
    for (const ThreadOfSteps& thread : finding.threads) {
      const std::size_t shown = std::min(left, thread.steps.size());
      locations_left_out_ += thread.steps.size() - shown;
      left -= shown;
      if (shown == 0) continue;  // a thread flow has at least one location
      if (!std::exchange(begun, true)) {
        json_.begin_array("codeFlows");
        json_.begin_object();
        json_.begin_array("threadFlows");
      }
      json_.begin_object();
      json_.member("id", thread.name);
      json_.objects("locations", std::span(thread.steps).first(shown), [this](const Step& step) { write(step); });
      json_.end_object();
    }
    if (!begun) return;
    json_.end_array();
    json_.end_object();
    json_.end_array();
  }

  void write(const Step& step) {
    json_.begin_object("location");
    write_physical_location(step, {}, /*with_source=*/false);
    write_logical_location(step);
    const std::string text(step.note.empty() ? to_text(step.role) : step.note);
    write_text("message", text.empty() ? "a step" : without_links(text));
    json_.end_object();
    json_.begin_array("kinds");
    for (std::string_view kind : kinds_of(step.role)) json_.value(kind);
    json_.end_array();
    if (!step.locks.empty()) {
      json_.begin_object("state");
      write_text("locks held", fmt::format("{}", fmt::join(step.locks, ", ")));
      json_.end_object();
    }
    // Viewers indent by it: what is done under locks stands below where they are taken.
    json_.member("nestingLevel", std::uint64_t{step.locks.size()});
    if (step.time > 0) json_.member("executionOrder", step.time);
  }

  void write_invocation(std::size_t results_left_out) {
    json_.begin_array("invocations");
    json_.begin_object();
    json_.member("executionSuccessful", true);
    json_.begin_array("toolExecutionNotifications");
    if (results_left_out > 0) {
      write_notification("warning", fmt::format("{} of {} findings are left out, the least severe: code scanning takes "
                                                "no more than {} results and 10 MB of a file. --format json has all.",
                                                results_left_out, input_.findings.size(), limits_.results));
    }
    if (locations_left_out_ > 0) {
      write_notification(
          "warning",
          fmt::format("{} steps and places of findings are left out: code scanning takes no more than {} steps "
                      "and {} related places of a result. --format json has all.",
                      locations_left_out_, limits_.thread_flow_locations, limits_.related_locations));
    }
    for (const Diagnostic& diagnostic : input_.diagnostics.sorted()) {
      const std::string offset = diagnostic.offset ? fmt::format(":{}", *diagnostic.offset) : "";
      const std::string where = diagnostic.file.empty() ? "" : fmt::format("{}{}: ", diagnostic.file, offset);
      write_notification(level_of(diagnostic.severity), where + diagnostic.message);
    }
    json_.end_array();
    json_.end_object();
    json_.end_array();
  }

  void write_notification(std::string_view level, const std::string& text) {
    json_.begin_object();
    json_.member("level", level);
    write_text("message", without_links(text));
    json_.end_object();
  }

  const ReportInput& input_;
  const SarifLimits& limits_;
  std::vector<Rule> rules_;
  absl::flat_hash_map<std::string, std::size_t> rule_indexes_;
  std::size_t locations_left_out_ = 0;
  Artifact last_;
  JsonWriter json_;
};

}  // namespace

std::string sarif_report(const ReportInput& input, const SarifLimits& limits) { return Writer(input, limits).write(); }

std::string uri_path(std::string_view path) {
  std::string result;
  for (char c : path) {
    if (absl::ascii_isalnum(static_cast<unsigned char>(c)) || std::string_view("-._~/$").find(c) != path.npos) {
      result += c;
    } else {
      fmt::format_to(std::back_inserter(result), "%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return result;
}

}  // namespace snag
