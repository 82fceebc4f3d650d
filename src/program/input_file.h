// Files that are read: whole ones (class files of folders, models), and archives and JDK images piece by piece.
//
// Nothing is mapped into memory. A build that writes a jar anew in its place cuts the file off first, which kills a
// process that has it mapped (SIGBUS), and bytes that were checked would change under their reader. A copy stays as it
// is: what the file has become meanwhile is an error like any other. It costs nothing: `snag check --jobs 1` takes 1.28
// user s for derby.jar and 2.8 for h2.jar (1.32 and 3.2 with mapped files, on a busy machine), and 8 MB less.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/result.h"
#include "program/blob.h"

namespace snag {

// Why a path is not read although it is there: a named pipe, a device, a socket, or something of a file system in which
// the kernel shows itself (/proc, /sys), whose files are without number or without end. Empty for regular files and
// folders, and where there is nothing. Opens nothing: that alone may block, or set a device in motion.
std::optional<std::string> why_not_read(const std::string& path);

// The whole file. Refuses files of more than `limit` bytes, whatever is not a regular file, and a file that changes
// while it is read. The error says what the operating system said: "No such file or directory".
Result<Blob> load_file(const std::string& path, std::uint64_t limit);

// A regular file that stays open. Any thread may read.
class InputFile {
 public:
  static Result<std::shared_ptr<const InputFile>> open(const std::string& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  std::uint64_t size() const { return state_.size; }  // when it was opened
  // Exactly these bytes, or an error.
  Result<Blob> read(std::uint64_t offset, std::uint64_t size) const;

  // The error to report if somebody has written to the file since it was opened. Worth asking when the bytes make no
  // sense: entries of archives have checksums, so that need not be asked after each.
  std::optional<Error> change() const;

 private:
  // What tells that somebody has written to a file.
  struct State {
    std::uint64_t size = 0;
    std::int64_t seconds = 0, nanoseconds = 0;  // of its last change

    friend bool operator==(const State&, const State&) = default;
  };

  InputFile(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  static State state_of(const struct stat& status);

  std::string path_;
  int descriptor_;
  State state_;
};

}  // namespace snag
