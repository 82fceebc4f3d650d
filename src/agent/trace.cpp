#include "agent/trace.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/json_writer.h"

namespace snag::agent {
namespace {

void write_frame(JsonWriter& json, const Frame& frame) {
  json.begin_object();
  json.member("class", frame.class_name);
  json.member("method", frame.method);
  json.member("descriptor", frame.descriptor);
  if (!frame.file.empty()) json.member("file", frame.file);
  if (frame.line != 0) json.member("line", frame.line);
  json.end_object();
}

void write_frames(JsonWriter& json, std::string_view key, const Frames& frames) {
  json.begin_array(key);
  for (const Frame& frame : frames) write_frame(json, frame);
  json.end_array();
}

void write_access(JsonWriter& json, const AccessRecord& access) {
  json.begin_object();
  json.member("action", access.write ? "write" : "read");
  json.member("thread", access.thread);
  json.array("locks", access.locks);
  json.member("exact", access.exact);
  if (access.line != 0) json.member("line", access.line);
  write_frames(json, "stack", access.stack);
  json.end_object();
}

void write_life(JsonWriter& json, const FindingRecord& record) {
  json.begin_object("life");
  write_frames(json, "allocated", record.allocated);
  if (!record.owner.empty()) json.member("owner", record.owner);
  if (!record.first_touched.empty()) {
    json.key("first-touched");
    write_frame(json, record.first_touched.front());
  }
  if (!record.second_owner.empty() || !record.handed_over.empty()) {
    json.begin_object("handed-over");
    json.member("thread", record.second_owner);
    write_frames(json, "stack", record.handed_over);
    json.end_object();
  }
  if (!record.escaped.empty()) {
    json.key("escaped");
    write_frame(json, record.escaped.front());
  }
  json.end_object();
}

// No white space; the record's kind comes first.
class Record {
 public:
  explicit Record(std::string_view kind) : json_(/*indented_levels=*/0) {
    json_.begin_object();
    json_.member("record", kind);
  }
  JsonWriter* operator->() { return &json_; }
  JsonWriter& operator*() { return json_; }
  std::string take() {
    json_.end_object();
    return json_.take();
  }

 private:
  JsonWriter json_;
};

}  // namespace

std::string to_json(const StartRecord& record) {
  Record json("start");
  json->member("version", std::uint32_t{1});
  json->member("pid", record.process);
  json->member("java", record.java);
  json->array("checks", record.checks);
  json->member("attached", record.attached);
  return json.take();
}

std::string to_json(const FindingRecord& record) {
  Record json("finding");
  json->member("id", record.id);
  json->member("check", record.check);
  json->member("kind", record.kind);
  json->member("class", record.class_name);
  json->member("field", record.field);
  json->member("static", record.is_static);
  json->begin_array("accesses");
  write_access(*json, record.first);
  write_access(*json, record.second);
  json->end_array();
  write_life(*json, record);
  return json.take();
}

std::string to_json(const DeadlockRecord& record) {
  Record json("deadlock");
  json->begin_array("threads");
  for (const DeadlockRecord::Participant& participant : record.threads) {
    json->begin_object();
    json->member("thread", participant.thread);
    json->member("waits-for", participant.waits_for);
    json->array("holds", participant.holds);
    write_frames(*json, "stack", participant.stack);
    json->end_object();
  }
  json->end_array();
  return json.take();
}

std::string to_json(const EndRecord& record) {
  Record json("end");
  json->member("reason", record.reason);
  json->begin_array("skipped");
  for (const auto& [reason, methods] : record.skipped) {
    json->begin_object();
    json->member("reason", reason);
    json->member("methods", methods);
    json->end_object();
  }
  json->end_array();
  json->member("classes", record.classes);
  json->member("methods", record.methods);
  json->member("sites", record.sites);
  json->begin_object("statistics");
  for (const auto& [name, value] : record.statistics) json->member(name, value);
  json->end_object();
  return json.take();
}

std::string again_to_json(std::uint32_t id, std::uint32_t count) {
  Record json("again");
  json->member("id", id);
  json->member("count", count);
  return json.take();
}

std::string note_to_json(std::string_view text) {
  Record json("note");
  json->member("text", text);
  return json.take();
}

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

bool LineFile::is_open() const {
  const std::lock_guard lock(mutex_);
  return file_ >= 0;
}

void LineFile::write(std::string line) {
  if (process_ != ::getpid()) return;  // a child of fork(), where another thread's lock is held for ever
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
