// Says on standard error that the watched program has run into a deadlock, when the agent has seen it and not only when
// the program has ended: a user who waits for a program that hangs wants to know. The traces are read as they grow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/session_folder.h"

namespace snag {

// The lines that a growing file gets. A line that is longer than `limit` is left out.
class FollowedFile {
 public:
  explicit FollowedFile(std::filesystem::path file, std::size_t limit = 4 << 20)
      : file_(std::move(file)), limit_(limit) {}

  // The lines that were completed since the last call.
  std::vector<std::string> new_lines();

 private:
  void take(std::string_view text, std::vector<std::string>& lines);

  std::filesystem::path file_;
  std::size_t limit_;
  std::uint64_t read_ = 0;   // bytes
  std::string begun_;        // the line that has no end yet
  bool leaves_out_ = false;  // what belongs to it is too long
};

class DeadlockNotices {
 public:
  // `advice` says how to go on.
  DeadlockNotices(const SessionFolder& folder, std::string advice) : folder_(folder), advice_(std::move(advice)) {}

  // Prints what is new.
  void look();

 private:
  const SessionFolder& folder_;
  std::string advice_;
  std::map<std::filesystem::path, FollowedFile> files_;
  std::size_t count_ = 0;  // of notices
};

// What is printed of the deadlock in a line of the trace; empty if the line is about something else.
std::string deadlock_notice(std::string_view line, std::string_view process);

}  // namespace snag
