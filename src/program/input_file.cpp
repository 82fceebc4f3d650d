#include "program/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace snag {

namespace {

// File systems without real files: the kernel generates their contents on demand. /dev is not among them: its type is
// tmpfs, like that of folders in which people build.
constexpr std::array<std::pair<std::uint32_t, const char*>, 17> kKernelFileSystems{{
    {PROC_SUPER_MAGIC, "proc"},
    {SYSFS_MAGIC, "sysfs"},
    {CGROUP_SUPER_MAGIC, "cgroup"},
    {CGROUP2_SUPER_MAGIC, "cgroup2"},
    {DEVPTS_SUPER_MAGIC, "devpts"},
    {DEBUGFS_MAGIC, "debugfs"},
    {TRACEFS_MAGIC, "tracefs"},
    {SECURITYFS_MAGIC, "securityfs"},
    {SELINUX_MAGIC, "selinuxfs"},
    {BPF_FS_MAGIC, "bpf"},
    {PSTOREFS_MAGIC, "pstore"},
    {EFIVARFS_MAGIC, "efivarfs"},
    {BINFMTFS_MAGIC, "binfmt_misc"},
    {NSFS_MAGIC, "nsfs"},
    {RDTGROUP_SUPER_MAGIC, "resctrl"},
    {0x62656570 /* no name for it */, "configfs"},
    {0x19800202 /* nor for this */, "mqueue"},
}};

tl::unexpected<Error> system_failure() { return failure(std::strerror(errno)); }

bool is_device_folder(const struct stat& status) {
  struct stat devices {};
  return ::stat("/dev", &devices) == 0 && devices.st_dev == status.st_dev && devices.st_ino == status.st_ino;
}

// Returns why a file is not read, depending on its type.
std::optional<std::string> refusal(const struct stat& status) {
  if (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) return std::nullopt;
  if (S_ISFIFO(status.st_mode)) return "is a named pipe, neither a file nor a folder";
  if (S_ISSOCK(status.st_mode)) return "is a socket, neither a file nor a folder";
  if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) return "is a device, neither a file nor a folder";
  return "is neither a file nor a folder";
}

Error changed(std::string path) {
  return {.message = "has changed while it was read; run snag again when the program that writes it has finished",
          .file = std::move(path)};
}

}  // namespace

std::optional<std::string> why_not_read(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  if (std::optional<std::string> why = refusal(status)) return why;
  if (S_ISDIR(status.st_mode) && is_device_folder(status)) return "is the folder of devices, which holds no programs";
  struct statfs system {};
  if (::statfs(path.c_str(), &system) != 0) return std::nullopt;
  for (const auto& [number, name] : kKernelFileSystems) {
    if (static_cast<std::uint32_t>(system.f_type) != number) continue;
    return fmt::format("is in a file system of the kernel ({}), which holds no programs", name);
  }
  return std::nullopt;
}

Result<Blob> load_file(const std::string& path, std::uint64_t limit) {
  const Result<std::shared_ptr<const InputFile>> file = InputFile::open(path);
  if (!file) return tl::unexpected(file.error());
  const std::uint64_t size = (*file)->size();
  if (size > limit) return failure(fmt::format("file of {} bytes is over the limit of {}", size, limit));
  Result<Blob> content = (*file)->read(0, size);
  if (std::optional<Error> change = (*file)->change()) return tl::unexpected(*std::move(change));
  return content;
}

Result<std::shared_ptr<const InputFile>> InputFile::open(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return system_failure();
  if (std::optional<std::string> why = refusal(status)) return failure(*std::move(why));
  // Non-blocking, because a named pipe may have replaced the file in the meantime; regular files ignore the flag.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return system_failure();
  std::shared_ptr<InputFile> file(new InputFile(path, descriptor));
  if (::fstat(descriptor, &status) != 0) return system_failure();
  if (!S_ISREG(status.st_mode)) return failure("is not a file");
  file->state_ = state_of(status);
  return std::shared_ptr<const InputFile>(std::move(file));
}

InputFile::~InputFile() { ::close(descriptor_); }

InputFile::State InputFile::state_of(const struct stat& status) {
  return {.size = static_cast<std::uint64_t>(status.st_size),
          .seconds = status.st_mtim.tv_sec,
          .nanoseconds = status.st_mtim.tv_nsec};
}

Result<Blob> InputFile::read(std::uint64_t offset, std::uint64_t size) const {
  if (offset > state_.size || size > state_.size - offset) return failure("unexpected end of the file", state_.size);
  if (size == 0) return Blob{};
  const std::shared_ptr<std::uint8_t[]> buffer(new std::uint8_t[size]);
  for (std::uint64_t filled = 0; filled < size;) {
    const ssize_t count =
        ::pread(descriptor_, buffer.get() + filled, size - filled, static_cast<off_t>(offset + filled));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_failure();
    if (count == 0) return tl::unexpected(changed(path_));  // it has become shorter
    filled += static_cast<std::uint64_t>(count);
  }
  return Blob{.bytes = Bytes(buffer.get(), size), .owner = buffer};
}

std::optional<Error> InputFile::change() const {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) return system_failure().value();
  if (state_of(status) != state_) return changed(path_);
  return std::nullopt;
}

}  // namespace snag
