#include "agent/config.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "agent/config_line.h"
#include "base/nearest.h"
#include "classfile/class_file.h"

namespace snag::agent {
namespace {

using instrument::Arrays;
using instrument::Operation;

template <class Value, std::size_t kCount>
using Words = std::array<std::pair<std::string_view, Value>, kCount>;

constexpr Words<Granularity, 2> kGranularities{{{"field", Granularity::kField}, {"object", Granularity::kObject}}};
constexpr Words<Ordering, 2> kOrderings{{{"hybrid", Ordering::kHybrid}, {"lockset", Ordering::kLockset}}};
constexpr Words<Arrays, 3> kArrays{{{"off", Arrays::kOff}, {"whole", Arrays::kWhole}, {"ranges", Arrays::kRanges}}};
constexpr Words<Operation::Action, 12> kActions{{
    {"acquire", Operation::Action::kAcquire},
    {"release", Operation::Action::kRelease},
    {"wait", Operation::Action::kWait},
    {"notify", Operation::Action::kNotify},
    {"start", Operation::Action::kStart},
    {"join", Operation::Action::kJoin},
    {"signal", Operation::Action::kSignal},
    {"read", Operation::Action::kRead},
    {"write", Operation::Action::kWrite},
    {"update", Operation::Action::kUpdate},
    {"contents-read", Operation::Action::kContentsRead},
    {"contents-write", Operation::Action::kContentsWrite},
}};
constexpr Words<int, 4> kModes{{{"exclusive", 0}, {"read", 1}, {"write", 2}, {"optimistic", 3}}};
constexpr Words<bool, 2> kConditions{{{"always", false}, {"if-true", true}}};
constexpr std::array<std::string_view, 15> kKeys{
    "trace",     "checks",      "granularity", "ordering",   "arrays", "include",          "exclude", "max-memory",
    "operation", "verbose-log", "skip-class",  "skip-field", "class",  "not-serializable", "watcher"};

template <class Value, std::size_t kCount>
std::optional<Value> find_word(const Words<Value, kCount>& words, std::string_view word) {
  for (const auto& [name, value] : words) {
    if (name == word) return value;
  }
  return std::nullopt;
}

template <class Value, std::size_t kCount>
std::string_view word_of(const Words<Value, kCount>& words, Value of) {
  for (const auto& [name, value] : words) {
    if (value == of) return name;
  }
  return {};
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

template <class Number>
std::optional<Number> to_number(std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string internal_name(std::string_view name) {
  std::string internal(name);
  for (char& c : internal) {
    if (c == '.') c = '/';
  }
  return internal;
}

// The lines that say something, one after the other.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  bool next() {
    while (!rest_.empty()) {
      const std::size_t end = rest_.find('\n');
      line_ = rest_.substr(0, end);
      rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
      ++number_;
      if (line_.ends_with('\r')) line_.remove_suffix(1);
      if (!line_.empty() && line_.front() != '#') return true;
    }
    return false;
  }
  std::string_view line() const { return line_; }
  std::size_t number() const { return number_; }

 private:
  std::string_view rest_, line_;
  std::size_t number_ = 0;
};

std::string first_line() { return fmt::format("snag-agent {}", kConfigVersion); }

class Parser {
 public:
  Result<Config> parse(std::string_view text) {
    Lines lines(text);
    bool first = true;
    for (; lines.next(); first = false) {
      if (const Result<ConfigLine> line = parse_line(lines.line()); !line) {
        error_ = line.error().message;
      } else if (first) {
        check_version(*line);
      } else {
        set(*line);
      }
      if (!error_.empty()) return failure(fmt::format("agent.conf:{}: {}", lines.number(), error_));
    }
    if (first) return failure(fmt::format("agent.conf:1: it is empty; its first line should be `{}`", first_line()));
    if (config_.trace.empty()) return failure(fmt::format("agent.conf:{}: no `trace`", lines.number()));
    return std::move(config_);
  }

 private:
  void check_version(const ConfigLine& line) {
    const std::string_view version = line.words.empty() ? "" : std::string_view(line.words.front());
    if (line.key != "snag-agent") {
      error_ = fmt::format("the first line should be `{}`", first_line());
    } else if (to_number<std::uint32_t>(version) != kConfigVersion) {
      error_ = fmt::format("this agent reads version {} of agent.conf, not '{}'", kConfigVersion, version);
    }
  }

  void set(const ConfigLine& line) {
    if (line.words.empty() || (line.words.size() == 1 && line.words.front().empty())) {
      error_ = fmt::format("`{}` has no value", line.key);
    } else if (line.key == "operation") {
      add_operation(line.words);
    } else if (line.key == "class") {
      foresee(line.words);
    } else if (line.key == "watcher") {
      set_watcher(line.words);
    } else if (line.words.size() > 1) {
      error_ = fmt::format("`{}` has more than one value; a blank in one is written \\x20", line.key);
    } else {
      set(line.key, line.words.front());
    }
  }

