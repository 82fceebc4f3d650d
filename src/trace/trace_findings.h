// From what the agent has seen to findings: names as in source, the ways of both threads as steps, the locks by names
// that are the same in every run, the object's life, and a sentence about the repair.
//
// Which of two threads comes first differs from run to run. What a finding is known by (its place, its fingerprint)
// does not: its place is the access that holds no lock; of two that are alike in that the write, and of two writes the
// one whose class, method and line come first.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "findings/finding.h"
#include "wire/trace.h"

namespace snag::trace {

struct FindingOptions {
  bool lockset_only = false;                   // no order was asked for, so nothing is said of it
  std::span<const std::string_view> checks{};  // of these; empty: of all
};

// Not yet identified (findings/finding.h). What was seen at the same places in several traces is one finding.
std::vector<Finding> findings_of(std::span<const wire::Trace> traces, const FindingOptions& options);

// A deadlock in a few lines, for who watches the program: each thread with what it waits for, where, and what it holds,
// by the names that the finding has for them.
std::vector<std::string> lines_of(const wire::Deadlock& deadlock);

}  // namespace snag::trace
