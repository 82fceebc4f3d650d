// A deadlock that the agent has seen, as evidence. The last step of each thread waits for a lock that the next thread
// holds.
#pragma once

#include <string>
#include <vector>

#include "findings/finding.h"
#include "program/program.h"
#include "wire/trace.h"

namespace snag {

struct DeadlockEvidence : Evidence {
  std::vector<std::string> methods = {};  // by thread: where it waits, `take(Fork)`; empty: not known
};

// `program` is null if the program was not read beforehand.
DeadlockEvidence evidence_of(const wire::Deadlock& deadlock, Program* program);

// ---- sentences ------------------------------------------------------------------------------------------------------

Finding narrate(const DeadlockEvidence& evidence);
// A line for each thread, for people who watch the program: what it waits for, where, and what it holds.
std::vector<std::string> lines_of(const DeadlockEvidence& evidence);

}  // namespace snag
