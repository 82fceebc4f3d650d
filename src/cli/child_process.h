// A program that runs in front of Snag's eyes: it has the terminal, the standard streams and the signals as if it had
// been started directly. Snag only waits for it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/process.h"

namespace snag {

// How a process has ended.
struct ProcessEnd {
  bool signalled = false;
  int code = 0;            // of the signal, or the exit code
  bool timed_out = false;  // Snag has ended it

  friend bool operator==(const ProcessEnd&, const ProcessEnd&) = default;
};

// `exit code 3`, `signal 9 (Killed)`
std::string to_text(const ProcessEnd& end);

// As a shell reports it: 128 plus the number of the signal.
int shell_exit_code(const ProcessEnd& end);

// While it lives, the signals that end programs (and SIGCHLD) do not end this one: the caller waits for them.
class HeldSignals {
 public:
  HeldSignals();
  ~HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  struct Arrived {
    int signal = 0;
    bool by_process = false;  // a process has sent it to Snag; the terminal sends to the whole group
  };
  // None after `milliseconds` without one.
  std::optional<Arrived> wait(int milliseconds) const;
  // What the mask was before, for the program that is started.
  const sigset_t& previous() const { return previous_; }

 private:
  sigset_t held_{}, previous_{};
};

// Throws InputError when the program cannot be started. `held` lives from before the start.
pid_t start_process(const std::vector<std::string>& command,
                    const std::vector<std::pair<std::string, std::string>>& variables, const HeldSignals& held);

// What happens while Snag waits.
struct Waiting {
  std::optional<std::chrono::milliseconds> limit;  // then the program and what it has started are ended: SIGTERM,
  std::chrono::milliseconds grace{10'000};         // so much time to end by themselves, and then SIGKILL
  std::function<void()> at_limit = [] {};
  std::function<void()> glance = [] {};  // several times a second
};
inline constexpr int kGlance = 200;  // milliseconds

// Waits for its end; signals that were sent to Snag alone are sent on to it. After the limit, all that the program has
// started is waited for, too: their traces are to be complete.
ProcessEnd wait_for(pid_t process, const HeldSignals& held, const Waiting& waiting = {});

// ---- for tests ----
// A process and those that it has started, which come after it; empty if there is no such process. One that has
// detached itself (its parent is gone, as that of a daemon) is not among them.
std::vector<ProcessIdentity> processes_from(pid_t root);

}  // namespace snag
