// Java that stands in the test itself, compiled: the program and what is expected of it are read together.
#pragma once

#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <system_error>

#include "support/scratch_folder.h"

namespace snag {

// javac in a process of its own for all programs of a test process (tests/harness/CompileAll.java). Starting javac
// takes longer than compiling: with a javac for each program PageTest, AnnotationSuppressions and EscapeFilterTest took
// 100 s.
class JavaCompiler {
 public:
  JavaCompiler() {
    int ends[2];  // of the conversation: ours, and the compiler's
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) fail(errno);
    conversation_ = ends[0];
    ::posix_spawn_file_actions_t streams;
    ::posix_spawn_file_actions_init(&streams);
    ::posix_spawn_file_actions_adddup2(&streams, ends[1], STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&streams, ends[1], STDOUT_FILENO);
    std::string words[] = {SNAG_TEST_JAVA, "-XX:TieredStopAtLevel=1", "-cp", SNAG_TEST_COMPILER, "CompileAll"};
    char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(), words[4].data(), nullptr};
    const int error = ::posix_spawn(&process_, SNAG_TEST_JAVA, &streams, nullptr, arguments, environ);
    ::posix_spawn_file_actions_destroy(&streams);
    ::close(ends[1]);
    if (error != 0) fail(error);
  }
  ~JavaCompiler() {
    ::close(conversation_);  // which ends the process
    ::waitpid(process_, nullptr, 0);
  }
  JavaCompiler(const JavaCompiler&) = delete;
  JavaCompiler& operator=(const JavaCompiler&) = delete;

  // Makes the folder `classes`; throws what javac says about code that does not compile.
  void compile(const std::string& classes, const std::string& options, const std::string& source) {
    const std::string request = fmt::format("{}\t{}\t{}\n", classes, options, source);
    for (std::size_t sent = 0; sent < request.size();) {
      const ssize_t number = ::send(conversation_, request.data() + sent, request.size() - sent, MSG_NOSIGNAL);
      if (number < 0) fail(errno);
      sent += static_cast<std::size_t>(number);
    }
    std::string reply;
    for (char c = 0; c != '\n'; reply += c) {
      if (::recv(conversation_, &c, 1, 0) != 1) throw std::runtime_error("the compiler has ended");
    }
    std::replace(reply.begin(), reply.end(), '\t', '\n');
    if (reply != "\n") throw std::runtime_error("javac: " + reply);
  }

 private:
  [[noreturn]] static void fail(int error) { throw std::system_error(error, std::generic_category(), SNAG_TEST_JAVA); }

  int conversation_ = -1;
  ::pid_t process_ = -1;
};

// Returns a folder of classes. The text is one file, its classes without a package and none of them public. Compiled
// once, and kept in the build folder for later runs. There are tabs between the options of javac.
inline std::string compiled_java(const std::string& text, const std::string& options = "--release\t17") {
  namespace fs = std::filesystem;
  fs::path kept =
      fs::path(SNAG_TEST_JAVA_DIR) / "inline" / fmt::format("{:016x}", std::hash<std::string>()(options + text));
  if (fs::exists(kept)) return kept.string();
  fs::create_directories(kept.parent_path());
  static JavaCompiler compiler;
  ScratchFolder scratch;
  compiler.compile(kept.string(), options, scratch.write("Program.java", text));
  return kept.string();
}

}  // namespace snag
