// What `snag run` tells the agent: agent.conf, a key and its words in each line. docs/agent.md has the keys.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/process.h"
#include "base/result.h"
#include "cli/options.h"
#include "instrument/foreseen.h"
#include "library/run_time_operations.h"

namespace snag {

// What need not be watched.
struct Skipped {
  std::vector<std::string> classes;  // internal names: app/Account
  std::vector<std::string> fields;   // app/Account.balance
};

// A guide: `skip-class NAME` and `skip-field CLASS.NAME`, one in a line, with class names as in source; # begins a
// comment. The error names the line.
Result<Skipped> parse_guide(std::string_view text);

struct AgentConfiguration {
  std::string trace;  // a path with %p for the process id, and %% for a %
  std::vector<std::string> checks;
  const Options& options;
  std::vector<library::RunTimeOperation> operations;
  Skipped skipped;
  std::vector<instrument::ForeseenClass> foreseen;
  std::vector<std::string> not_serializable = {};
  std::optional<ProcessIdentity> watcher = {};  // this process, which reads the trace
};

std::string agent_conf_text(const AgentConfiguration& configuration);

}  // namespace snag
