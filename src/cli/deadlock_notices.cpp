#include "cli/deadlock_notices.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <iterator>
#include <utility>

#include "checks/deadlock/story.h"
#include "cli/output.h"
#include "report/printable.h"
#include "wire/trace.h"

namespace snag {

namespace {

constexpr std::size_t kNotices = 5;  // the program's own output should stay in sight

}  // namespace

std::vector<std::string> FollowedFile::new_lines() {
  std::vector<std::string> lines;
  // The file belongs to the program, which might put something else in its place: nothing here may block.
  const int file = ::open(file_.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return lines;
  std::array<char, 1 << 16> buffer;
  constexpr std::uint64_t kAtOnce = 64 << 20;
  for (std::uint64_t end = read_ + kAtOnce; read_ < end;) {
    const ssize_t count = ::pread(file, buffer.data(), buffer.size(), static_cast<off_t>(read_));
    if (count <= 0) break;
    read_ += static_cast<std::uint64_t>(count);
    take({buffer.data(), static_cast<std::size_t>(count)}, lines);
  }
  ::close(file);
  return lines;
}

void FollowedFile::take(std::string_view text, std::vector<std::string>& lines) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view part = text.substr(0, end);
    leaves_out_ = leaves_out_ || begun_.size() + part.size() > limit_;
    if (leaves_out_) {
      begun_.clear();
    } else {
      begun_ += part;
    }
    if (end == text.npos) return;
    if (!leaves_out_) lines.push_back(std::exchange(begun_, {}));
    leaves_out_ = false;
    text.remove_prefix(end + 1);
  }
}

std::string deadlock_notice(std::string_view line, std::string_view process) {
  // The agent writes the kind of a record first, so that records of other kinds need not be parsed.
  if (!line.starts_with(R"({"record":"deadlock")")) return {};
  const wire::Trace trace = wire::read_trace(std::string(line) + "\n");
  if (trace.deadlocks.empty()) return {};
  const wire::Deadlock& deadlock = trace.deadlocks.front();
  std::string text = fmt::format("snag: deadlock: {} threads of process {} wait for each other in a cycle\n",
                                 deadlock.threads.size(), printable(process));
  for (const std::string& thread : lines_of(evidence_of(deadlock, /*program=*/nullptr))) {
    fmt::format_to(std::back_inserter(text), "snag:   {}\n", printable(thread));
  }
  return text;
}

void DeadlockNotices::look() {
  if (count_ > kNotices) return;
  for (const std::filesystem::path& file : folder_.traces()) {
    const std::string process = file.stem().native().substr(std::string_view("trace-").size());
    for (const std::string& line : files_.try_emplace(file, file).first->second.new_lines()) {
      const std::string notice = deadlock_notice(line, process);
      if (notice.empty()) continue;
      if (++count_ > kNotices) return print_message("snag: further deadlocks are in the report");
      print_messages(fmt::format("{}snag: {}\n", notice, advice_));
    }
  }
}

}  // namespace snag
