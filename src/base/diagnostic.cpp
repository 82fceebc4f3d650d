#include "base/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace snag {

void Diagnostics::add(Diagnostic diagnostic) {
  std::lock_guard lock(mutex_);
  diagnostics_.push_back(std::move(diagnostic));
}

void Diagnostics::add(DiagnosticSeverity severity, std::string file, const Error& error) {
  add(Diagnostic{severity, error.file.empty() ? std::move(file) : error.file, error.offset, error.message});
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  std::vector<Diagnostic> result;
  {
    std::lock_guard lock(mutex_);
    result = diagnostics_;
  }
  auto key = [](const Diagnostic& d) { return std::tie(d.file, d.offset, d.message, d.severity); };
  std::sort(result.begin(), result.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

bool Diagnostics::empty() const {
  std::lock_guard lock(mutex_);
  return diagnostics_.empty();
}

std::string to_text(const Diagnostic& diagnostic) {
  static constexpr const char* kNames[] = {"note", "warning", "error"};
  const char* name = kNames[static_cast<int>(diagnostic.severity)];
  if (diagnostic.file.empty()) return fmt::format("{}: {}", name, diagnostic.message);
  if (diagnostic.offset)
    return fmt::format("{}: {}:{}: {}", name, diagnostic.file, *diagnostic.offset, diagnostic.message);
  return fmt::format("{}: {}: {}", name, diagnostic.file, diagnostic.message);
}

}  // namespace snag
