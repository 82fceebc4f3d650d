// The program that a command reads: the class path, the classes on it, their IR, the library models, and what went
// wrong on the way.
#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "base/names.h"
#include "base/stats.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "ir/ir_store.h"
#include "ir/references.h"
#include "library/models.h"
#include "program/class_path.h"
#include "program/program.h"

namespace snag {

class Analyses;

// A program's classes, and what is known of the library. `snag check` and `snag dump` read all of them (Session);
// `snag run` reads as many as the command line of the watched program names.
struct ReadProgram {
  Diagnostics diagnostics;
  Names names;
  ClassPath class_path{diagnostics};
  Program program{names, class_path, diagnostics};
  library::Models models{names};
  std::vector<ClassId> application;  // sorted by name

  // The embedded models and those of --models. Throws UsageError.
  void load_models(const Options& options);
};

class Session : public ReadProgram {
 public:
  // Reads the application's classes. Throws UsageError or InputError (exit_codes.h). Without `needs_library` no JDK is
  // looked for.
  Session(const Options& options, bool needs_library);
  ~Session();

  // Builds the SSA form of the methods, each on its own.
  void build_ssa(std::span<const MethodId> methods);

  // The end of a command, after its results are written: the diagnostics, and with --stats the times and counts, go to
  // standard error.
  void finish();

  double seconds() const;  // since the session began

  const Options& options;
  Stats stats;
  Progress progress;
  ir::References references;
  IrStore store;
  unsigned jobs;                             // as chosen; 0: one for each processor
  std::unique_ptr<const Analyses> analyses;  // of `snag check`; null before they have run

 private:
  void open(bool needs_library);

  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace snag
