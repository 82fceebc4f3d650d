#include "catalog/catalog.h"

#include <absl/algorithm/container.h>
#include <fmt/format.h>

namespace snag {

namespace {

template <class Predicate>
std::vector<std::string_view> ids_where(const Predicate& holds) {
  std::vector<std::string_view> ids;
  for (const CheckDescriptor& check : all_checks()) {
    if (holds(check)) ids.push_back(check.id);
  }
  return ids;
}

}  // namespace

std::string_view to_text(Severity severity) {
  static constexpr std::string_view kTexts[] = {"high", "medium", "low"};
  return kTexts[static_cast<int>(severity)];
}

const CheckDescriptor* find_check(std::string_view id) {
  const std::span<const CheckDescriptor> checks = all_checks();
  const auto it = absl::c_find_if(checks, [&](const CheckDescriptor& check) { return check.id == id; });
  return it == checks.end() ? nullptr : &*it;
}

const KindDescriptor* find_kind(std::string_view check, std::string_view kind) {
  const CheckDescriptor* descriptor = find_check(check);
  if (descriptor == nullptr) return nullptr;
  const auto it = absl::c_find_if(descriptor->kinds, [&](const KindDescriptor& known) { return known.id == kind; });
  return it == descriptor->kinds.end() ? nullptr : &*it;
}

std::string kind_name(std::string_view check, std::string_view kind) { return fmt::format("{}/{}", check, kind); }

std::vector<std::string> check_names(bool with_kinds) {
  std::vector<std::string> names;
  for (const CheckDescriptor& check : all_checks()) {
    names.emplace_back(check.id);
    if (!with_kinds) continue;
    for (const KindDescriptor& kind : check.kinds) names.push_back(kind_name(check.id, kind.id));
  }
  return names;
}

std::vector<std::string_view> checks_that_run(RunsMember where) {
  return ids_where([&](const CheckDescriptor& check) { return check.runs.*where; });
}

std::vector<std::string_view> chosen_checks(std::span<const std::string> wanted, RunsMember where) {
  const std::vector<std::string_view> chosen = ids_where(
      [&](const CheckDescriptor& check) { return check.runs.*where && absl::c_linear_search(wanted, check.id); });
  return chosen.empty() ? checks_that_run(where) : chosen;
}

std::vector<std::string_view> checks_that_need(AnalysisId analysis) {
  return ids_where([&](const CheckDescriptor& check) { return absl::c_linear_search(check.needs, analysis); });
}

}  // namespace snag
