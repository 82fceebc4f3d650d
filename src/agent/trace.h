// What the agent writes: JSON lines, each written with one write(2) to a file opened for appending, so that whatever
// was found before a SIGKILL is there and lines of several threads do not mix. Readers drop an incomplete last line.
//
// The records are plain data and know nothing of the JVM; docs/agent.md shows one of each.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace snag::agent {

struct Frame {
  std::string class_name;  // with dots
  std::string method, descriptor;
  std::string file;        // empty: not known
  std::uint32_t line = 0;  // 0: not known

  friend bool operator==(const Frame&, const Frame&) = default;
};
using Frames = std::vector<Frame>;

struct StartRecord {
  std::uint64_t process = 0;
  std::string java;
  std::vector<std::string> checks;
  bool attached = false;
};

struct AccessRecord {
  bool write = false;
  std::string thread;
  std::vector<std::string> locks;
  bool exact = false;  // the stack is the one of this very access
  std::uint32_t line = 0;
  Frames stack;
};

struct FindingRecord {
  std::uint32_t id = 0;
  std::string check, kind;
  std::string class_name, field;  // the field with the class that declares it
  bool is_static = false;
  AccessRecord first, second;
  Frames allocated;
  std::string owner;
  Frames first_touched;  // one, or none
  std::string second_owner;
  Frames handed_over;
  Frames escaped;  // one, or none
};

struct DeadlockRecord {
  struct Participant {
    std::string thread, waits_for;
    std::vector<std::string> holds;
    Frames stack;
    std::int64_t id = 0;  // of the thread in its JVM; not written
  };
  std::vector<Participant> threads;
};

struct EndRecord {
  std::string reason;
  std::map<std::string, std::uint32_t> skipped;  // reason to number of methods
  std::uint64_t classes = 0, methods = 0, sites = 0;
  std::vector<std::pair<std::string, std::uint64_t>> statistics;
};

// One line each, without its end.
std::string to_json(const StartRecord& record);
std::string to_json(const FindingRecord& record);
std::string to_json(const DeadlockRecord& record);
std::string to_json(const EndRecord& record);
std::string again_to_json(std::uint32_t id, std::uint32_t count);
std::string note_to_json(std::string_view text);

// A file that lines are appended to: the trace, and the log of --verbose. Any thread may call it. After a fork() the
// child writes nothing; nor is anything written if the program has closed every file that it found open, for the number
// may be a file of its own by then.
class LineFile {
 public:
  LineFile() = default;
  ~LineFile() { close(); }
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;

  // Closes what was open.
  Result<void> open(const std::string& path);
  void close();
  bool is_open() const;
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
