// Evidence about critical sections: steps, and the names of values, fields and locks.
#pragma once

#include <string>
#include <vector>

#include "findings/evidence.h"
#include "sections/analysis.h"

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
  std::string lock_name(sections::LockId lock) const;
  std::vector<std::string> lock_names(const std::vector<sections::AccessPath>& paths) const;
  // `balance()` when the access is in a callee, else empty.
  std::string through(const sections::Access& access, ir::ValueId at) const;
  std::string field_name(FieldId field) const;  // `Account.balance`

  // The step of another thread that writes in between, if such a writer is known. `act` may be null.
  std::vector<Step> interference(const sections::ReadOrigin& origin, const sections::Access* act) const;
  Step interference(const sections::Writer& writer, std::string what) const;

 private:
  sections::Analysis& analysis_;
  Calls& calls_;
  sections::MethodEffects& effects_;
  const ir::MethodIr& method_;
};

}  // namespace snag
