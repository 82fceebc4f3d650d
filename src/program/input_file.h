// Reads files: whole ones (class files of folders, models), and archives and JDK images piece by piece.
//
// Nothing is mapped into memory. A build that overwrites a jar in place truncates the file first, which kills a process
// that has it mapped (SIGBUS), and bytes that were checked could change under their reader. A copy does not change: a
// change of the file in the meantime is an error like any other. Copying costs nothing: `snag check --jobs 1` takes
// 1.28 user s for derby.jar and 2.8 for h2.jar (1.32 and 3.2 with mapped files, on a busy machine), and 8 MB less.
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

// Returns why an existing path is not read: it is a named pipe, a device, a socket, or part of a file system of the
// kernel (/proc, /sys), which may have any number of files of any length. Returns nothing for regular files and
// folders, and if the path does not exist. It opens nothing: opening alone may block, or start a device.
std::optional<std::string> why_not_read(const std::string& path);

// Returns the whole file. Refuses files of more than `limit` bytes, whatever is not a regular file, and a file that
// changes while it is read. The error has the operating system's message: "No such file or directory".
Result<Blob> load_file(const std::string& path, std::uint64_t limit);

// A regular file that stays open. Any thread may read.
class InputFile {
 public:
  static Result<std::shared_ptr<const InputFile>> open(const std::string& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  std::uint64_t size() const { return state_.size; }  // when it was opened
  // Returns exactly these bytes, or an error.
  Result<Blob> read(std::uint64_t offset, std::uint64_t size) const;

  // Returns the error to report if the file was written to since it was opened. Callers should use it when the bytes
  // are invalid: entries of archives have checksums, so it need not be called after each of them.
  std::optional<Error> change() const;

 private:
  // The properties that show whether a file was written to.
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
