#include "cli/attach.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
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

#include "base/process.h"
#include "base/text.h"
#include "wire/attaching.h"

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

// `Uid: 1000 1000 1000 1000`: the real one, the effective one, and others.
unsigned effective_id(const std::string& status, const std::string& field) {
  const std::string ids = status_field(status, field);
  const std::size_t second = std::min(ids.find_first_of(" \t"), ids.size());
  return static_cast<unsigned>(std::strtoul(ids.c_str() + second, nullptr, 10));
}

std::string proc(pid_t process, std::string_view name) { return fmt::format("/proc/{}/{}", process, name); }

std::string read_text(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A program that does not catch the signal would be ended by it.
bool catches_quit(const std::string& status) {
  const std::string mask = status_field(status, "SigCgt");
  return ((std::strtoull(mask.c_str(), nullptr, 16) >> (SIGQUIT - 1)) & 1) != 0;
}

fs::path socket_of(const AttachTarget& target) { return fmt::format("/tmp/.java_pid{}", target.name); }

bool is_there(const fs::path& path) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0;
}

// As jcmd does: a socket that another user has put there would be trusted, and would learn where the agent is.
void refuse_foreign_socket(const AttachTarget& target) {
  const fs::path socket = socket_of(target);
  const std::string why = why_not_trusted(socket, target.user);
  if (why.empty()) return;
  throw InputError(
      fmt::format("process {}: {} {}, so it does not belong to that JVM; find out who made it, remove it, and "
                  "try again",
                  target.process, socket.native(), why));
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
  if (is_there(socket_of(target))) return;
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
  while (!is_there(socket_of(target))) {
    if (!identity_of(target.process)) throw InputError(fmt::format("process {} has ended", target.process));
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
  ucred peer{};
  socklen_t size = sizeof(peer);
  if (::getsockopt(connection.get(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
    fail("its socket does not name its owner");
  if (peer.uid != target.user || (peer.pid != 0 && peer.pid != target.process)) {
    throw InputError(fmt::format("process {}: process {} listens at {} in its place; end that, and try again",
                                 target.process, peer.pid, path));
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
  for (std::string_view line : split(status, '\n')) {
    if (line.starts_with(name + ":")) return std::string(trimmed(line.substr(name.size() + 1)));
  }
  return {};
}

AttachTarget find_target(pid_t process) {
  const std::string status = read_text(proc(process, "status"));
  if (status.empty()) throw InputError(fmt::format("--pid {}: there is no such process", process));
  AttachTarget target{.process = process, .name = process};
  target.user = effective_id(status, "Uid");
  target.group = effective_id(status, "Gid");
  if (::geteuid() != 0 && ::geteuid() != target.user) {
    throw InputError(fmt::format("--pid {}: is a process of another user; run snag as that user, or as root", process));
  }
  if (read_text(proc(process, "maps")).find("/libjvm.so") == std::string::npos) {
    throw InputError(fmt::format("--pid {}: is not a JVM; jcmd lists the JVMs that run", process));
  }
  // /tmp and the agent's path must be the same for both. If the links cannot be read, connecting will fail instead.
  const auto link = [](const std::string& path) {
    std::error_code error;
    return fs::read_symlink(path, error).native();
  };
  const std::string mounts = link(proc(process, "ns/mnt")), root = link(proc(process, "root"));
  if ((!mounts.empty() && mounts != link("/proc/self/ns/mnt")) || (!root.empty() && root != link("/proc/self/root"))) {
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
AgentAnswer parse_answer(const std::string& answer) {
  const std::size_t end = answer.find('\n');
  const std::string code = answer.substr(0, end);
  std::string rest = end == answer.npos ? std::string() : answer.substr(end + 1);
  while (!rest.empty() && (rest.back() == '\n' || rest.back() == '\0')) rest.pop_back();
  if (code.empty()) return {.code = {}, .problem = "no answer"};
  if (code != "0") return {.code = {}, .problem = rest.empty() ? "error " + code : rest};
  if (rest.empty()) return {.code = 0, .problem = {}};
  constexpr std::string_view kReturn = "return code: ";
  const char* number = rest.data() + (rest.starts_with(kReturn) ? kReturn.size() : 0);
  int result = 0;
  const auto [last, error] = std::from_chars(number, rest.data() + rest.size(), result);
  if (error != std::errc() || last != rest.data() + rest.size()) return {.code = {}, .problem = rest};
  return {.code = result, .problem = {}};
}

std::string why_not_trusted(const fs::path& socket, uid_t user) {
  struct stat info {};
  if (::lstat(socket.c_str(), &info) != 0) return std::strerror(errno);
  if (!S_ISSOCK(info.st_mode)) return "is not a socket";
  if (info.st_uid != user) return fmt::format("belongs to user {}, and not to user {}", info.st_uid, user);
  if ((info.st_mode & (S_IRWXG | S_IRWXO)) != 0) return "may be used by others than its owner";
  return {};
}

std::string agent_in_maps(const std::string& maps) {
  for (std::string_view line : split(maps, '\n')) {
    if (line.find("/libsnag-agent.so") != line.npos) return std::string(line.substr(line.find('/')));
  }
  return {};
}

std::string loaded_agent(const AttachTarget& target) { return agent_in_maps(read_text(proc(target.process, "maps"))); }

void load_agent(const AttachTarget& target, const std::string& agent, const std::string& options) {
  const std::string request = load_request(agent, options);
  make_it_listen(target);
  refuse_foreign_socket(target);
  const AgentAnswer answer = parse_answer(converse(target, request));
  if (answer.code == 0) return;
  if (!answer.code) {
    throw InputError(fmt::format("process {}: its JVM refuses the agent: {}", target.process, answer.problem));
  }
  if (*answer.code > 0) {
    throw InputError(fmt::format("process {} is being watched by another snag, process {}; Ctrl-C there ends that",
                                 target.process, *answer.code));
  }
  if (*answer.code == wire::kNotWatching) {
    throw InputError(fmt::format("process {} is not being watched: there is nothing to stop", target.process));
  }
  throw AgentFailed(fmt::format("process {}: the agent cannot watch it", target.process));
}

}  // namespace snag
