// Any text as agent.conf: an error that names the line, or a configuration that holds together.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "agent/config.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const snag::Result<snag::agent::Config> config = snag::agent::parse_config(text);
  if (!config) {
    if (!config.error().message.starts_with("agent.conf:")) std::abort();
    return 0;
  }
  if (config->trace.empty() || config->trace != snag::agent::trace_in(text)) std::abort();
  const std::string path = snag::agent::path_for_process(config->trace, 1);
  if (snag::agent::path_for_process(snag::agent::pattern_of(path), 2) != path) std::abort();
  config->decisions.operations.for_each([](const snag::instrument::Operation& operation) {
    if (operation.class_pattern.empty() || operation.method_pattern.empty()) std::abort();
    if (operation.mode < 0 || operation.mode > 3 || operation.argument > 254) std::abort();
  });
  for (const std::string& field : config->decisions.skipped_fields) {
    if (field.find('.') == std::string::npos) std::abort();
  }
  return 0;
}
