// Any text as a configuration file: an error that names the line, or values that the options take or refuse.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "cli/config_file.h"
#include "cli/option_table.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
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
