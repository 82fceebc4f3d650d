// Messages about defects of the input, for people to read. A bad class or archive is reported as a diagnostic and
// skipped; the run continues. Any thread may add diagnostics; they are sorted before they are shown.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace snag {

enum class DiagnosticSeverity : std::uint8_t { kNote, kWarning, kError };

struct Diagnostic {
  DiagnosticSeverity severity = DiagnosticSeverity::kWarning;
  std::string file;  // the archive and the entry in it: `app.jar!/a/B.class`; empty if it is not about a single file
  std::optional<std::uint64_t> offset;
  std::string message;

  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

class Diagnostics {
 public:
  void add(Diagnostic diagnostic);
  // The diagnostic is about `error.file` if that is set, otherwise about `file`.
  void add(DiagnosticSeverity severity, std::string file, const Error& error);

  // Returns them sorted by file, offset and message, without duplicates.
  std::vector<Diagnostic> sorted() const;
  bool empty() const;

 private:
  mutable std::mutex mutex_;
  std::vector<Diagnostic> diagnostics_;
};

// Returns, for example, `warning: app.jar!/a/B.class:120: unexpected end of data`.
std::string to_text(const Diagnostic& diagnostic);

}  // namespace snag
