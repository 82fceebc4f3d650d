#include "cli/attach.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "cli/exit_codes.h"

namespace snag {

namespace {

namespace fs = std::filesystem;

constexpr auto kPatience = std::chrono::seconds(15);  // a JVM answers at its next safepoint
constexpr std::size_t kLongestWord = 1024;            // of protocol version 1

// A file descriptor that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  int get() const { return value_; }

 private:
  int value_;
};

std::string proc(pid_t process, std::string_view name) { return fmt::format("/proc/{}/{}", process, name); }

std::string read_text(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A JVM would take its dump for a thread dump otherwise; another program would die.
bool catches_quit(const std::string& status) {
  const std::string mask = status_field(status, "SigCgt");
  return ((std::strtoull(mask.c_str(), nullptr, 16) >> (SIGQUIT - 1)) & 1) != 0;
}

fs::path socket_of(const AttachTarget& target) { return fmt::format("/tmp/.java_pid{}", target.name); }

bool listens_at(const fs::path& path) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 && S_ISSOCK(info.st_mode);
}

// The JVM looks for the file in its working folder, then in /tmp.
class AttachFile {
 public:
  explicit AttachFile(const AttachTarget& target) {
    const std::string name = fmt::format(".attach_pid{}", target.name);
    for (const std::string& folder : {proc(target.process, "cwd"), std::string("/tmp")}) {
      const std::string path = fmt::format("{}/{}", folder, name);
      const Descriptor file(
          ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
      if (file.get() < 0) continue;
      if (::fchown(file.get(), target.user, target.group) != 0 && ::geteuid() == 0) continue;
      path_ = path;
      return;
    }
    throw InputError(fmt::format("process {}: the file that asks it to listen cannot be made in /tmp: {}",
                                 target.process, std::strerror(errno)));
  }
  AttachFile(const AttachFile&) = delete;
  AttachFile& operator=(const AttachFile&) = delete;
  ~AttachFile() { ::unlink(path_.c_str()); }

 private:
  std::string path_;
};

void make_it_listen(const AttachTarget& target) {
  if (listens_at(socket_of(target))) return;
  if (!catches_quit(read_text(proc(target.process, "status")))) {
    throw InputError(fmt::format(
        "process {} cannot be attached to: its JVM is still starting, or runs with -Xrs or -XX:+DisableAttachMechanism",
        target.process));
  }
  const AttachFile file(target);
  if (::kill(target.process, SIGQUIT) != 0) {
    throw InputError(fmt::format("process {}: {}", target.process, std::strerror(errno)));
  }
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!listens_at(socket_of(target))) {
    if (!is_running(target.process)) throw InputError(fmt::format("process {} has ended", target.process));
    if (std::chrono::steady_clock::now() > end) {
      throw InputError(
          fmt::format("process {} does not answer; a JVM with -XX:+DisableAttachMechanism, or one that hangs, cannot "
                      "be attached to",
                      target.process));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

std::string converse(const AttachTarget& target, const std::string& request) {
  const auto fail = [&](std::string_view what) {
    throw InputError(fmt::format("process {}: {}: {}", target.process, what, std::strerror(errno)));
  };
  const Descriptor connection(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (connection.get() < 0) fail("no socket can be made");
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = socket_of(target).native();
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  if (::connect(connection.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    fail("its socket cannot be reached");
  }
  for (std::size_t sent = 0; sent < request.size();) {
    const ssize_t count = ::send(connection.get(), request.data() + sent, request.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) fail("it does not listen");
    sent += static_cast<std::size_t>(count);
  }
  std::string answer;
  char buffer[4096];
  // Classes that are loaded already are rewritten before the answer comes: minutes for a large program.
  constexpr int kLongestWait = 600'000;  // milliseconds
  while (answer.size() < (1 << 20)) {
    pollfd wait{.fd = connection.get(), .events = POLLIN, .revents = 0};
    if (::poll(&wait, 1, kLongestWait) == 0)
      throw InputError(fmt::format("process {} does not answer", target.process));
    const ssize_t count = ::recv(connection.get(), buffer, sizeof(buffer), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    answer.append(buffer, static_cast<std::size_t>(count));
  }
  return answer;
}

}  // namespace

std::string status_field(const std::string& status, const std::string& name) {
  const std::string start = name + ":";
  std::size_t at = status.starts_with(start) ? 0 : status.find("\n" + start);
  if (at == status.npos) return {};
  at = status.find(':', at) + 1;
  const std::size_t begin = status.find_first_not_of(" \t", at);
  return begin == status.npos ? std::string() : status.substr(begin, status.find('\n', begin) - begin);
}

bool is_running(pid_t process) {
  // One that is dead and not yet waited for does not run.
  return ::kill(process, 0) == 0 ? !status_field(read_text(proc(process, "status")), "State").starts_with('Z')
                                 : errno == EPERM;
}

AttachTarget find_target(pid_t process) {
  const std::string status = read_text(proc(process, "status"));
  if (status.empty()) throw InputError(fmt::format("--pid {}: there is no such process", process));
  AttachTarget target{.process = process, .name = process};
  struct stat info {};
  if (::stat(fmt::format("/proc/{}", process).c_str(), &info) == 0) {
    target.user = info.st_uid;
    target.group = info.st_gid;
  }
  if (::geteuid() != 0 && ::geteuid() != target.user) {
    throw InputError(fmt::format("--pid {}: is a process of another user; run snag as that user, or as root", process));
  }
  if (read_text(proc(process, "maps")).find("/libjvm.so") == std::string::npos) {
    throw InputError(fmt::format("--pid {}: is no JVM; jcmd lists those that there are", process));
  }
  std::error_code error;
  const fs::path own = fs::read_symlink("/proc/self/ns/mnt", error);
  const fs::path other = fs::read_symlink(proc(process, "ns/mnt"), error);
  if (!error && own != other) {
    throw InputError(fmt::format("--pid {}: runs in a container of its own; run snag inside it", process));
  }
  // The last number is that of the innermost namespace.
  const std::string numbers = status_field(status, "NSpid");
  const std::size_t last = numbers.find_last_of(" \t") + 1;
  std::from_chars(numbers.data() + last, numbers.data() + numbers.size(), target.name);
  return target;
}

std::string load_request(const std::string& agent, const std::string& options) {
  std::string request;
  for (const std::string& word : {std::string("1"), std::string("load"), agent, std::string("true"), options}) {
    if (word.size() >= kLongestWord) throw InputError(fmt::format("{}: the name is too long to attach with", word));
    request += word;
    request += '\0';
  }
  return request;
}

// `0`, then what the agent answered: `return code: 0`. A JVM before version 9 has the bare number there.
std::string problem_in_answer(const std::string& answer) {
  const std::size_t end = answer.find('\n');
  const std::string code = answer.substr(0, end);
  std::string rest = end == answer.npos ? std::string() : answer.substr(end + 1);
  while (!rest.empty() && (rest.back() == '\n' || rest.back() == '\0')) rest.pop_back();
  if (code.empty()) return "no answer";
  if (code != "0") return rest.empty() ? "error " + code : rest;
  constexpr std::string_view kReturn = "return code: ";
  const std::string result = rest.starts_with(kReturn) ? rest.substr(kReturn.size()) : rest;
  return result.empty() || result == "0" ? std::string() : rest;
}

void load_agent(const AttachTarget& target, const std::string& agent, const std::string& options) {
  const std::string request = load_request(agent, options);
  make_it_listen(target);
  const std::string problem = problem_in_answer(converse(target, request));
  if (!problem.empty()) {
    throw InputError(fmt::format("process {}: its JVM does not take the agent: {}", target.process, problem));
  }
}

}  // namespace snag
