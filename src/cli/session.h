// What every command that reads a program has at hand: the class path, the program on it, its IR, the library models,
// and what went wrong on the way.
#pragma once

#include <chrono>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "base/names.h"
#include "base/stats.h"
#include "ir/ir_store.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "ir/references.h"
#include "library/models.h"
#include "program/class_path.h"
#include "program/program.h"

namespace snag {

class Session {
 public:
  // Reads the application's classes. Throws UsageError or InputError (exit_codes.h). Without `needs_library` no JDK is
  // looked for.
  Session(const Options& options, bool needs_library);

  // The methods in SSA form, each on its own.
  void build_ssa(std::span<const MethodId> methods);

  // The end of a command, after its results are written: the diagnostics, and with --stats the times and counts, go to
  // standard error.
  void finish();

  double seconds() const;  // since the session began

  const Options& options;
  Names names;
  Diagnostics diagnostics;
  Stats stats;
  Progress progress;
  ClassPath class_path;
  Program program;
  ir::References references;
  IrStore store;
  library::Models models;
  std::vector<ClassId> application;  // sorted by name
  unsigned jobs;                     // as chosen; 0: one for each processor

 private:
  void open(bool needs_library);

  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace snag
