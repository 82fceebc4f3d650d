// From options to the configuration of the agent (wire/agent_configuration.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/options.h"
#include "wire/agent_configuration.h"

namespace snag {

// What need not be watched.
struct Skipped {
  std::vector<std::string> classes;  // internal names: app/Account
  std::vector<std::string> fields;   // app/Account.balance
};

// A guide has `skip-class NAME` and `skip-field CLASS.NAME`, one in a line, with class names as in source; # begins a
// comment. The error names the line.
Result<Skipped> parse_guide(std::string_view text);

// As far as the options say: without trace, checks, and what is known of the program and the library.
wire::AgentConfiguration agent_configuration(const Options& options);

}  // namespace snag
