#include "trace/trace.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

namespace snag::trace {

namespace {

using Json = nlohmann::json;

// Typed access that answers something empty where a member is missing or of another type.
class Reader {
 public:
  explicit Reader(const TraceLimits& limits) : limits_(limits) {}

  std::string text(const Json& object, const char* key) const { return as_text(member(object, key)); }

  std::uint64_t number(const Json& object, const char* key) const {
    const Json& value = member(object, key);
    return value.is_number_unsigned() ? value.get<std::uint64_t>() : 0;
  }

  std::uint32_t line(const Json& object) const {
    const std::uint64_t value = number(object, "line");
    return value <= 0xffff ? static_cast<std::uint32_t>(value) : 0;  // JVMS 4.7.12: sixteen bits
  }

  bool flag(const Json& object, const char* key, bool otherwise) const {
    const Json& value = member(object, key);
    return value.is_boolean() ? value.get<bool>() : otherwise;
  }

  std::vector<std::string> texts(const Json& object, const char* key) const {
    std::vector<std::string> result;
    for_each(object, key, [&](const Json& value) { result.push_back(as_text(value)); });
    return result;
  }

  Place place(const Json& value) const {
    return {.class_name = text(value, "class"),
            .method = text(value, "method"),
            .descriptor = text(value, "descriptor"),
            .file = text(value, "file"),
            .line = line(value)};
  }

  Stack stack(const Json& object, const char* key) const {
    Stack result;
    for_each(object, key, [&](const Json& value) { result.push_back(place(value)); });
    return result;
  }

  Access access(const Json& value) const {
    return {.write = text(value, "action") == "write",
            .thread = text(value, "thread"),
            .locks = texts(value, "locks"),
            .exact = flag(value, "exact", true),
            .line = line(value),
            .stack = stack(value, "stack")};
  }

  Life life(const Json& value) const {
    Life life{.allocated = stack(value, "allocated"), .owner = text(value, "owner")};
    if (const Json& touched = member(value, "first-touched"); touched.is_object()) life.first_touched = place(touched);
    if (const Json& escaped = member(value, "escaped"); escaped.is_object()) life.escaped = place(escaped);
    const Json& handed = member(value, "handed-over");
    life.second_owner = text(handed, "thread");
    life.handed_over = stack(handed, "stack");
    return life;
  }

  // Calls back for the elements of an array, no more of them than a stack may have.
  template <class Function>
  void for_each(const Json& object, const char* key, Function function) const {
    const Json& array = member(object, key);
    if (!array.is_array()) return;
    const std::size_t count = std::min(array.size(), limits_.frames);
    for (std::size_t n = 0; n < count; ++n) function(array[n]);
  }

  const Json& member(const Json& object, const char* key) const {
    static const Json kNone;
    if (!object.is_object()) return kNone;
    const auto it = object.find(key);
    return it == object.end() ? kNone : *it;
  }

 private:
  std::string as_text(const Json& value) const {
    if (!value.is_string()) return {};
    const std::string& whole = value.get_ref<const std::string&>();
    if (whole.size() <= limits_.text) return whole;
    std::size_t end = limits_.text;
    while (end > 0 && (static_cast<unsigned char>(whole[end]) & 0xc0) == 0x80) --end;  // no half character
    return whole.substr(0, end);
  }

  const TraceLimits& limits_;
};

class TraceReader {
 public:
  explicit TraceReader(const TraceLimits& limits) : limits_(limits), reader_(limits) {}

  void read_line(std::string_view line) {
    if (line.size() > limits_.line) {
      ++trace_.left_out;
      return;
    }
    const Json record = Json::parse(line, nullptr, /*allow_exceptions=*/false);
    if (!record.is_object()) {
      ++trace_.unreadable;
      return;
    }
    const std::string what = reader_.text(record, "record");
    if (what == "start") {
      trace_.started = true;
      trace_.pid = reader_.number(record, "pid");
      trace_.java = reader_.text(record, "java");
      trace_.attached = reader_.flag(record, "attached", false);
    } else if (what == "finding") {
      read_meeting(record);
    } else if (what == "again") {
      const auto known = by_id_.find(reader_.number(record, "id"));
      if (known == by_id_.end()) return;
      std::uint64_t& count = trace_.meetings[known->second].count;
      count += std::min(reader_.number(record, "count"), std::numeric_limits<std::uint64_t>::max() - count);
    } else if (what == "deadlock") {
      read_deadlock(record);
    } else if (what == "note") {
      if (has_room()) trace_.notes.push_back(reader_.text(record, "text"));
    } else if (what == "end") {
      read_end(record);
    }
    // Whatever else there is comes from a later agent.
  }

  Trace take() { return std::move(trace_); }

 private:
  bool has_room() {
    if (++records_ <= limits_.records) return true;
    ++trace_.left_out;
    return false;
  }

  void read_meeting(const Json& record) {
    const Json& accesses = reader_.member(record, "accesses");
    Meeting meeting{.id = reader_.number(record, "id"),
                    .check = reader_.text(record, "check"),
                    .kind = reader_.text(record, "kind"),
                    .class_name = reader_.text(record, "class"),
                    .field = reader_.text(record, "field"),
                    .is_static = reader_.flag(record, "static", false)};
    if (!accesses.is_array() || accesses.size() != 2 || meeting.check.empty()) {
      ++trace_.unreadable;
      return;
    }
    if (!has_room()) return;
    meeting.first = reader_.access(accesses[0]);
    meeting.second = reader_.access(accesses[1]);
    meeting.life = reader_.life(reader_.member(record, "life"));
    by_id_[meeting.id] = trace_.meetings.size();
    trace_.meetings.push_back(std::move(meeting));
  }

  void read_deadlock(const Json& record) {
    Deadlock deadlock;
    reader_.for_each(record, "threads", [&](const Json& value) {
      deadlock.push_back({.thread = reader_.text(value, "thread"),
                          .waits_for = reader_.text(value, "waits-for"),
                          .holds = reader_.texts(value, "holds"),
                          .stack = reader_.stack(value, "stack")});
    });
    if (deadlock.empty()) {
      ++trace_.unreadable;
    } else if (has_room()) {
      trace_.deadlocks.push_back(std::move(deadlock));
    }
  }

  void read_end(const Json& record) {
    trace_.ended = true;
    trace_.reason = reader_.text(record, "reason");
    trace_.classes = reader_.number(record, "classes");
    trace_.methods = reader_.number(record, "methods");
    trace_.sites = reader_.number(record, "sites");
    trace_.skipped.clear();
    reader_.for_each(record, "skipped", [&](const Json& value) {
      trace_.skipped.push_back({reader_.text(value, "reason"), reader_.number(value, "methods")});
    });
    trace_.statistics.clear();
    const Json& statistics = reader_.member(record, "statistics");
    if (!statistics.is_object()) return;
    for (const auto& [name, value] : statistics.items()) {
      if (value.is_number_unsigned() && trace_.statistics.size() < limits_.frames) {
        trace_.statistics.emplace_back(name.substr(0, limits_.text), value.get<std::uint64_t>());
      }
    }
  }

  const TraceLimits& limits_;
  Reader reader_;
  Trace trace_;
  absl::flat_hash_map<std::uint64_t, std::size_t> by_id_;
  std::size_t records_ = 0;
};

}  // namespace

Trace read_trace(std::string_view text, const TraceLimits& limits) {
  TraceReader reader(limits);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == text.npos) break;  // the agent was killed while it wrote this one
    if (end > 0) reader.read_line(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return reader.take();
}

}  // namespace snag::trace
