// `snag config`: the effective options as a configuration file, with where each value comes from.
#include <fmt/format.h>

#include <array>
#include <iterator>

#include "cli/commands.h"
#include "cli/config_file.h"
#include "cli/exit_codes.h"
#include "cli/option_table.h"
#include "cli/output.h"

namespace snag {

namespace {

using Shape = OptionSpec::Shape;

// A TOML string. Names of files may hold anything.
std::string toml_string(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string value_text(const OptionSpec& spec, const std::vector<std::string>& words) {
  switch (spec.shape) {
    case Shape::kFlag:
    case Shape::kNumber:
      return words.front();
    case Shape::kWord:
      return toml_string(words.front());
    case Shape::kList:
      break;
  }
  std::string text = "[";
  for (const std::string& word : words) text += (text.size() > 1 ? ", " : "") + toml_string(word);
  return text + "]";
}

}  // namespace

int run_config(const Options& options) {
  std::string text;
  const auto out = std::back_inserter(text);
  if (options.config) {
    fmt::format_to(out, "# Read: {}\n", options.config->native());
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
                     origin == options.origins.end() ? "default" : origin->second);
    }
  }
  for (const SuppressionRule& rule : options.suppressions) {
    fmt::format_to(out, "\n[[suppress]]  # {}\n", rule.where);
    const std::array<std::pair<std::string_view, const std::string*>, 6> keys = {{{"check", &rule.check},
                                                                                  {"class", &rule.class_name},
                                                                                  {"method", &rule.method},
                                                                                  {"field", &rule.field},
                                                                                  {"fingerprint", &rule.fingerprint},
                                                                                  {"reason", &rule.reason}}};
    for (const auto& [key, value] : keys) {
      if (!value->empty()) fmt::format_to(out, "{} = {}\n", key, toml_string(*value));
    }
  }
  write_standard_output(text);
  return kExitNoFindings;
}

}  // namespace snag
