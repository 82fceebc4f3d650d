#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>

#include "wire/trace.h"

namespace snag::wire {

namespace {

using Json = nlohmann::json;

// Reads what is of the expected type, and leaves the rest as it is.
class FieldReader {
 public:
  FieldReader(const Json& object, const TraceLimits& limits) : object_(object), limits_(limits) {}

  template <class Value>
  void operator()(const char* name, Value& value) const {
    if (const auto it = object_.find(name); it != object_.end()) read(*it, value);
  }

 private:
  void read(const Json& json, std::string& text) const {
    if (json.is_string()) text = limited(json.get_ref<const std::string&>());
  }
  void read(const Json& json, bool& flag) const {
    if (json.is_boolean()) flag = json.get<bool>();
  }
  template <std::unsigned_integral Number>
  void read(const Json& json, Number& number) const {
    if (!json.is_number_unsigned()) return;
    const auto value = json.get<std::uint64_t>();
    if (value <= std::numeric_limits<Number>::max()) number = static_cast<Number>(value);
  }
  void read(const Json& json, Counts& counts) const {
    if (!json.is_object()) return;
    for (const auto& [name, value] : json.items()) {
      if (value.is_number_unsigned() && counts.size() < limits_.elements) {
        counts.emplace(limited(name), value.get<std::uint64_t>());
      }
    }
  }
  template <class Value>
  void read(const Json& json, std::vector<Value>& values) const {
    if (!json.is_array()) return;
    values.resize(std::min(json.size(), limits_.elements));
    for (std::size_t n = 0; n < values.size(); ++n) read(json[n], values[n]);
  }
  template <class Value>
  void read(const Json& json, std::optional<Value>& value) const {
    if (std::is_class_v<Value> ? json.is_object() : json.is_number_unsigned()) read(json, value.emplace());
  }
  template <class Value>
  requires std::is_class_v<Value>
  void read(const Json& json, Value& value) const {
    if (json.is_object()) Value::visit(value, FieldReader(json, limits_));
  }

  std::string limited(const std::string& whole) const {
    if (whole.size() <= limits_.text) return whole;
    std::size_t end = limits_.text;
    while (end > 0 && (static_cast<unsigned char>(whole[end]) & 0xc0) == 0x80) --end;  // never half a character
    return whole.substr(0, end);
  }

  const Json& object_;
  const TraceLimits& limits_;
};

template <class... Kinds>
std::optional<Record> read_kind(std::string_view kind, const FieldReader& fields, const std::variant<Kinds...>*) {
  std::optional<Record> result;
  const auto read_if = [&]<class Kind>(Kind record) {
    if (kind != Kind::kRecord) return;
    Kind::visit(record, fields);
    result = std::move(record);
  };
  (read_if(Kinds()), ...);
  return result;
}

bool is_complete(const Conflict& conflict) { return conflict.accesses.size() >= 2 && !conflict.check.empty(); }
bool is_complete(const Deadlock& deadlock) { return !deadlock.threads.empty(); }
template <class Kind>
bool is_complete(const Kind&) {
  return true;
}

class TraceReader {
 public:
  explicit TraceReader(const TraceLimits& limits) : limits_(limits) {}

  void read(std::string_view line) {
    if (line.size() > limits_.line) {
      ++trace_.left_out;
      return;
    }
    if (std::optional<Record> record = read_line(line, limits_)) {
      std::visit([this](auto& kind) { add(std::move(kind)); }, *record);
    } else {
      ++trace_.unreadable;
    }
  }

  Trace take() { return std::move(trace_); }

 private:
  void add(Start start) {
    trace_.started = true;
    trace_.start = std::move(start);
  }
  void add(Conflict conflict) {
    if (!has_room()) return;
    by_id_[conflict.id] = trace_.conflicts.size();
    trace_.conflicts.push_back(std::move(conflict));
  }
  void add(Again again) {
    const auto known = by_id_.find(again.id);
    if (known == by_id_.end()) return;
    std::uint64_t& count = trace_.conflicts[known->second].count;
    count += std::min(again.count, std::numeric_limits<std::uint64_t>::max() - count);
  }
  void add(Deadlock deadlock) {
    if (has_room()) trace_.deadlocks.push_back(std::move(deadlock));
  }
  void add(Note note) {
    if (has_room()) trace_.notes.push_back(std::move(note.text));
  }
  void add(End end) {
    trace_.ended = true;
    trace_.end = std::move(end);
  }

  bool has_room() {
    if (++records_ <= limits_.records) return true;
    ++trace_.left_out;
    return false;
  }

  const TraceLimits& limits_;
  Trace trace_;
  absl::flat_hash_map<std::uint64_t, std::size_t> by_id_;
  std::size_t records_ = 0;
};

}  // namespace

std::optional<Record> read_line(std::string_view line, const TraceLimits& limits) {
  const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return std::nullopt;
  const auto kind = json.find("record");
  if (kind == json.end() || !kind->is_string()) return std::nullopt;
  std::optional<Record> record =
      read_kind(kind->get_ref<const std::string&>(), FieldReader(json, limits), static_cast<const Record*>(nullptr));
  if (record && !std::visit([](const auto& of) { return is_complete(of); }, *record)) return std::nullopt;
  return record;
}

Trace read_trace(std::string_view text, const TraceLimits& limits) {
  TraceReader reader(limits);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == text.npos) break;  // the agent was killed while it wrote this one
    if (end > 0) reader.read(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return reader.take();
}

}  // namespace snag::wire
