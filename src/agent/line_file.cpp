#include "agent/line_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

namespace snag::agent {

Result<void> LineFile::open(const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return failure(path + ": " + std::strerror(errno));
  struct stat status {};
  if (::fstat(file, &status) != 0) {
    ::close(file);
    return failure(path + ": " + std::strerror(errno));
  }
  const std::lock_guard lock(mutex_);
  close_locked();
  file_ = file;
  device_ = status.st_dev;
  inode_ = status.st_ino;
  process_ = ::getpid();
  return {};
}

void LineFile::close() {
  const std::lock_guard lock(mutex_);
  close_locked();
}

void LineFile::close_locked() {
  if (file_ >= 0 && is_ours()) ::close(file_);
  file_ = -1;
}

bool LineFile::is_ours() const {
  struct stat status {};
  return ::fstat(file_, &status) == 0 && status.st_dev == device_ && status.st_ino == inode_;
}

void LineFile::write(std::string line) {
  if (process_ != ::getpid()) return;  // a child of fork(), where the lock of another thread is held forever
  line += '\n';
  const std::lock_guard lock(mutex_);
  if (file_ < 0) return;
  if (!is_ours()) {
    ++lost_;
    return;
  }
  if (broken_line_) line.insert(line.begin(), '\n');
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t written = ::write(file_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      ++lost_;
      broken_line_ = broken_line_ || rest.size() != line.size();
      return;
    }
    rest.remove_prefix(static_cast<std::size_t>(written));  // a disk that fills up takes less than it is given
  }
  broken_line_ = false;
}

std::uint64_t LineFile::lost() const {
  const std::lock_guard lock(mutex_);
  return lost_;
}

}  // namespace snag::agent
