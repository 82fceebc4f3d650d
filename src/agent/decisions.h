// From agent.conf to what the rewriter decides by.
#pragma once

#include "base/result.h"
#include "instrument/decisions.h"
#include "wire/agent_configuration.h"

namespace snag::agent {

// An error names the word of an operation that is not known.
Result<instrument::Operation> operation_of(const wire::Operation& words);
Result<instrument::Decisions> decisions_of(const wire::AgentConfiguration& configuration);

}  // namespace snag::agent
