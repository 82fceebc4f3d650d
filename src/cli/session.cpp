#include "cli/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "cli/exit_codes.h"
#include "cli/terminal.h"
#include "program/jdk_location.h"

namespace snag {

Session::Session(const Options& chosen, bool needs_library)
    : options(chosen),
      class_path(diagnostics),
      program(names, class_path, diagnostics),
      store(program, references),
      models(names),
      // More threads than processors gain nothing, and oneTBB complains about them on standard error.
      jobs(std::min(chosen.jobs.value_or(~0u), std::max(1u, std::thread::hardware_concurrency()))) {
  open(needs_library);
  Stats::Pass pass(stats, "read classes");
  progress.stage("reading classes");
  application = program.load_all(Origin::kApplication, jobs);
  pass.count("classes", application.size());
  std::uint64_t methods = 0;
  for (ClassId id : application) methods += program.methods(id).size();
  pass.count("methods", methods);
  if (!application.empty()) return;
  report();
  throw InputError(fmt::format("no Java class could be read from {}{}; give a jar, war, folder or class file",
                               options.paths.front().native(), options.paths.size() > 1 ? " and the other paths" : ""));
}

void Session::open(bool needs_library) {
  Stats::Pass pass(stats, "open class path");
  progress.stage("opening archives");
  if (needs_library) {
    Result<std::string> home =
        find_jdk(JdkSearch::from_environment(options.jdk ? options.jdk->native() : std::string()));
    if (!home) throw UsageError(home.error().message);
    class_path.add_jdk(*home);
    if (Result<void> loaded = models.load_embedded(); !loaded) throw UsageError(loaded.error().message);
    for (const auto& file : options.models) {
      if (Result<void> loaded = models.load_file(file.native()); !loaded) throw UsageError(loaded.error().message);
    }
  }
  for (const auto& path : options.paths) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
      throw InputError(fmt::format("{}: no such file or folder", path.native()));
    }
    class_path.add(path.native(), Origin::kApplication);
  }
  for (const std::string& element : options.class_path) class_path.add(element, Origin::kLibrary);
}

void Session::report() const {
  constexpr std::size_t kShown = 20;
  std::vector<Diagnostic> all = diagnostics.sorted();
  // A note (a Class-Path that names a jar which is not there: Java ignores it, too) is for those who want to know all.
  if (!options.stats) std::erase_if(all, [](const Diagnostic& d) { return d.severity == Severity::kNote; });
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.severity > b.severity; });
  bool color = wants_color(options.color, STDERR_FILENO);
  for (std::size_t i = 0; i < all.size() && (options.stats || i < kShown); ++i) {
    std::string text = to_text(all[i]);
    std::size_t word = text.find(':');  // the severity
    const char* paint = all[i].severity == Severity::kError ? "\x1b[1;31m" : "\x1b[1;33m";
    if (color) text = fmt::format("{}{}\x1b[0m{}", paint, text.substr(0, word), text.substr(word));
    fmt::print(stderr, "{}\n", text);
  }
  if (!options.stats && all.size() > kShown) {
    fmt::print(stderr, "... and {} more like these; --stats shows all\n", all.size() - kShown);
  }
  if (!options.stats) return;
  for (const Stats::Entry& pass : stats.passes()) {
    fmt::print(stderr, "{:<24} {:>8.3f} s  {:>8.3f} CPU s", pass.name, pass.wall_seconds, pass.cpu_seconds);
    for (const auto& [what, count] : pass.counts) fmt::print(stderr, "  {} {}", count, what);
    fmt::print(stderr, "\n");
  }
}

}  // namespace snag
