// Talking to a JVM that runs already: HotSpot's attach mechanism, as jcmd uses it. A file .attach_pid<N> and a SIGQUIT
// ask the JVM to open a socket, .java_pid<N>; over that a command is sent, null-terminated words of protocol version 1.
//
// Limits: Linux; a JVM in the same mount namespace (not in another container), of the same user unless this is root,
// and not started with -XX:+DisableAttachMechanism.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>

#include "cli/exit_codes.h"

namespace snag {

struct AttachTarget {
  pid_t process = 0;
  pid_t name = 0;  // as its own namespace numbers it
  uid_t user = 0;
  gid_t group = 0;
};

// Throws InputError, saying what to do: no such process, another user's, no JVM, one in another container.
AttachTarget find_target(pid_t process);

// The file of the agent that is in the process already, loaded by this Snag or by another one; empty if there is none.
std::string loaded_agent(const AttachTarget& target);

// Loads the agent, or calls one that is loaded again, and waits for its answer. Throws InputError, and AgentFailed if
// the agent has refused for a reason that it has written into its trace.
void load_agent(const AttachTarget& target, const std::string& agent, const std::string& options);

class AgentFailed : public InputError {
 public:
  using InputError::InputError;
};

// ---- for tests ----
// What is sent for one load.
std::string load_request(const std::string& agent, const std::string& options);
// The code that the agent returned; if there is none, what the JVM said instead.
struct AgentAnswer {
  std::optional<int> code;
  std::string problem;
};
AgentAnswer parse_answer(const std::string& answer);
// Why the file is not a socket that a JVM of this user has made; empty if it is. Any user may write to /tmp.
std::string why_not_trusted(const std::filesystem::path& socket, uid_t user);
// In the text of /proc/<pid>/maps.
std::string agent_in_maps(const std::string& maps);
// A field of /proc/<pid>/status: the text behind `name:`; empty if there is none.
std::string status_field(const std::string& status, const std::string& name);

}  // namespace snag
