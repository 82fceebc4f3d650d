#include "cli/agent_conf.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "classfile/descriptor.h"

namespace snag {

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

// The JVM allows blanks in names, and the file does not.
bool is_word(std::string_view text) {
  return !text.empty() && std::none_of(text.begin(), text.end(), [](char c) { return c >= 0 && c <= ' '; });
}

void write_foreseen(const instrument::ForeseenClass& foreseen, std::string& text) {
  if (!is_word(foreseen.name) || !is_word(foreseen.facts.super)) return;
  text.append("class ").append(foreseen.name).append(" ").append(foreseen.facts.super);
  for (const instrument::FieldFacts& field : foreseen.facts.fields) {
    if (is_word(field.name) && is_word(field.descriptor)) {
      text.append(" ").append(field.name).append(" ").append(field.descriptor);
    }
  }
  text += '\n';
}

}  // namespace

Result<Skipped> parse_guide(std::string_view text) {
  Skipped skipped;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line = trimmed(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    const std::size_t blank = line.find_first_of(" \t");
    const std::string_view key = line.substr(0, blank);
    const std::string_view value = blank == line.npos ? "" : trimmed(line.substr(blank));
    auto wrong = [&](std::string_view what) { return failure(fmt::format("line {}: {}", number, what)); };
    if (key == "skip-class") {
      std::string name = classfile::to_internal_class(value);
      if (!classfile::is_class_name(name)) return wrong(fmt::format("'{}' is no class", value));
      skipped.classes.push_back(std::move(name));
    } else if (key == "skip-field") {
      const std::size_t dot = value.rfind('.');
      const std::string owner = dot == value.npos ? "" : classfile::to_internal_class(value.substr(0, dot));
      const std::string_view field = value.substr(dot == value.npos ? 0 : dot + 1);
      if (!classfile::is_class_name(owner) || !classfile::is_unqualified_name(field)) {
        return wrong(fmt::format("'{}' is no field; write CLASS.NAME", value));
      }
      skipped.fields.push_back(fmt::format("{}.{}", owner, field));
    } else {
      return wrong(fmt::format("unknown word '{}': it is skip-class or skip-field", key));
    }
  }
  return skipped;
}

std::string agent_conf_text(const AgentConfiguration& configuration) {
  const Options& options = configuration.options;
  static constexpr std::string_view kArrays[] = {"off", "whole", "ranges"};
  std::string text = "snag-agent 1\n";
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "trace {}\n", configuration.trace.native());
  if (configuration.watcher) {
    fmt::format_to(out, "watcher {} {}\n", configuration.watcher->number, configuration.watcher->started);
  }
  fmt::format_to(out, "checks {}\n", fmt::join(configuration.checks, ","));
  fmt::format_to(out, "granularity {}\n", options.granularity == Granularity::kField ? "field" : "object");
  fmt::format_to(out, "ordering {}\n", options.lockset_only ? "lockset" : "hybrid");
  fmt::format_to(out, "arrays {}\n", kArrays[static_cast<int>(options.arrays)]);
  for (const std::string& pattern : options.include) fmt::format_to(out, "include {}\n", pattern);
  for (const std::string& pattern : options.exclude) fmt::format_to(out, "exclude {}\n", pattern);
  fmt::format_to(out, "max-memory {}\n", options.max_memory.value_or(kDefaultMaxMemory));
  for (const library::RunTimeOperation& operation : configuration.operations) {
    fmt::format_to(out, "operation {} {} {} {} {} {} {}\n", operation.class_name, operation.method,
                   operation.parameters, operation.action, operation.operand, operation.mode, operation.when);
  }
  for (const std::string& name : configuration.skipped.classes) fmt::format_to(out, "skip-class {}\n", name);
  for (const std::string& name : configuration.skipped.fields) fmt::format_to(out, "skip-field {}\n", name);
  for (const instrument::ForeseenClass& foreseen : configuration.foreseen) write_foreseen(foreseen, text);
  for (const std::string& name : configuration.not_serializable) {
    if (is_word(name)) fmt::format_to(out, "not-serializable {}\n", name);
  }
  return text;
}

}  // namespace snag
