// What is known about a defect: which check found it, where, and the steps of the threads that meet in it.
//
// An analysis returns evidence, and a narrator writes the sentences (narrator.h, and story.cpp of each check). Whatever
// decides about a finding takes evidence: the review policy, suppression, the fingerprint, ranking, and merging. So no
// decision depends on a sentence.
//
// Names are those of the source (`bank.Account`, `deposit(int)`), because fingerprints, rules and the order of a report
// must be the same in every run. Beside them are ids and bytecode positions, of a program that ran those of the code
// that could be read beforehand. They are positions in the class file, not in what the agent made of it.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "catalog/severity.h"
#include "findings/benign.h"
#include "findings/review.h"
#include "program/ids.h"
#include "sections/threads_seen.h"

namespace snag {

// What a thread does in a step. The values are in the order of their texts, by which findings are sorted.
enum class Role : std::uint8_t {
  kNone,  // another place of the same cause
  kAcquire,
  kCall,
  kCheck,
  kJoin,
  kRead,
  kRelease,
  kStart,
  kUse,
  kWait,
  kWrite,
};
std::string_view to_text(Role role);  // `acquire`; empty for kNone

// Where in the analysed program.
struct CodePosition {
  ClassId type;                     // invalid: not known, and then neither is the rest
  MethodId method;                  // invalid: not known, and then neither is the position
  std::optional<std::uint32_t> pc;  // of the instruction in the method's bytecode
};

// One thing that a thread does.
struct Step {
  Role role = Role::kNone;
  std::string class_name;
  std::string method;              // name(int,java.lang.String)
  std::string file;                // Account.java; empty where the class file does not say
  std::uint32_t line = 0;          // 0: not known
  std::vector<std::string> locks;  // held at this step, outermost first, as in source
  std::string note;                // `Account.balance is read into old`; by the narrator
  std::uint32_t time = 0;          // when, among the steps of all threads: 1, 2, …
  std::uint32_t hidden_calls = 0;  // of a call: so many further calls follow that are not listed
  std::string what = {};           // the field, value, lock or callee: `Account.balance`, `old`, `this`, `read()`
  CodePosition position = {};
  bool by_accessor = false;  // in truth a call of a method that the compiler made: as such it is in the fingerprint

  // The order of findings: neither by the note nor by ids, which depend on the order in which classes are loaded.
  auto key() const {
    return std::tie(role, class_name, method, file, line, position.pc, locks, what, hidden_calls, time);
  }
  friend bool operator==(const Step& a, const Step& b) { return a.key() == b.key(); }
  friend auto operator<=>(const Step& a, const Step& b) { return a.key() <=> b.key(); }
};

struct ThreadOfSteps {
  std::string name;  // T1, T2
  std::vector<Step> steps;

  friend auto operator<=>(const ThreadOfSteps&, const ThreadOfSteps&) = default;
};

// Another place of the same cause, without a role.
struct OtherPlace : Step {
  std::string kind = {}, fingerprint = {};
};

struct Subject {
  std::string field;               // bank.Account.balance; empty if it is not about a field
  std::vector<std::string> locks;  // as written in the method of the finding
  FieldId id = {};                 // invalid: not known
  // The same locks by the names of the class file, which no better wording changes: for the fingerprint. Empty:
  // `locks`.
  std::vector<std::string> lock_keys = {};

  const std::vector<std::string>& keys() const { return lock_keys.empty() ? locks : lock_keys; }
};

struct Evidence {
  std::string check;  // stale-value
  std::string kind;   // lost-update
  // Where the kind depends on which thread comes first: the kind that enters the fingerprint for both orders. Else
  // empty.
  std::string kind_of_all_orders;
  Severity severity = Severity::kMedium;
  std::string fingerprint;  // by identify_findings
  std::string class_name;
  std::string method;
  std::string file;
  std::uint32_t line = 0;  // the line to look at first
  CodePosition position;
  std::string highlight;   // the word on that line that the caret points at: a variable, field or method; may be empty
  std::uint32_t rank = 0;  // within one place: the higher, the more relevant (stale-value: the age)
  Subject subject;
  std::vector<ThreadOfSteps> threads;
  Dismissals dismissals;
  Benign benign = Benign::kNo;  // else the severity is low
  sections::ThreadsSeen threads_seen = sections::ThreadsSeen::kNotAsked;
  // Findings of one check whose causes are equal (and not empty) are one: of those that a reviewer should read the most
  // severe, of these the first, stands for all, and `also` has the places of the others.
  std::string cause;
  // If all that matters happens in callees: where in the callees. Nine overloads or classes that call the same two
  // methods are one finding, too.
  std::string cause_in_callees;
  std::vector<OtherPlace> also;
  // The fields that the method of the finding does not treat atomically. Several checks look at this, each from its own
  // side: of findings of different checks that share such a field in one method, or that have some and are about one
  // instruction, only one is kept. It is one that a reviewer should read, of these the most severe, and of these the
  // one with the highest clarity: that which says most about what goes wrong.
  std::vector<std::string> not_atomic = {};
  std::uint8_t clarity = 0;
};

// Sets the times of the steps: the first thread runs up to its step `pause`, then the other threads run, then it goes
// on.
void interleave(Evidence& evidence, std::size_t pause);

}  // namespace snag
