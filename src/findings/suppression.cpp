#include "findings/suppression.h"

#include <fmt/format.h>

#include "base/pattern.h"
#include "catalog/catalog.h"

namespace snag {

namespace {

bool fits_check(const SuppressionRule& rule, const Evidence& finding) {
  return rule.check.empty() || rule.check == finding.check || rule.check == kind_name(finding.check, finding.kind);
}

// bank.Account means bank.Account$1, too.
bool fits_class(std::string_view pattern, std::string_view class_name) {
  if (matches_pattern(pattern, class_name)) return true;
  for (std::size_t at = class_name.find('$'); at != class_name.npos; at = class_name.find('$', at + 1)) {
    if (matches_pattern(pattern, class_name.substr(0, at))) return true;
  }
  return false;
}

// The code of a lambda is a method of its own, `lambda$transfer$0(…)`, but stands in the one that it is named after.
std::string_view name_of_method(std::string_view method) {
  std::string_view name = method.substr(0, method.find('('));
  constexpr std::string_view kLambda = "lambda$";
  if (!name.starts_with(kLambda)) return name;
  name.remove_prefix(kLambda.size());
  return name.substr(0, name.rfind('$'));
}

bool fits_method(std::string_view pattern, std::string_view method) {
  return matches_pattern(pattern, method) || matches_pattern(pattern, name_of_method(method));
}

bool fits_field(std::string_view pattern, std::string_view field) {
  return matches_pattern(pattern, field) || matches_pattern(pattern, field.substr(field.rfind('.') + 1));
}

}  // namespace

bool suppresses(const SuppressionRule& rule, const Evidence& finding) {
  return fits_check(rule, finding) && (rule.class_name.empty() || fits_class(rule.class_name, finding.class_name)) &&
         (rule.method.empty() || fits_method(rule.method, finding.method)) &&
         (rule.field.empty() || fits_field(rule.field, finding.subject.field)) &&
         (rule.fingerprint.empty() || rule.fingerprint == finding.fingerprint);
}

std::vector<Suppressed> take_suppressed(std::vector<Finding>& findings, std::span<const SuppressionRule> rules,
                                        std::span<std::size_t> uses) {
  std::vector<Suppressed> taken;
  std::vector<Finding> kept;
  kept.reserve(findings.size());
  for (Finding& finding : findings) {
    std::size_t rule = 0;
    while (rule < rules.size() && !suppresses(rules[rule], finding)) ++rule;
    if (rule == rules.size()) {
      kept.push_back(std::move(finding));
      continue;
    }
    ++uses[rule];
    taken.push_back({std::move(finding), rules[rule].reason, rules[rule].where});
  }
  findings = std::move(kept);
  return taken;
}

}  // namespace snag
