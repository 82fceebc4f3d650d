// Any text as a baseline or report: an error, or findings that all have a fingerprint.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "findings/known_findings.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto known = snag::parse_known_findings(text);
  if (!known) return 0;
  for (const snag::KnownFinding& finding : *known) {
    if (finding.fingerprint.empty()) std::abort();
  }
  const snag::FindingsChange change = snag::compare(*known, *known);
  if (!change.added.empty() || !change.gone.empty() || change.same != known->size()) std::abort();
  return 0;
}
