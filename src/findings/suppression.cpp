#include "findings/suppression.h"

#include <algorithm>

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

bool fits(std::string_view pattern, std::string_view name, std::string_view short_name) {
  return pattern.empty() || matches_pattern(pattern, name) || matches_pattern(pattern, short_name);
}

}  // namespace

bool suppresses(const SuppressionRule& rule, const Evidence& finding) {
  const std::string& field = finding.subject.field;
  return fits_check(rule, finding) && (rule.class_name.empty() || fits_class(rule.class_name, finding.class_name)) &&
         fits(rule.method, finding.method, name_of_method(finding.method)) &&
         fits(rule.field, field, std::string_view(field).substr(field.rfind('.') + 1)) &&
         (rule.fingerprint.empty() || rule.fingerprint == finding.fingerprint);
}

std::vector<Suppressed> take_suppressed(
    std::vector<Finding>& findings, const std::function<std::optional<Suppression>(const Finding&)>& suppression_of) {
  std::vector<Suppressed> taken;
  std::vector<Finding> kept;
  for (Finding& finding : findings) {
    if (std::optional<Suppression> by = suppression_of(finding)) {
      taken.push_back({std::move(*by), std::move(finding)});
    } else {
      kept.push_back(std::move(finding));
    }
  }
  findings = std::move(kept);
  return taken;
}

std::vector<Suppressed> take_suppressed(std::vector<Finding>& findings, std::span<const SuppressionRule> rules,
                                        std::span<std::size_t> uses) {
  return take_suppressed(findings, [&](const Finding& finding) -> std::optional<Suppression> {
    const auto rule =
        std::find_if(rules.begin(), rules.end(), [&](const SuppressionRule& r) { return suppresses(r, finding); });
    if (rule == rules.end()) return std::nullopt;
    ++uses[static_cast<std::size_t>(rule - rules.begin())];
    return Suppression{rule->reason, rule->where};
  });
}

}  // namespace snag
