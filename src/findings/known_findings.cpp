#include "findings/known_findings.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/json_writer.h"
#include "base/version.h"

namespace snag {

namespace {

// Not the ordered one, which takes quadratic time for an object of many keys.
using Json = nlohmann::json;

// Of equal fingerprints each is one finding: two reports that were put together by hand, say.
using Counts = absl::flat_hash_map<std::string, std::size_t>;

Counts count(std::span<const KnownFinding> known) {
  Counts counts;
  for (const KnownFinding& finding : known) ++counts[finding.fingerprint];
  return counts;
}

bool take_one(Counts& counts, const std::string& fingerprint) {
  auto it = counts.find(fingerprint);
  if (it == counts.end() || it->second == 0) return false;
  --it->second;
  return true;
}

std::string text_at(const Json& object, const char* key) {
  auto it = object.find(key);
  return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

Result<KnownFinding> parse_finding(const Json& json, std::size_t number) {
  if (!json.is_object()) return failure(fmt::format("finding {} is not an object; write the file again", number));
  KnownFinding finding{.fingerprint = text_at(json, "fingerprint"),
                       .check = text_at(json, "check"),
                       .kind = text_at(json, "kind"),
                       .severity = text_at(json, "severity"),
                       .class_name = text_at(json, "class"),
                       .method = text_at(json, "method"),
                       .file = text_at(json, "file"),
                       .message = text_at(json, "message")};
  if (finding.fingerprint.empty()) {
    return failure(fmt::format("finding {} has no fingerprint; write the file anew", number));
  }
  auto line = json.find("line");
  if (line != json.end() && line->is_number_unsigned()) finding.line = line->get<std::uint32_t>();
  return finding;
}

// In a report several places of one cause are one finding; here each place is a finding of its own.
Result<void> add_other_places(const Json& finding, std::vector<KnownFinding>& findings) {
  const auto also = finding.find("also");
  if (also == finding.end() || !also->is_array()) return {};
  const KnownFinding first = findings.back();
  for (const Json& place : *also) {
    Result<KnownFinding> other = parse_finding(place, findings.size() + 1);
    if (!other) return tl::unexpected(other.error());
    other->check = first.check;
    other->severity = first.severity;
    other->message = first.message;
    findings.push_back(std::move(*other));
  }
  return {};
}

}  // namespace

std::string baseline_text(std::span<const Finding> findings) {
  std::string text =
      fmt::format("{{\"tool\":\"snag\",\"version\":\"{}\",\"baseline\":{},\"findings\":[", kVersion, kBaselineForm);
  std::string_view separator = "\n";
  for (const Finding& finding : findings) {
    const nlohmann::ordered_json line = {{"fingerprint", finding.fingerprint},
                                         {"check", finding.check},
                                         {"kind", finding.kind},
                                         {"severity", to_text(finding.severity)},
                                         {"class", finding.class_name},
                                         {"method", finding.method},
                                         {"file", finding.file},
                                         {"line", finding.line},
                                         {"message", finding.message}};
    text += separator;
    text += harmless_json(line.dump(-1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace));
    separator = ",\n";
  }
  return text + "\n]}\n";
}

Result<std::vector<KnownFinding>> parse_known_findings(std::string_view json) {
  const Json root = Json::parse(json, /*cb=*/nullptr, /*allow_exceptions=*/false);
  if (root.is_discarded()) return failure("is not JSON; it should be written by --write-baseline or --format json");
  if (!root.is_object() || text_at(root, "tool") != "snag" || !root.contains("findings") ||
      !root["findings"].is_array()) {
    return failure("is not a report of Snag; it should be written by --write-baseline or --format json");
  }
  if (auto form = root.find("baseline"); form != root.end() && *form != kBaselineForm) {
    return failure(
        fmt::format("was written by snag {}, whose baselines this one ({}) cannot read; write it anew with "
                    "--write-baseline",
                    text_at(root, "version"), kVersion));
  }
  std::vector<KnownFinding> findings;
  for (const Json& element : root["findings"]) {
    Result<KnownFinding> finding = parse_finding(element, findings.size() + 1);
    if (!finding) return tl::unexpected(finding.error());
    findings.push_back(std::move(*finding));
    if (Result<void> read = add_other_places(element, findings); !read) return tl::unexpected(read.error());
  }
  return findings;
}

std::vector<KnownFinding> take_known(std::vector<Finding>& findings, std::span<const KnownFinding> known) {
  Counts counts = count(known);
  std::erase_if(findings, [&](const Finding& finding) { return take_one(counts, finding.fingerprint); });
  std::vector<KnownFinding> gone;
  for (const KnownFinding& finding : known) {
    if (take_one(counts, finding.fingerprint)) gone.push_back(finding);
  }
  return gone;
}

FindingsChange compare(std::span<const KnownFinding> before, std::span<const KnownFinding> after) {
  FindingsChange change;
  Counts old_ones = count(before), new_ones = count(after);
  for (const KnownFinding& finding : after) {
    if (take_one(old_ones, finding.fingerprint)) {
      ++change.same;
    } else {
      change.added.push_back(finding);
    }
  }
  for (const KnownFinding& finding : before) {
    if (!take_one(new_ones, finding.fingerprint)) change.gone.push_back(finding);
  }
  return change;
}

}  // namespace snag
