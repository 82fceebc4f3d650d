// The folder through which Snag and the agent exchange files: agent.conf goes in, traces come out. No other user may
// read it.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace snag {

class SessionFolder {
 public:
  // In TMPDIR, and removed at the end; or `kept`, which must be new or empty. Throws UsageError.
  explicit SessionFolder(const std::optional<std::filesystem::path>& kept);
  ~SessionFolder();
  SessionFolder(const SessionFolder&) = delete;
  SessionFolder& operator=(const SessionFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path configuration() const { return path_ / "agent.conf"; }
  std::string trace_pattern() const;  // as agent.conf has it: %p is the process
  void write_configuration(std::string_view text) const;
  // Lets a program of another user read and write here.
  void give_to(uid_t user, gid_t group) const;
  // Sorted by name.
  std::vector<std::filesystem::path> traces() const;

 private:
  std::filesystem::path path_;
  bool kept_ = false;
};

}  // namespace snag
