// Any text as a configuration file: an error that names the line, or values that the options take or refuse. What the
// parser is given has limits (base/toml_text.h), and so has what it makes of it.
#include <toml++/toml.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/toml_text.h"
#include "cli/config_file.h"
#include "cli/option_table.h"

namespace {

std::size_t depth_of(const toml::node& node) {
  std::size_t deepest = 0;
  const auto look = [&](const toml::node& child) { deepest = std::max(deepest, depth_of(child)); };
  if (const toml::table* table = node.as_table()) {
    for (const auto& [key, child] : *table) look(child);
  } else if (const toml::array* array = node.as_array()) {
    for (const toml::node& child : *array) look(child);
  }
  return deepest + 1;
}

// [[a.b]] makes a list and a table of each part, a key in it a table of each part, and each pair of brackets behind it
// a list or a table with a key of its own.
constexpr std::size_t kDeepest =
    2 * snag::kMaximumTomlDepth + snag::kMaximumTomlDepth + snag::kMaximumTomlDepth * (snag::kMaximumTomlDepth + 1) + 2;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const snag::Result<toml::table> table = snag::parse_toml(text, "fuzz.toml");
  if (table && depth_of(*table) > kDeepest) std::abort();
  const snag::Result<snag::ConfigFile> config = snag::parse_config(text, "fuzz.toml", "folder");
  if (!config) {
    if (!config.error().message.starts_with("fuzz.toml:")) std::abort();
    return 0;
  }
  snag::Options options;
  for (const auto& [name, value] : config->values) {
    const snag::OptionSpec* spec = snag::find_option(name, snag::Command::kConfig);
    if (spec == nullptr) std::abort();
    try {
      spec->set(options, value.words);
      (void)spec->get(options);
    } catch (const snag::BadValue&) {
    }
  }
  for (const snag::SuppressionRule& rule : config->suppressions) {
    if (rule.reason.empty()) std::abort();
  }
  return 0;
}
