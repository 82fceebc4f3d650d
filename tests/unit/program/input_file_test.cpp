#include "program/input_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "support/scratch_folder.h"

namespace snag {
namespace {

using testing::HasSubstr;
using testing::Optional;

std::string text_of(const Result<Blob>& blob) {
  return blob ? std::string(as_text(blob->bytes)) : "error: " + blob.error().message;
}

TEST(InputFile, ReadsPieces) {
  ScratchFolder scratch;
  const Result<std::shared_ptr<const InputFile>> file = InputFile::open(scratch.write("a", "some text"));
  ASSERT_TRUE(file);
  EXPECT_EQ((*file)->size(), 9U);
  EXPECT_EQ(text_of((*file)->read(5, 4)), "text");
  EXPECT_EQ(text_of((*file)->read(9, 0)), "");
  EXPECT_THAT(text_of((*file)->read(5, 5)), HasSubstr("unexpected end"));
  EXPECT_THAT(text_of((*file)->read(~std::uint64_t{0}, 2)), HasSubstr("unexpected end"));
  EXPECT_EQ((*file)->change(), std::nullopt);
}

// A mapped file would kill the process here.
TEST(InputFile, BecomesShorterWhileItIsRead) {
  ScratchFolder scratch;
  const std::string path = scratch.write("a", std::string(100'000, 'x'));
  const Result<std::shared_ptr<const InputFile>> file = InputFile::open(path);
  ASSERT_TRUE(file);
  const Result<Blob> before = (*file)->read(90'000, 10);
  ASSERT_EQ(::truncate(path.c_str(), 10), 0);
  const Result<Blob> after = (*file)->read(90'000, 10);
  ASSERT_FALSE(after);
  EXPECT_THAT(after.error().message, HasSubstr("has changed while it was read"));
  EXPECT_EQ(after.error().file, path);
  EXPECT_EQ(text_of(before), "xxxxxxxxxx");
  ASSERT_TRUE((*file)->change());
  EXPECT_EQ((*file)->change()->message, after.error().message);
}

TEST(InputFile, IsWrittenAnewAtTheSameSize) {
  ScratchFolder scratch;
  const std::string path = scratch.write("a", "before");
  const timespec long_ago[2] = {{.tv_sec = 1000, .tv_nsec = 0}, {.tv_sec = 1000, .tv_nsec = 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), long_ago, 0), 0);
  const Result<std::shared_ptr<const InputFile>> file = InputFile::open(path);
  scratch.write("a", "after!");
  ASSERT_TRUE((*file)->change());
  EXPECT_EQ((*file)->change()->file, path);
}

// Another file under the same name is none of ours: the one that is open stays as it was.
TEST(InputFile, IsReplacedByAnother) {
  ScratchFolder scratch;
  const std::string path = scratch.write("a", "before");
  const Result<std::shared_ptr<const InputFile>> file = InputFile::open(path);
  std::filesystem::rename(scratch.write("b", "after"), path);
  EXPECT_EQ(text_of((*file)->read(0, 6)), "before");
  EXPECT_EQ((*file)->change(), std::nullopt);
}

TEST(InputFile, LoadsWholeFiles) {
  ScratchFolder scratch;
  EXPECT_EQ(text_of(load_file(scratch.write("a", "text"), 4)), "text");
  EXPECT_EQ(text_of(load_file(scratch.write("empty", ""), 4)), "");
  EXPECT_EQ(text_of(load_file(scratch / "a", 3)), "error: file of 4 bytes is over the limit of 3");
  EXPECT_EQ(text_of(load_file(scratch / "b", 3)), "error: No such file or directory");
  EXPECT_THAT(text_of(load_file(scratch.path(), 3)), HasSubstr("error: is not a file"));
}

TEST(InputFile, PipesSocketsAndDevicesAreNotOpened) {
  ScratchFolder scratch;
  const std::string pipe = scratch / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(why_not_read(pipe), Optional(HasSubstr("is a named pipe")));
  EXPECT_THAT(text_of(load_file(pipe, 3)), HasSubstr("is a named pipe"));
  EXPECT_THAT(why_not_read("/dev/null"), Optional(HasSubstr("is a device")));
  EXPECT_THAT(text_of(load_file("/dev/zero", 3)), HasSubstr("is a device"));

  const std::string path = scratch / "socket";
  const int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  ASSERT_LT(path.size(), sizeof(address.sun_path));
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  ASSERT_EQ(::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  EXPECT_THAT(why_not_read(path), Optional(HasSubstr("is a socket")));
  ::close(listener);
}

TEST(InputFile, FileSystemsOfTheKernelAreNotRead) {
  ScratchFolder scratch;
  EXPECT_THAT(why_not_read("/proc"), Optional(HasSubstr("(proc)")));
  EXPECT_THAT(why_not_read("/proc/self/status"), Optional(HasSubstr("(proc)")));
  if (std::filesystem::exists("/sys/kernel")) {
    EXPECT_THAT(why_not_read("/sys/kernel"), Optional(HasSubstr("(sysfs)")));
  }
  EXPECT_THAT(why_not_read("/dev"), Optional(HasSubstr("folder of devices")));
  std::filesystem::create_symlink("/proc", scratch / "link");
  EXPECT_THAT(why_not_read(scratch / "link"), Optional(HasSubstr("(proc)")));
  EXPECT_EQ(why_not_read(scratch.path()), std::nullopt);
  EXPECT_EQ(why_not_read(scratch.write("a", "")), std::nullopt);
  EXPECT_EQ(why_not_read(scratch / "nowhere"), std::nullopt);
}

}  // namespace
}  // namespace snag
