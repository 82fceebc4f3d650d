#include "cli/agent_conf.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "classfile/descriptor.h"

namespace snag {

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
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
  configuration.granularity = options.granularity;
  configuration.ordering = options.lockset_only ? wire::Ordering::kLockset : wire::Ordering::kHybrid;
  configuration.arrays = options.arrays;
  configuration.include = options.include;
  configuration.exclude = options.exclude;
  configuration.max_memory = options.max_memory.value_or(kDefaultMaxMemory);
  return configuration;
}

}  // namespace snag
