// A file that lines are appended to: the trace, and the log of --verbose.
//
// Each line is written with one write(2) to a file opened for appending, so that whatever was found before a SIGKILL is
// there, and lines of several threads do not mix.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

#include "base/result.h"

namespace snag::agent {

// Any thread may call it. After a fork() the child writes nothing. Nor is anything written if the program has closed
// every file that it found open, for the number may be a file of its own by then.
class LineFile {
 public:
  LineFile() = default;
  ~LineFile() { close(); }
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;

  // Closes what was open.
  Result<void> open(const std::string& path);
  void close();
  void write(std::string line);
  std::uint64_t lost() const;  // lines that could not be written, say because the disk is full

 private:
  void close_locked();
  bool is_ours() const;  // the file is still the one that was opened

  mutable std::mutex mutex_;
  int file_ = -1;
  dev_t device_ = 0;
  ino_t inode_ = 0;
  std::atomic<int> process_ = 0;  // that opened it
  bool broken_line_ = false;      // the last write stopped halfway
  std::uint64_t lost_ = 0;
};

}  // namespace snag::agent
