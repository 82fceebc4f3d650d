// What went wrong with the input, for a person to read. A bad class or archive is a diagnostic and is skipped; the run
// goes on. Diagnostics may be added from any thread; they are sorted before anybody sees them.
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
  std::string file;  // the archive and the entry in it: `app.jar!/a/B.class`; empty when it is about no one file
  std::optional<std::uint64_t> offset;
  std::string message;

  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

class Diagnostics {
 public:
  void add(Diagnostic diagnostic);
  // About the error's own file, if it names one.
  void add(DiagnosticSeverity severity, std::string file, const Error& error);

  // Sorted by file, offset, message; duplicates removed.
  std::vector<Diagnostic> sorted() const;
  bool empty() const;

 private:
  mutable std::mutex mutex_;
  std::vector<Diagnostic> diagnostics_;
};

// `warning: app.jar!/a/B.class:120: unexpected end of data`
std::string to_text(const Diagnostic& diagnostic);

}  // namespace snag
