#include "cli/agent_conf.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "agent/config.h"
#include "agent/config_line.h"
#include "checks/object-race/descriptor.h"
#include "classfile/descriptor.h"

namespace snag {

namespace {

using agent::ConfigLine;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

ConfigLine foreseen_line(const instrument::ForeseenClass& foreseen) {
  ConfigLine line{.key = "class", .words = {foreseen.name, foreseen.facts.super}};
  for (const instrument::FieldFacts& field : foreseen.facts.fields) {
    line.words.push_back(field.name);
    line.words.push_back(field.descriptor);
  }
  return line;
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
  std::string text;
  const auto add = [&](std::string key, std::vector<std::string> words) {
    text += to_text(ConfigLine{.key = std::move(key), .words = std::move(words)});
  };
  add("snag-agent", {std::to_string(agent::kConfigVersion)});
  add("trace", {configuration.trace});
  if (configuration.watcher) {
    add("watcher", {std::to_string(configuration.watcher->number), std::to_string(configuration.watcher->started)});
  }
  add("checks", {fmt::format("{}", fmt::join(configuration.checks, ","))});
  add("granularity", {options.check_options.value(kGranularity).value_or(std::string(kFieldGranularity))});
  add("ordering", {options.check_options.flag(kLocksetOnly) ? "lockset" : "hybrid"});
  add("arrays", {std::string(kArrays[static_cast<int>(options.arrays)])});
  for (const std::string& pattern : options.include) add("include", {pattern});
  for (const std::string& pattern : options.exclude) add("exclude", {pattern});
  add("max-memory", {std::to_string(options.max_memory.value_or(kDefaultMaxMemory))});
  for (const library::RunTimeOperation& operation : configuration.operations) {
    add("operation", {operation.class_name, operation.method, operation.parameters, operation.action, operation.operand,
                      operation.mode, operation.when});
  }
  for (const std::string& name : configuration.skipped.classes) add("skip-class", {name});
  for (const std::string& name : configuration.skipped.fields) add("skip-field", {name});
  for (const instrument::ForeseenClass& foreseen : configuration.foreseen) text += to_text(foreseen_line(foreseen));
  for (const std::string& name : configuration.not_serializable) add("not-serializable", {name});
  return text;
}

}  // namespace snag