  void set(std::string_view key, const std::string& value) {
    instrument::Decisions& decisions = config_.decisions;
    if (key == "trace") {
      config_.trace = value;
    } else if (key == "verbose-log") {
      config_.verbose_log = value;
    } else if (key == "checks") {
      set_checks(value);
    } else if (key == "granularity") {
      word(kGranularities, value, config_.granularity);
      decisions.by_field = config_.granularity == Granularity::kField;
    } else if (key == "ordering") {
      word(kOrderings, value, config_.ordering);
    } else if (key == "arrays") {
      word(kArrays, value, decisions.arrays);
    } else if (key == "include") {
      decisions.include.emplace_back(value);
    } else if (key == "exclude") {
      decisions.exclude.emplace_back(value);
    } else if (key == "max-memory") {
      const std::optional<std::uint64_t> bytes = to_number<std::uint64_t>(value);
      if (bytes) config_.max_memory = *bytes;
      if (!bytes) error_ = fmt::format("'{}' is no number of bytes", value);
    } else if (key == "skip-class") {
      decisions.skipped_classes.insert(internal_name(value));
    } else if (key == "skip-field") {
      skip_field(value);
    } else if (key == "not-serializable") {
      config_.not_serializable.push_back(internal_name(value));
    } else {
      const std::optional<std::string_view> meant = nearest(key, kKeys);
      error_ = fmt::format("unknown key '{}'{}", key, meant ? fmt::format("; did you mean '{}'?", *meant) : "");
    }
  }

  void set_watcher(const std::vector<std::string>& parts) {
    const std::optional<pid_t> number = to_number<pid_t>(parts.front());
    const std::optional<std::uint64_t> started = to_number<std::uint64_t>(parts.back());
    if (parts.size() == 2 && number && *number > 0 && started) {
      config_.watcher = {.number = *number, .started = *started};
    } else {
      error_ = "a watcher has two words, the number of a process and its start";
    }
  }

  void set_checks(std::string_view value) {
    config_.decisions.object_race = config_.decisions.object_consistency = false;
    for (const std::string_view check : split(value, ',')) {
      if (check == "object-race") {
        config_.decisions.object_race = true;
      } else if (check == "object-consistency") {
        config_.decisions.object_consistency = true;
      } else {
        error_ = fmt::format("unknown check '{}'", check);
      }
    }
  }

  // The last dot ends the class: app.Account.balance.
  void skip_field(std::string_view value) {
    const std::size_t dot = value.rfind('.');
    if (dot == std::string_view::npos || dot == 0 || dot + 1 == value.size()) {
      error_ = fmt::format("'{}' is no CLASS.NAME", value);
      return;
    }
    config_.decisions.skipped_fields.insert(internal_name(value.substr(0, dot)) + std::string(value.substr(dot)));
  }

  // CLASS SUPER, and then NAME DESCRIPTOR of each volatile field.
  void foresee(const std::vector<std::string>& parts) {
    if (parts.size() < 2 || parts.size() % 2 != 0) {
      error_ = "a class has two words, CLASS SUPER, and two for each volatile field, NAME DESCRIPTOR";
      return;
    }
    instrument::ClassFacts facts;
    facts.super = parts[1];
    for (std::size_t i = 2; i < parts.size(); i += 2) {
      facts.fields.push_back({parts[i], parts[i + 1], classfile::kAccVolatile});
    }
    config_.foreseen.emplace_back(parts[0], std::move(facts));
  }

  void add_operation(const std::vector<std::string>& parts) {
    if (parts.size() != 7) {
      error_ = "an operation has seven words: CLASS METHOD PARAMETERS ACTION OPERAND MODE WHEN";
      return;
    }
    Operation operation;
    operation.class_pattern = internal_name(parts[0]);
    operation.method_pattern = parts[1];
    if (operation.class_pattern.empty() || operation.method_pattern.empty()) error_ = "an empty pattern";
    if (parts[2].starts_with('(') && parts[2].ends_with(')')) {
      operation.parameters = internal_name(parts[2]);
    } else if (parts[2] != "*") {
      error_ = fmt::format("'{}' is neither * nor parameters like (I)", parts[2]);
    }
    word(kActions, parts[3], operation.action);
    set_operand(parts[4], operation);
    word(kModes, parts[5], operation.mode);
    word(kConditions, parts[6], operation.only_if_true);
    if (error_.empty()) config_.decisions.operations.add(std::move(operation));
  }

  void set_operand(std::string_view text, Operation& operation) {
    if (text == "this") {
      operation.operand = Operation::Operand::kThis;
    } else if (text == "result") {
      operation.operand = Operation::Operand::kResult;
    } else if (text.starts_with("arg:") && text.size() > 4) {
      operation.operand = Operation::Operand::kArgumentOfType;
      operation.type = internal_name(text.substr(4));
    } else {
      std::optional<std::uint32_t> argument;
      if (text.starts_with("arg")) argument = to_number<std::uint32_t>(text.substr(3));
      if (!argument || *argument > 254) {
        error_ = fmt::format("'{}' is no operand (this, argN, arg:CLASS or result)", text);
        return;
      }
      operation.operand = Operation::Operand::kArgument;
      operation.argument = *argument;
    }
  }

  template <class Value, std::size_t kCount>
  void word(const Words<Value, kCount>& words, std::string_view text, Value& value) {
    if (const std::optional<Value> found = find_word(words, text)) {
      value = *found;
      return;
    }
    std::string known;
    for (const auto& [name, unused] : words) known += fmt::format("{}{}", known.empty() ? "" : ", ", name);
    error_ = fmt::format("'{}' is none of {}", text, known);
  }

  Config config_;
  std::string error_;
};

}  // namespace

Result<Config> parse_config(std::string_view text) { return Parser().parse(text); }

std::string trace_in(std::string_view text) {
  std::string trace;
  for (Lines lines(text); lines.next();) {
    const Result<ConfigLine> line = parse_line(lines.line());
    if (line && line->key == "trace" && line->words.size() == 1) trace = line->words.front();
  }
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

std::string_view to_word(Granularity granularity) { return word_of(kGranularities, granularity); }
std::string_view to_word(Ordering ordering) { return word_of(kOrderings, ordering); }
std::string_view to_word(instrument::Arrays arrays) { return word_of(kArrays, arrays); }

}  // namespace snag::agent
