#include <concepts>

#include "base/json_writer.h"
#include "wire/trace.h"

namespace snag::wire {

namespace {

class FieldWriter {
 public:
  explicit FieldWriter(JsonWriter& json) : json_(json) {}

  template <class Value>
  void operator()(std::string_view name, const Value& value) {
    json_.key(name);
    write(value);
  }
  template <class Value>
  void operator()(std::string_view name, const std::optional<Value>& value) {
    if (value) (*this)(name, *value);
  }

 private:
  void write(const std::string& text) { json_.value(text); }
  void write(bool flag) { json_.value(flag); }
  void write(std::unsigned_integral auto number) { json_.value(std::uint64_t{number}); }
  void write(const Counts& counts) {
    json_.begin_object();
    for (const auto& [name, count] : counts) json_.member(name, count);
    json_.end_object();
  }
  template <class Value>
  void write(const std::vector<Value>& values) {
    json_.begin_array();
    for (const Value& value : values) write(value);
    json_.end_array();
  }
  template <class Value>
  requires std::is_class_v<Value>
  void write(const Value& value) {
    json_.begin_object();
    Value::visit(value, *this);
    json_.end_object();
  }

  JsonWriter& json_;
};

}  // namespace

std::string to_line(const Record& record) {
  JsonWriter json(/*indented_levels=*/0);
  json.begin_object();
  std::visit(
      [&]<class Kind>(const Kind& of) {
        json.member("record", Kind::kRecord);
        Kind::visit(of, FieldWriter(json));
      },
      record);
  json.end_object();
  return json.take();
}

}  // namespace snag::wire
