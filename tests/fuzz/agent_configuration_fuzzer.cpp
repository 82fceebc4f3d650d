// Any text as agent.conf: an error that names the line, or a configuration that is the same when it was written and
// read again. Escapes in the text make any name possible.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "agent/decisions.h"
#include "wire/agent_configuration.h"

namespace {

void expect(bool right) {
  if (!right) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto configuration = snag::wire::parse_agent_configuration(text);
  if (!configuration) {
    expect(configuration.error().message.starts_with("agent.conf:"));
    return 0;
  }
  expect(!configuration->trace.empty() && configuration->trace == snag::wire::trace_in(text));
  const std::string path = snag::wire::path_for_process(configuration->trace, 1);
  expect(snag::wire::path_for_process(snag::wire::pattern_of(path), 2) == path);
  const std::string written = to_text(*configuration);
  const auto again = snag::wire::parse_agent_configuration(written);
  expect(again && to_text(*again) == written);
  const auto decisions = snag::agent::decisions_of(*configuration);
  if (!decisions) return 0;
  decisions->operations.for_each([](const snag::instrument::Operation& operation) {
    expect(operation.mode >= 0 && operation.mode <= 3 && operation.argument <= 254);
  });
  return 0;
}
