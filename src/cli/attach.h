// Talking to a JVM that runs already: HotSpot's attach mechanism, as jcmd uses it. A file .attach_pid<N> and a SIGQUIT
// ask the JVM to open a socket, .java_pid<N>; over that a command is sent, null-terminated words of protocol version 1.
//
// Limits: Linux; a JVM in the same mount namespace (not in another container), of the same user unless this is root,
// and not started with -XX:+DisableAttachMechanism.
#pragma once

#include <sys/types.h>

#include <string>

namespace snag {

struct AttachTarget {
  pid_t process = 0;
  pid_t name = 0;  // as its own namespace numbers it
  uid_t user = 0;
  gid_t group = 0;
};

// Throws InputError, saying what to do: no such process, another user's, no JVM, one in another container.
AttachTarget find_target(pid_t process);

// Loads the agent, or calls one that is loaded again, and waits for its answer. Throws InputError.
void load_agent(const AttachTarget& target, const std::string& agent, const std::string& options);

bool is_running(pid_t process);

// ---- for tests ----
// What is sent for one load.
std::string load_request(const std::string& agent, const std::string& options);
// What is wrong with an answer; empty if it says that all went well.
std::string problem_in_answer(const std::string& answer);
// A field of /proc/<pid>/status: the text behind `name:`; empty if there is none.
std::string status_field(const std::string& status, const std::string& name);

}  // namespace snag
