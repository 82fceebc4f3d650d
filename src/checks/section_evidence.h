// The words of findings about critical sections: steps, names of values, fields and locks.
#pragma once

#include <string>
#include <vector>

#include "findings/finding.h"
#include "sections/analysis.h"

namespace snag {

// A lock within a sentence: `this`. (Without the quotes: "hold this from the read to the write".)
std::string quoted(const std::string& lock);

class SectionWords {
 public:
  SectionWords(sections::Analysis& analysis, sections::MethodEffects& effects)
      : analysis_(analysis), calls_(analysis.calls()), effects_(effects), method_(effects.method()) {}

  // A finding at an instruction of the method: class, method, file and line.
  Finding at(ir::ValueId instruction) const;
  Step step(std::string role, ir::ValueId instruction, std::vector<std::string> locks, std::string note) const;
  Step step(std::string role, sections::Place place, std::vector<std::string> locks, std::string note) const;

  // `Account.balance`, `bank.Account.balance`, `this.balance`.
  std::string short_name(const sections::Access& access) const;
  std::string full_name(const sections::Access& access) const;
  // The local variable that holds a value, or what it is: `balance()`.
  std::string value_name(ir::ValueId value) const;
  std::string call_name(ir::ValueId call) const;  // `put()`; empty for what is no call
  std::string lock_name(sections::LockId lock) const;
  std::vector<std::string> lock_names(const std::vector<sections::AccessPath>& paths) const;
  // The locks that protect a read, those that have a name.
  std::vector<std::string> protecting(const sections::ReadOrigin& origin) const;
  // `balance()` when the access is in a callee, else empty.
  std::string through(const sections::Access& access, ir::ValueId at) const;

  // The steps that another thread takes in between, if somebody is known to change it. `act` may be null.
  std::vector<Step> interference(const sections::ReadOrigin& origin, const sections::Access* act) const;
  Step interference(const sections::Writer& writer, const std::string& what) const;
  std::string field_name(FieldId field) const;  // `Account.balance`

 private:
  Step place_of(MethodId method, std::uint32_t line) const;

  sections::Analysis& analysis_;
  Calls& calls_;
  sections::MethodEffects& effects_;
  const ir::MethodIr& method_;
};

}  // namespace snag
