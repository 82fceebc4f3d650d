#include "wire/agent_configuration.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>

#include "base/nearest.h"

namespace snag::wire {

namespace {

template <class Value>
constexpr bool is_list = false;
template <class Element>
constexpr bool is_list<std::vector<Element>> = true;

// One word, and not a record of several.
template <class Value>
constexpr bool is_word = std::same_as<Value, std::string> || std::integral<Value> || std::is_enum_v<Value>;

// ---- writing --------------------------------------------------------------------------------------------------------

class LineWriter {
 public:
  template <class Value>
  void operator()(std::string_view key, const Value& value) {
    if constexpr (is_list<Value>) {
      for (const auto& element : value) add_line(key, element);
    } else {
      if (std::is_enum_v<Value> || value != Value()) add_line(key, value);
    }
  }

  std::string take() { return std::move(text_); }

 private:
  template <class Value>
  void add_line(std::string_view key, const Value& value) {
    text_ += key;
    add_words(value);
    text_ += '\n';
  }

  template <class Value>
  void add_words(const Value& value) {
    if constexpr (std::same_as<Value, std::string>) {
      add_word(value);
    } else if constexpr (std::is_enum_v<Value>) {
      add_word(words_of(value)[static_cast<std::size_t>(value)]);
    } else if constexpr (std::integral<Value>) {
      add_word(std::to_string(value));
    } else if constexpr (is_list<Value>) {
      for (const auto& element : value) add_words(element);
    } else {
      Value::visit(value, [this](std::string_view, const auto& field) { this->add_words(field); });
    }
  }

  void add_word(std::string_view word) {
    text_ += ' ';
    for (const char c : word) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte <= ' ' || byte == 0x7f || c == '\\') {
        fmt::format_to(std::back_inserter(text_), "\\x{:02x}", static_cast<unsigned>(byte));
      } else {
        text_ += c;
      }
    }
  }

  std::string text_ = fmt::format("snag-agent {}\n", kAgentConfigurationVersion);
};

// ---- reading --------------------------------------------------------------------------------------------------------

Result<std::string> parse_word(std::string_view text) {
  std::string word;
  while (!text.empty()) {
    if (text.front() != '\\') {
      word += text.front();
      text.remove_prefix(1);
      continue;
    }
    constexpr std::size_t kEscape = 4;  // \x20
    unsigned byte = 0;
    const std::string_view escape = text.substr(0, kEscape);
    const char* end = escape.data() + escape.size();
    if (escape.size() < kEscape || escape[1] != 'x' || std::from_chars(escape.data() + 2, end, byte, 16).ptr != end) {
      return failure(fmt::format("'{}' is not an escape: that is \\x and two digits", escape));
    }
    word += static_cast<char>(byte);
    text.remove_prefix(kEscape);
  }
  return word;
}

// The words of one line, each of which is read once.
class Words {
 public:
  explicit Words(std::span<const std::string> words) : rest_(words) {}

  // `name` is for the message.
  template <class Value>
  void operator()(std::string_view name, Value& value) {
    if constexpr (is_word<Value>) {
      if (rest_.empty()) return fail(fmt::format("{} is missing", name));
      read_word(rest_.front(), value);
      rest_ = rest_.subspan(1);
    } else if constexpr (is_list<Value>) {
      while (!rest_.empty() && error_.empty()) (*this)(name, value.emplace_back());
    } else {
      Value::visit(value, *this);
    }
  }

  // The first error; empty if there is none and all words were read.
  std::string finish() {
    if (!rest_.empty()) fail(fmt::format("'{}' is one word too many; a blank in a word is written \\x20", rest_[0]));
    return std::move(error_);
  }

 private:
  void fail(std::string error) {
    if (error_.empty()) error_ = std::move(error);
  }

  template <class Value>
  void read_word(const std::string& word, Value& value) {
    if constexpr (std::same_as<Value, std::string>) {
      value = word;
    } else if constexpr (std::is_enum_v<Value>) {
      constexpr auto kWords = words_of(Value());
      const auto found = std::find(kWords.begin(), kWords.end(), word);
      if (found == kWords.end()) return fail(fmt::format("'{}' is none of {}", word, fmt::join(kWords, ", ")));
      value = static_cast<Value>(found - kWords.begin());
    } else {
      const char* end = word.data() + word.size();
      const auto [stop, error] = std::from_chars(word.data(), end, value);
      if (error != std::errc{} || stop != end || word.front() == '-') fail(fmt::format("'{}' is not a number", word));
    }
  }

