// What the agent is told: agent.conf, written by `snag run` into the folder of its session and read once when the agent
// is loaded. A key and its words on each line (config_line.h), in UTF-8; empty lines and lines with # mean nothing. The
// first line is `snag-agent 2`. docs/agent.md lists the keys.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/process.h"
#include "base/result.h"
#include "instrument/decisions.h"
#include "instrument/sites.h"

namespace snag::agent {

inline constexpr std::uint32_t kConfigVersion = 2;  // in 1 words could not be escaped

enum class Granularity : std::uint8_t { kField, kObject };
enum class Ordering : std::uint8_t { kHybrid, kLockset };

struct Config {
  std::string trace;        // a path in which %p stands for the process, and %% for a %
  std::string verbose_log;  // the same; empty: none
  Granularity granularity = Granularity::kField;
  Ordering ordering = Ordering::kHybrid;
  std::uint64_t max_memory = 0;  // bytes; 0: no limit was given
  instrument::Decisions decisions;
  std::vector<std::pair<std::string, instrument::ClassFacts>> foreseen;  // of classes that are not loaded yet
  std::vector<std::string> not_serializable;                             // types, by their internal names
  ProcessIdentity watcher;                                               // the Snag whose session it is; 0: not known
};

// An error names the line: `agent.conf:3: ...`.
Result<Config> parse_config(std::string_view text);

// The `trace` of a text with which something may be wrong; empty if it has none.
std::string trace_in(std::string_view text);

// %p and %% replaced.
std::string path_for_process(std::string_view pattern, std::uint64_t process);
// The pattern for a path as it is.
std::string pattern_of(std::string_view path);

// The words of agent.conf, also for whoever writes it and for the trace.
std::string_view to_word(Granularity granularity);
std::string_view to_word(Ordering ordering);
std::string_view to_word(instrument::Arrays arrays);

}  // namespace snag::agent
