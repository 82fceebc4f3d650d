// Options that belong to one check. They are declared in the check's descriptor; the command line, snag.toml,
// `snag config`, the completions and the manual page list them from there.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace snag {

struct CheckOption {
  enum class Shape : std::uint8_t { kFlag, kNumber, kWord };

  std::string_view name;  // `lock-depth`: --lock-depth
  Shape shape = Shape::kFlag;
  std::string_view help;     // one sentence, without the default
  std::string_view unset;    // what happens without the option; empty for flags
  std::string_view details;  // further sentences, for the manual page
  // Of a number.
  unsigned lowest = 0, highest = 0;
  // Of a word.
  std::span<const std::string_view> words = {};
};

// The values that the user has given, by the options' names. They are valid: the command line has refused others.
class CheckOptions {
 public:
  CheckOptions& set(const CheckOption& option, std::string value) {
    values_[std::string(option.name)] = std::move(value);
    return *this;
  }
  CheckOptions& set(const CheckOption& option, bool value) {
    return set(option, std::string(value ? "true" : "false"));
  }

  // Empty if the option was not given.
  std::optional<std::string> value(const CheckOption& option) const {
    const auto it = values_.find(option.name);
    return it == values_.end() ? std::nullopt : std::optional(it->second);
  }
  bool flag(const CheckOption& option) const { return value(option) == "true"; }
  unsigned number(const CheckOption& option, unsigned otherwise) const {
    const std::optional<std::string> text = value(option);
    return text ? static_cast<unsigned>(std::stoul(*text)) : otherwise;
  }

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace snag
