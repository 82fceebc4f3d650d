#include "program/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>

namespace snag {

namespace {

class FileDescriptor {
 public:
  // Non-blocking, so that a named pipe without a writer does not hang the run; regular files ignore it.
  explicit FileDescriptor(const std::string& path) : value_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~FileDescriptor() {
    if (value_ >= 0) ::close(value_);
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  int value() const { return value_; }

 private:
  int value_;
};

tl::unexpected<Error> system_failure() { return failure(std::strerror(errno)); }

// The size of an open regular file.
Result<std::uint64_t> regular_size(const FileDescriptor& file) {
  if (file.value() < 0) return system_failure();
  struct stat status {};
  if (::fstat(file.value(), &status) != 0) return system_failure();
  if (!S_ISREG(status.st_mode)) return failure("neither a file nor a folder");
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace

Result<Blob> map_file(const std::string& path) {
  FileDescriptor file(path);
  Result<std::uint64_t> size = regular_size(file);
  if (!size) return tl::unexpected(size.error());
  if (*size == 0) return Blob{};
  void* address = ::mmap(nullptr, *size, PROT_READ, MAP_PRIVATE, file.value(), 0);
  if (address == MAP_FAILED) return system_failure();
  std::shared_ptr<const void> owner(static_cast<const void*>(address), [length = *size](const void* mapped) {
    ::munmap(const_cast<void*>(mapped), length);
  });
  return Blob{.bytes = Bytes(static_cast<const std::uint8_t*>(address), *size), .owner = std::move(owner)};
}

Result<Blob> load_file(const std::string& path, std::uint64_t limit) {
  FileDescriptor file(path);
  Result<std::uint64_t> size = regular_size(file);
  if (!size) return tl::unexpected(size.error());
  if (*size > limit) return failure(fmt::format("file of {} bytes is over the limit of {}", *size, limit));
  auto buffer = std::make_shared<std::vector<std::uint8_t>>(*size);
  std::size_t filled = 0;
  while (filled < buffer->size()) {
    ssize_t count = ::read(file.value(), buffer->data() + filled, buffer->size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_failure();
    if (count == 0) break;  // it shrank: whoever reads the bytes says that they end too early
    filled += static_cast<std::size_t>(count);
  }
  Bytes bytes(buffer->data(), filled);
  return Blob{.bytes = bytes, .owner = std::move(buffer)};
}

}  // namespace snag
