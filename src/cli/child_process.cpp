#include "cli/child_process.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "cli/exit_codes.h"

namespace snag {

namespace {

constexpr int kForwarded[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  result.reserve(words.size() + 1);
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& variables) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const bool replaced = std::any_of(variables.begin(), variables.end(), [&](const auto& variable) {
      return text.starts_with(variable.first) && text.substr(variable.first.size()).starts_with('=');
    });
    if (!replaced) result.emplace_back(text);
  }
  for (const auto& [name, value] : variables) result.push_back(fmt::format("{}={}", name, value));
  return result;
}

// How --timeout ends a program: the processes that it has started by then get SIGTERM, and those that are left
// after the grace period SIGKILL.
class Ending {
 public:
  Ending(pid_t process, const Waiting& waiting) : process_(process), waiting_(waiting), next_(Clock::now()) {
    if (waiting.limit) next_ += *waiting.limit;
  }

  bool has_begun() const { return stage_ != Stage::kNotYet; }

  // Once it has begun: nothing is left of the program. What not even SIGKILL ends is given up.
  bool is_over() const {
    if (!has_begun() || (stage_ == Stage::kKilled && Clock::now() > next_)) return true;
    return std::none_of(processes_.begin(), processes_.end(),
                        [](const ProcessIdentity& process) { return is_running(process); });
  }

  void proceed() {
    if (!waiting_.limit || Clock::now() < next_) return;
    if (stage_ == Stage::kNotYet) {
      waiting_.at_limit();
      processes_ = processes_from(process_);
      send(SIGTERM);
      stage_ = Stage::kAsked;
      next_ = Clock::now() + waiting_.grace;
    } else if (stage_ == Stage::kAsked) {
      add_later_ones();
      send(SIGKILL);
      stage_ = Stage::kKilled;
      next_ = Clock::now() + kAfterKill;
    }
  }

 private:
  using Clock = std::chrono::steady_clock;
  enum class Stage { kNotYet, kAsked, kKilled };
  static constexpr std::chrono::milliseconds kAfterKill{2'000};

  void send(int signal) const {
    for (const ProcessIdentity& known : processes_) {
      if (is_running(known)) ::kill(known.number, signal);
    }
  }

  // Processes that were started by those that have got SIGTERM.
  void add_later_ones() {
    const std::vector<ProcessIdentity> earlier = processes_;
    for (const ProcessIdentity& known : earlier) {
      if (!is_running(known)) continue;
      for (const ProcessIdentity& later : processes_from(known.number)) {
        if (std::find(processes_.begin(), processes_.end(), later) == processes_.end()) processes_.push_back(later);
      }
    }
  }

  pid_t process_;
  const Waiting& waiting_;
  Stage stage_ = Stage::kNotYet;
  Clock::time_point next_;  // when the next stage begins
  std::vector<ProcessIdentity> processes_;
};

}  // namespace

std::string to_text(const ProcessEnd& end) {
  if (!end.signalled) return fmt::format("exit code {}", end.code);
  const char* name = ::sigdescr_np(end.code);
  return name == nullptr ? fmt::format("signal {}", end.code) : fmt::format("signal {} ({})", end.code, name);
}

int shell_exit_code(const ProcessEnd& end) { return end.signalled ? 128 + end.code : end.code; }

HeldSignals::HeldSignals() {
  sigemptyset(&held_);
  for (int signal : kForwarded) sigaddset(&held_, signal);
  sigaddset(&held_, SIGCHLD);
  pthread_sigmask(SIG_BLOCK, &held_, &previous_);
}

HeldSignals::~HeldSignals() {
  // One that came too late for the program is not to end Snag before its report.
  while (wait(0)) {
  }
  pthread_sigmask(SIG_SETMASK, &previous_, nullptr);
}

std::optional<HeldSignals::Arrived> HeldSignals::wait(int milliseconds) const {
  const timespec limit{.tv_sec = milliseconds / 1000, .tv_nsec = (milliseconds % 1000) * 1'000'000L};
  siginfo_t info{};
  const int signal = sigtimedwait(&held_, &info, &limit);
  if (signal < 0) return std::nullopt;
  return Arrived{signal, info.si_code <= 0};  // SI_USER and its like; the kernel's are positive
}

pid_t start_process(const std::vector<std::string>& command,
                    const std::vector<std::pair<std::string, std::string>>& variables, const HeldSignals& held) {
  std::vector<std::string> words = command, environment = environment_with(variables);
  std::vector<char*> arguments = pointers(words), entries = pointers(environment);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);  // which Snag ignores
  posix_spawnattr_setsigmask(&attributes, &held.previous());
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t process = 0;
  const int error =
      posix_spawnp(&process, words.front().c_str(), nullptr, &attributes, arguments.data(), entries.data());
  posix_spawnattr_destroy(&attributes);
  if (error == ENOENT) {
    throw InputError(fmt::format(
        "{}: there is no such program{}", command.front(),
        command.front().find('/') == std::string::npos ? " on PATH; install it, or name it with its folder" : ""));
  }
  if (error != 0) throw InputError(fmt::format("{}: cannot be run: {}", command.front(), std::strerror(error)));
  return process;
}

std::vector<ProcessIdentity> processes_from(pid_t root) {
  struct Entry {
    ProcessIdentity process;
    pid_t parent = 0;
  };
  std::vector<Entry> all;
  std::error_code error;
  for (std::filesystem::directory_iterator it("/proc", error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().native();
    pid_t number = 0;
    std::from_chars(name.data(), name.data() + name.size(), number);
    if (number == 0) continue;
    if (const std::optional<ProcessStatus> status = status_of(number)) {
      all.push_back({{number, status->started}, status->parent});
    }
  }
  std::vector<ProcessIdentity> found;
  for (const Entry& entry : all) {
    if (entry.process.number == root) found.push_back(entry.process);
  }
  for (std::size_t n = 0; n < found.size(); ++n) {
    for (const Entry& entry : all) {
      // The entries were read one after the other: a number may have been used again in between.
      const bool known = std::find(found.begin(), found.end(), entry.process) != found.end();
      if (entry.parent == found[n].number && !known) found.push_back(entry.process);
    }
  }
  return found;
}

ProcessEnd wait_for(pid_t process, const HeldSignals& held, const Waiting& waiting) {
  std::optional<ProcessEnd> end;
  Ending ending(process, waiting);
  while (true) {
    int status = 0;
    // A SIGCHLD may have been merged with another one: it is not waited for forever.
    const pid_t ended = end ? 0 : ::waitpid(process, &status, WNOHANG);
    if (ended == process && WIFSIGNALED(status)) end = ProcessEnd{true, WTERMSIG(status)};
    if (ended == process && WIFEXITED(status)) end = ProcessEnd{false, WEXITSTATUS(status)};
    if (ended < 0 && errno != EINTR) end = ProcessEnd{};
    if (end && ending.is_over()) {
      end->timed_out = ending.has_begun();
      return *end;
    }
    const std::optional<HeldSignals::Arrived> arrived = held.wait(kGlance);
    if (!end && arrived && arrived->signal != SIGCHLD && arrived->by_process) ::kill(process, arrived->signal);
    waiting.glance();
    ending.proceed();
  }
}

}  // namespace snag
