// Evidence about critical sections: steps, and the names of values, fields and locks; and the findings of a check that
// looks at each method's values.
#pragma once

#include <algorithm>
#include <iterator>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "checks/analyses.h"
#include "sections/interference.h"

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
  // `put()`, `a lambda in run()`; of an accessor, what it is for.
  std::string callee_name(MethodId method) const;
  // Whether a method was made by the compiler to reach a private member, or to override one with other types. It is not
  // in the source, so steps do not show it.
  bool is_made_for_access(MethodId method) const;
  std::string lock_name(const sections::AccessPath& path) const;
  std::vector<std::string> lock_names(const std::vector<sections::AccessPath>& paths) const;
  std::string lock_key(NodeId node, const sections::AccessPath& path) const;  // for the fingerprint
  std::string field_name(FieldId field) const;                                // `Account.balance`

  // An object that has a name in this method and one in another.
  struct KnownObject {
    sections::AccessPath here, there;
    bool may_be_same = false;  // the other method may have the same `this`
  };
  // What an object of another method is called in a picture of this one. If that is known it has the same name as here;
  // else `this` and variables of the other method must not be mistaken for those of the methods in `own`, which T1
  // runs: `another Account`, or `Registry.this`.
  std::string name_from_elsewhere(NodeId there, const sections::AccessPath& path, const KnownObject& known,
                                  std::span<const NodeId> own) const;

  // Evidence::cause_in_callees of two places.
  std::string cause_in_callees(const sections::Place& first, const sections::Place& second) const;

  // The steps of the read: a call first, if a callee reads.
  std::vector<Step> read(const sections::ReadOrigin& origin, const std::vector<std::string>& locks,
                         const std::string& what) const;
  // The steps of a write, likewise.
  std::vector<Step> write(ir::ValueId at, const sections::Access& access, const std::vector<std::string>& locks,
                          const std::string& what) const;
  // Adds a thread that writes in between, if there is one to show; or the reason that nothing can. `act` may be null.
  // `at` is where the value is used, and `held` what is held from the read to there.
  void add_interference(const sections::ReadOrigin& origin, ir::ValueId at, const sections::Access* act,
                        std::vector<sections::NamedLock> held, Evidence& evidence) const;
  // `object`: what has the field that is written, as this method calls it. `holds_on`: T1 holds locks all the time.
  Step interference(const sections::Writer& writer, const sections::AccessPath& object, bool holds_on,
                    std::span<const NodeId> own, std::string what) const;

 private:
  std::vector<Step> steps_of(Role role, ir::ValueId at, const sections::Access& access,
                             const std::vector<std::string>& locks, const std::string& what) const;
  bool has_variable(const std::string& name) const;

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
      evidence.dismissals.add(reasons);
      if (is_wanted(analyses.input().profile, evidence.dismissals)) found.push_back(narrate(evidence));
    }
    std::lock_guard lock(mutex);
    std::move(found.begin(), found.end(), std::back_inserter(findings));
  });
  return findings;
}

// What the method itself shows of the harm that is done if another thread gets in between.
enum class Harm : std::uint8_t {
  kDoubtful,  // none if the threads write equal values
  kPossible,  // but a callee may test by itself, or the state may have one writer
  kLikely,    // an update of state that a lock protects is lost, or an element is missing or lost
};

// Lowers the severity by what the whole program shows of the two threads: most findings that readers dismissed had none
// (docs/evaluation.md). If a program starts threads, a finding is low unless two of them have one object. In a library
// that starts none, a finding is low if the object's class `says_little` about whether it is shared: a Vector is
// synchronized in any case.
void weigh_threads(Harm harm, bool says_little, Evidence& evidence);

}  // namespace snag
