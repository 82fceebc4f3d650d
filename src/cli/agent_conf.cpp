#include "cli/agent_conf.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "catalog/catalog.h"
#include "classfile/descriptor.h"

namespace snag {

Result<Skipped> parse_guide(std::string_view text) {
  Skipped skipped;
  std::size_t number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++number;
    line = trimmed(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    const std::size_t blank = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view key = line.substr(0, blank), value = trimmed(line.substr(blank));
    auto wrong = [&](std::string_view what) { return failure(fmt::format("line {}: {}", number, what)); };
    if (key == "skip-class") {
      std::string name = classfile::to_internal_class(value);
      if (!classfile::is_class_name(name)) return wrong(fmt::format("'{}' is not a class", value));
      skipped.classes.push_back(std::move(name));
    } else if (key == "skip-field") {
      const std::size_t dot = value.rfind('.');
      const std::string owner = dot == value.npos ? "" : classfile::to_internal_class(value.substr(0, dot));
      const std::string_view field = value.substr(dot == value.npos ? 0 : dot + 1);
      if (!classfile::is_class_name(owner) || !classfile::is_unqualified_name(field)) {
        return wrong(fmt::format("'{}' is not a field; write CLASS.NAME", value));
      }
      skipped.fields.push_back(fmt::format("{}.{}", owner, field));
    } else {
      return wrong(fmt::format("unknown word '{}': it is skip-class or skip-field", key));
    }
  }
  return skipped;
}

wire::AgentConfiguration agent_configuration(const Options& options) {
  wire::AgentConfiguration configuration;
  for (const CheckDescriptor& check : all_checks()) {
    if (!check.runs.on_program && !check.runs.on_every_program) continue;
    for (const CheckOption& option : check.options) {
      if (std::optional<std::string> value = options.check_options.value(option)) {
        configuration.options.push_back({std::string(option.name), std::move(*value)});
      }
    }
  }
  configuration.arrays = options.arrays;
  configuration.include = options.include;
  configuration.exclude = options.exclude;
  configuration.max_memory = options.max_memory.value_or(kDefaultMaxMemory);
  return configuration;
}

}  // namespace snag