  std::span<const std::string> rest_;
  std::string error_;
};

struct Line {
  std::size_t number = 0;
  std::string key;
  std::vector<std::string> words;
  std::string error;  // of an escape
};

Line parse_line(std::size_t number, std::string_view text) {
  std::size_t end = std::min(text.find(' '), text.size());
  Line line{.number = number, .key = std::string(text.substr(0, end)), .words = {}, .error = {}};
  while (end < text.size()) {
    text.remove_prefix(end + 1);
    end = std::min(text.find(' '), text.size());
    Result<std::string> word = parse_word(text.substr(0, end));
    if (!word && line.error.empty()) line.error = word.error().message;
    line.words.push_back(word ? std::move(*word) : std::string());
  }
  return line;
}

// Calls back with each line that says something, until the function returns false.
template <class Function>
void for_each_line(std::string_view text, Function function) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    if (!function(parse_line(number, line))) return;
  }
}

std::string check_version(const Line& line) {
  const std::string expected = std::to_string(kAgentConfigurationVersion);
  const std::string version = line.words.empty() ? "" : line.words.front();
  if (line.key != "snag-agent") return fmt::format("the first line should be `snag-agent {}`", expected);
  if (version == expected) return {};
  return fmt::format("this agent reads version {} of agent.conf, not '{}'", expected, version);
}

std::string unknown_key(const std::string& key) {
  AgentConfiguration none;
  std::vector<std::string_view> keys;
  AgentConfiguration::visit(none, [&](std::string_view known, const auto&) { keys.push_back(known); });
  const std::optional<std::string_view> meant = nearest(key, keys);
  return fmt::format("unknown key '{}'{}", key, meant ? fmt::format("; did you mean '{}'?", *meant) : "");
}

// Returns what is wrong with the line; empty if nothing is.
std::string set_value(const Line& line, AgentConfiguration& configuration) {
  if (!line.error.empty()) return line.error;
  std::optional<std::string> error;
  AgentConfiguration::visit(configuration, [&]<class Value>(std::string_view key, Value& value) {
    if (key != line.key) return;
    Words words(line.words);
    if constexpr (is_list<Value>) {
      words("its value", value.emplace_back());
    } else {
      words("its value", value);
    }
    error = words.finish();
    if (!error->empty()) error = fmt::format("`{}`: {}", key, *error);
  });
  return error ? *error : unknown_key(line.key);
}

}  // namespace

std::string to_text(const AgentConfiguration& configuration) {
  LineWriter writer;
  AgentConfiguration::visit(configuration, writer);
  return writer.take();
}

Result<AgentConfiguration> parse_agent_configuration(std::string_view text) {
  AgentConfiguration configuration;
  std::size_t last = 0;
  std::string error;
  for_each_line(text, [&](const Line& line) {
    error = last == 0 ? check_version(line) : set_value(line, configuration);
    last = line.number;
    return error.empty();
  });
  if (last == 0) {
    last = 1;
    error = fmt::format("it is empty; its first line should be `snag-agent {}`", kAgentConfigurationVersion);
  } else if (error.empty() && configuration.trace.empty()) {
    error = "no `trace`";
  }
  if (!error.empty()) return failure(fmt::format("agent.conf:{}: {}", last, error));
  return configuration;
}

std::string trace_in(std::string_view text) {
  std::string trace;
  for_each_line(text, [&](const Line& line) {
    if (line.error.empty() && line.key == "trace" && line.words.size() == 1) trace = line.words.front();
    return true;
  });
  return trace;
}

std::string path_for_process(std::string_view pattern, std::uint64_t process) {
  std::string path;
  while (!pattern.empty()) {
    const bool number = pattern.starts_with("%p"), percent = pattern.starts_with("%%");
    path += number ? std::to_string(process) : std::string(1, pattern.front());
    pattern.remove_prefix(number || percent ? 2 : 1);
  }
  return path;
}

std::string pattern_of(std::string_view path) {
  std::string pattern;
  for (const char c : path) pattern.append(c == '%' ? 2 : 1, c);
  return pattern;
}

}  // namespace snag::wire
