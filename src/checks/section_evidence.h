// Evidence about critical sections: steps, and the names of values, fields and locks; and the findings of a check that
// looks at each method's values.
#pragma once

#include <algorithm>
#include <iterator>
#include <mutex>
#include <string>
#include <vector>

#include "checks/analyses.h"

namespace snag {

// `balance` for balance(), and every other name as it is.
std::string without_parentheses(std::string name);

// For one method, whose effects must outlive this.
class SectionEvidence {
 public:
  SectionEvidence(sections::Analysis& analysis, sections::MethodEffects& effects)
      : analysis_(analysis), calls_(analysis.calls()), effects_(effects), method_(effects.method()) {}

  // Evidence that so far has only its place, an instruction of the method.
  Evidence at(ir::ValueId instruction) const;
  sections::Place place(NodeId node, ir::ValueId instruction) const;
  Step step(Role role, ir::ValueId instruction, std::vector<std::string> locks, std::string what) const;
  Step step(Role role, sections::Place place, std::vector<std::string> locks, std::string what) const;
  Subject subject(const sections::ReadOrigin& origin) const;  // what is read, and the locks that protect the read

  // `Account.balance`, `this.balance`.
  std::string short_name(const sections::Access& access) const;
  // The local variable that holds a value, or what it is: `balance()`.
  std::string value_name(ir::ValueId value) const;
  std::string call_name(ir::ValueId call) const;  // `put()`; empty for an instruction that is not a call
  std::vector<std::string> lock_names(const std::vector<sections::AccessPath>& paths) const;
  std::string field_name(FieldId field) const;  // `Account.balance`

  // The steps of the read: a call first, if a callee reads.
  std::vector<Step> read(const sections::ReadOrigin& origin, const std::vector<std::string>& locks,
                         const std::string& what) const;
  // Adds a thread that writes in between, if such a writer is known. `act` may be null.
  void add_interference(const sections::ReadOrigin& origin, const sections::Access* act, Evidence& evidence) const;
  Step interference(const sections::Writer& writer, std::string what) const;

 private:
  sections::Analysis& analysis_;
  Calls& calls_;
  sections::MethodEffects& effects_;
  const ir::MethodIr& method_;
};

// The findings among the uses that `uses_of` returns for each method. Dismissed(analysis, staleness).of(use) returns
// why a reviewer need not read a use, and `evidence_of(analysis, staleness, use)` the evidence of one that is wanted.
template <class Dismissed, class Use, class EvidenceOf>
std::vector<Finding> findings_of_uses(const Analyses& analyses, sections::Analysis::WrongUse wanted,
                                      std::vector<Use> (*uses_of)(const sections::Staleness&), EvidenceOf evidence_of) {
  sections::Analysis& analysis = analyses.sections();
  std::mutex mutex;
  std::vector<Finding> findings;
  analysis.for_each_method(wanted, [&](NodeId, sections::Staleness& staleness) {
    const std::vector<Use> uses = uses_of(staleness);
    if (uses.empty()) return;
    const Dismissed dismissed(analysis, staleness);
    std::vector<Finding> found;
    for (const Use& use : uses) {
      const Dismissals reasons = dismissed.of(use);
      if (!is_wanted(analyses.input().profile, reasons)) continue;
      auto evidence = evidence_of(analysis, staleness, use);
      evidence.dismissals = reasons;
      found.push_back(narrate(evidence));
    }
    std::lock_guard lock(mutex);
    std::move(found.begin(), found.end(), std::back_inserter(findings));
  });
  return findings;
}

}  // namespace snag
