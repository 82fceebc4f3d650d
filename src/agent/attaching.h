// What Snag says to an agent by loading it again, and what the agent answers.
#pragma once

#include <string_view>

namespace snag::agent {

// Instead of the path of agent.conf:
inline constexpr std::string_view kStop = "stop";                     // by the Snag that watches
inline constexpr std::string_view kStopAbandoned = "stop-abandoned";  // by another, for one that is gone

// The result of Agent_OnAttach: 0 if all went well, the number of the process of the Snag that watches this JVM if
// there is one, or one of these.
inline constexpr int kFailed = -1;  // a note in the trace says why
inline constexpr int kNotWatching = -2;

}  // namespace snag::agent
