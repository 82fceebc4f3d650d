// Findings that the user has looked at and does not want to see again: by rules of the configuration file.
//
//     [[suppress]]
//     check = "stale-value/lost-update"
//     class = "bank.Legacy*"
//     reason = "written by one thread only"
//
// (Annotations in the code are in checks/; they yield the same `Suppressed`.)
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "findings/finding.h"

namespace snag {

// An empty member fits every finding; the others must all fit. Patterns may have stars.
struct SuppressionRule {
  std::string check;        // `stale-value`, or with the kind: `stale-value/lost-update`
  std::string class_name;   // a pattern; the class' nested classes are meant as well
  std::string method;       // a pattern for the name, with or without parameters
  std::string field;        // a pattern for the field that the finding is about: `bank.Account.balance`, or `balance`
  std::string fingerprint;  // of one finding
  std::string reason;       // never empty
  std::string where;        // where the rule stands: `snag.toml:12`
};

struct Suppression {
  std::string reason;  // empty if an annotation gives none
  std::string where;   // `snag.toml:12`, `@SuppressSnag at bank.Account.update(int)`
};

struct Suppressed : Suppression {
  Finding finding;
};

bool suppresses(const SuppressionRule& rule, const Evidence& finding);

// Removes the findings for which `suppression_of` returns something, and returns them, in the same order.
std::vector<Suppressed> take_suppressed(
    std::vector<Finding>& findings, const std::function<std::optional<Suppression>(const Finding&)>& suppression_of);

// Removes the findings that a rule suppresses (the first one that does is the reason), and counts for each rule how
// many these are in `uses`, which has an element for each.
std::vector<Suppressed> take_suppressed(std::vector<Finding>& findings, std::span<const SuppressionRule> rules,
                                        std::span<std::size_t> uses);

}  // namespace snag
