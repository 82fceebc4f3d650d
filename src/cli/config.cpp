// `snag config`: the effective options as a configuration file, with where each value comes from.
#include <fmt/format.h>

#include <iterator>

#include "base/unicode.h"
#include "cli/commands.h"
#include "cli/config_file.h"
#include "cli/exit_codes.h"
#include "cli/option_table.h"
#include "cli/output.h"

namespace snag {

namespace {

using Shape = OptionSpec::Shape;

// A TOML string. Names of files may hold anything; what is not UTF-8 cannot stand in TOML.
std::string toml_string(std::string_view text) {
  std::string result = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const Character character = first_character(text.substr(at, 4));
    if (text[at] == '"' || text[at] == '\\') {
      result += '\\';
      result += text[at];
    } else if (!character.valid) {
      result += "\xef\xbf\xbd";  // U+FFFD
    } else if (!is_harmless(character.code)) {
      result += fmt::format("\\U{:08x}", character.code);
    } else {
      result += text.substr(at, character.size);
    }
    at += character.size;
  }
  return result + '"';
}

std::string value_text(const OptionSpec& spec, const std::vector<std::string>& words) {
  if (spec.shape == Shape::kFlag || spec.shape == Shape::kNumber) return words.front();
  if (spec.shape == Shape::kWord) return toml_string(words.front());
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + toml_string(word);
  return fmt::format("[{}]", text);
}

}  // namespace

int run_config(const Options& options) {
  std::string text;
  const auto out = std::back_inserter(text);
  if (options.config) {
    fmt::format_to(out, "# Read: {}\n", visible(options.config->native()));
  } else if (options.no_config) {
    fmt::format_to(out, "# No configuration file is read: --no-config\n");
  } else {
    fmt::format_to(out, "# There is no {} in this folder or above it.\n", kConfigName);
  }
  for (const OptionSpec& spec : option_table()) {
    if (!spec.belongs_to(Command::kConfig) || !spec.in_file) continue;
    const std::vector<std::string> words = spec.get(options);
    const auto origin = options.origins.find(std::string(spec.name));
    if (words.empty()) {
      fmt::format_to(out, "# {} is not set: {}\n", spec.name, spec.unset);
    } else {
      fmt::format_to(out, "{:<40}  # {}\n", fmt::format("{} = {}", spec.name, value_text(spec, words)),
                     origin == options.origins.end() ? "default" : visible(origin->second));
    }
  }
  for (const SuppressionRule& rule : options.suppressions) {
    fmt::format_to(out, "\n[[suppress]]  # {}\n", visible(rule.where));
    for (const auto& [key, member] : kSuppressionKeys) {
      if (!(rule.*member).empty()) fmt::format_to(out, "{} = {}\n", key, toml_string(rule.*member));
    }
  }
  write_standard_output(text);
  return kExitNoFindings;
}

}  // namespace snag
