#include "cli/child_process.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
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

ProcessEnd wait_for(pid_t process, const HeldSignals& held) {
  constexpr int kPatience = 1000;  // a SIGCHLD that was merged with another one is not waited for forever
  while (true) {
    int status = 0;
    const pid_t ended = ::waitpid(process, &status, WNOHANG);
    if (ended == process && (WIFEXITED(status) || WIFSIGNALED(status))) {
      return WIFSIGNALED(status) ? ProcessEnd{true, WTERMSIG(status)} : ProcessEnd{false, WEXITSTATUS(status)};
    }
    if (ended < 0 && errno != EINTR) return {};
    const std::optional<HeldSignals::Arrived> arrived = held.wait(kPatience);
    if (arrived && arrived->signal != SIGCHLD && arrived->by_process) ::kill(process, arrived->signal);
  }
}

}  // namespace snag
