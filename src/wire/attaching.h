// What Snag tells an agent by loading it into the JVM again, and what the agent returns.
#pragma once

#include <string_view>

namespace snag::wire {

// Passed instead of the path of agent.conf:
inline constexpr std::string_view kStop = "stop";                     // by the Snag that is watching
inline constexpr std::string_view kStopAbandoned = "stop-abandoned";  // by another one, if the watching one is gone

// Agent_OnAttach returns 0 on success, the process id of the Snag that watches this JVM if there is one, or:
inline constexpr int kFailed = -1;  // a note in the trace gives the reason
inline constexpr int kNotWatching = -2;

}  // namespace snag::wire
