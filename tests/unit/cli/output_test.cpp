#include "cli/output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>

#include "cli/exit_codes.h"
#include "support/scratch_folder.h"

namespace snag {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

std::string content(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> names_in(const ScratchFolder& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder.path())) names.push_back(entry.path().filename());
  return names;
}

mode_t mode_of(const std::string& file) {
  struct stat status {};
  EXPECT_EQ(::lstat(file.c_str(), &status), 0) << file;
  return status.st_mode & 07777;
}

class Umask {
 public:
  explicit Umask(mode_t mask) : before_(::umask(mask)) {}
  ~Umask() { ::umask(before_); }

 private:
  mode_t before_;
};

TEST(WriteOutput, ANewFileHonoursTheUmask) {
  ScratchFolder folder;
  for (const auto& [mask, mode] : {std::pair<mode_t, mode_t>(022, 0644), {077, 0600}, {002, 0664}}) {
    const Umask umask(mask);
    const std::string file = folder / std::to_string(mask);
    write_output(file, "text");
    EXPECT_EQ(content(file), "text");
    EXPECT_EQ(mode_of(file), mode);
  }
}

TEST(WriteOutput, AFileThatIsReplacedHandsOnItsRights) {
  ScratchFolder folder;
  const std::string file = folder.write("r.json", "old");
  for (const mode_t mode : {0600, 0640, 0666, 0755, 0444}) {
    ASSERT_EQ(::chmod(file.c_str(), mode), 0);
    write_output(file, "new");
    EXPECT_EQ(content(file), "new");
    EXPECT_EQ(mode_of(file), mode);
  }
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  ASSERT_EQ(::chown(file.c_str(), 1234, 4321), 0);
  write_output(file, "newer");
  struct stat status {};
  ASSERT_EQ(::stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 1234u);
  EXPECT_EQ(status.st_gid, 4321u);
}

// Somebody who may write to the folder waits for the name that is written to first.
TEST(WriteOutput, NothingThatWasPutInItsWayIsFollowed) {
  ScratchFolder folder;
  const std::string victim = folder.write("victim", "precious");
  const std::string file = folder / "r.json";
  fs::create_symlink(victim, file + "." + std::to_string(::getpid()) + ".part");
  write_output(file, "report");
  EXPECT_EQ(content(victim), "precious");
  EXPECT_EQ(content(file), "report");
  EXPECT_EQ(fs::symlink_status(file).type(), fs::file_type::regular);
}

TEST(WriteOutput, ALinkStaysAndWhatItPointsToIsWritten) {
  ScratchFolder folder;
  folder.write("deep/target", "old");
  fs::create_symlink("deep/target", folder / "first");
  fs::create_symlink("first", folder / "second");
  fs::create_symlink("deep/not-yet", folder / "third");
  for (const char* name : {"first", "second", "third"}) {
    refuse_unwritable(folder / name, "--output");
    write_output(folder / name, name);
    EXPECT_TRUE(fs::is_symlink(folder / name)) << name;
    EXPECT_EQ(content(folder / name), name);
  }
  EXPECT_EQ(content(folder / "deep/not-yet"), "third");
  fs::create_symlink("nowhere/x", folder / "fourth");
  EXPECT_THROW(refuse_unwritable(folder / "fourth", "--output"), UsageError);
  EXPECT_THAT(names_in(folder), UnorderedElementsAre("deep", "first", "second", "third", "fourth"));
}

TEST(WriteOutput, APipeIsWrittenToAsItIs) {
  ScratchFolder folder;
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string read;
  std::thread reader([&] { read = content(pipe); });
  write_output(pipe, "through");
  reader.join();
  EXPECT_EQ(read, "through");
  EXPECT_EQ(fs::symlink_status(pipe).type(), fs::file_type::fifo);
}

// Runs in a process of its own, in which files end after a megabyte: in the middle of the writing, SIGXFSZ comes.
int status_of_interrupted(const std::string& file, int signal, bool ignored) {
  const pid_t child = ::fork();
  if (child == 0) {
    static int sent;
    sent = signal;
    std::signal(signal, ignored ? SIG_IGN : SIG_DFL);
    std::signal(SIGXFSZ, [](int) { std::raise(sent); });
    const rlimit limit{1 << 20, 1 << 20};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      write_output(file, std::string(4 << 20, 'x'));
    } catch (const UsageError&) {
      std::_Exit(kExitUsage);
    }
    std::_Exit(kExitNoFindings);
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return status;
}

TEST(WriteOutput, AnInterruptedRunLeavesNoHalfOfAFile) {
  ScratchFolder folder;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const int status = status_of_interrupted(folder / "many.json", signal, /*ignored=*/false);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
    EXPECT_TRUE(names_in(folder).empty());
  }
}

// nohup: the signal changes nothing; here the file then is too large, which is an error as any other.
TEST(WriteOutput, AFailureLeavesNoHalfOfAFile) {
  ScratchFolder folder;
  const std::string file = folder.write("many.json", "old");
  const int status = status_of_interrupted(file, SIGHUP, /*ignored=*/true);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == kExitUsage) << status;
  EXPECT_THAT(names_in(folder), ElementsAre("many.json"));
  EXPECT_EQ(content(file), "old");
}

}  // namespace
}  // namespace snag
