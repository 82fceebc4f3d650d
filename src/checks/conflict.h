// Two accesses to one object that a run-time check has found to be in conflict, as evidence; and the sentences that the
// stories of these checks share.
//
// Which of two threads comes first differs from run to run. What a finding is identified by (its place, its
// fingerprint) does not: its place is the access that holds no lock; if that does not tell them apart, the write; and
// of two writes the one whose class, method and line come first.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "catalog/options.h"
#include "findings/finding.h"
#include "program/program.h"
#include "wire/trace.h"

namespace snag {

struct ConflictEvidence : Evidence {
  struct Access {
    bool write = false;
    bool exact = true;               // the steps of its thread are those of this very access
    std::string method = {};         // `set(int)`, `a lambda in main()`; empty: not known
    std::vector<std::string> locks;  // that are held
    std::size_t thread = 0;          // index of its thread

    std::string label() const { return thread == 0 ? "T1" : "T2"; }
  };
  enum class Target : std::uint8_t { kField, kElement, kContents };

  Access first = {}, second = {};  // in the order of time
  Target target = Target::kField;
  std::string what = {};  // `Account.balance`, `an element of int[]`, `what a HashMap holds`
  bool is_static = false;
  wire::Life life = {};
  std::uint64_t count = 1;       // how often it was seen
  CheckOptions options = {};     // that the program was watched with
  std::string interrupted = {};  // object-race: a method that accesses the field and that another thread interrupted
};

// `program` is null if the program was not read beforehand.
ConflictEvidence evidence_of(const wire::Conflict& conflict, Program* program);

// The field, or the class where it is not about a field.
std::string subject_of(const wire::Conflict& conflict);
std::vector<std::string> common_locks(const std::vector<std::string>& some, const std::vector<std::string>& others);

// ---- sentences ------------------------------------------------------------------------------------------------------

// With the notes of the steps, and with the life of the object: as a drawing, and as the second sentence of the
// outcome.
Finding begin_story(const ConflictEvidence& evidence, const std::string& outcome);
std::string method_of(const ConflictEvidence::Access& access);
std::string verb_of(const ConflictEvidence::Access& access);  // read, written
std::string times_seen(std::uint64_t count);                  // ` (seen 3 times)`; empty if once

}  // namespace snag
