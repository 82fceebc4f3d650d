#include "cli/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

#include "cli/exit_codes.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "program/jdk_location.h"
#include "report/printable.h"

namespace snag {

namespace {

// A class path may name all jars of a folder: `lib/*`.
bool is_wildcard(const std::filesystem::path& path) { return path.filename() == "*"; }

// Whether a folder has sources in it. Looks at the first names only.
bool has_java_source(const std::filesystem::path& folder) {
  std::error_code error;
  int left = 1000;
  using Walk = std::filesystem::recursive_directory_iterator;
  for (Walk it(folder, std::filesystem::directory_options::skip_permission_denied, error), end; it != end && left-- > 0;
       it.increment(error)) {
    if (error) return false;
    if (it->path().extension() == ".java") return true;
  }
  return false;
}

// What would go wrong at the end of a long run is said at its beginning.
void refuse_bad_outputs(const Options& options) {
  std::vector<std::filesystem::path> inputs = options.paths;
  inputs.insert(inputs.end(), options.class_path.begin(), options.class_path.end());
  inputs.insert(inputs.end(), options.models.begin(), options.models.end());
  if (options.config) inputs.push_back(*options.config);
  if (options.baseline && options.baseline != options.write_baseline) inputs.push_back(*options.baseline);
  auto refuse = [&](const std::filesystem::path& output, const char* option) {
    refuse_unwritable(output, option);
    for (const std::filesystem::path& input : inputs) {
      std::error_code error;  // a file that is not there is no input
      if (std::filesystem::is_directory(input, error) || !std::filesystem::equivalent(input, output, error)) continue;
      throw UsageError(fmt::format("{} is an input; choose another {}", output.native(), option));
    }
    // In a folder that is analysed, or that sources come from, everything of these is an input.
    constexpr std::string_view kInputs[] = {".class", ".jar", ".war", ".ear", ".jmod", ".zip", ".java", ".kt"};
    std::error_code missing;
    if (std::filesystem::exists(output, missing) &&
        std::find(std::begin(kInputs), std::end(kInputs), output.extension().native()) != std::end(kInputs)) {
      throw UsageError(fmt::format("{} looks like an input; choose another {}", output.native(), option));
    }
  };
  for (const ReportTarget& report : options.reports) {
    if (report.file) refuse(*report.file, "--output");
  }
  if (options.write_baseline) refuse(*options.write_baseline, "--write-baseline");
}

}  // namespace

Session::Session(const Options& chosen, bool needs_library)
    : options(chosen),
      class_path(diagnostics),
      program(names, class_path, diagnostics),
      store(program, references),
      models(names),
      jobs(chosen.jobs.value_or(0)) {
  open(needs_library);
  Stats::Pass pass(stats, "read classes");
  progress.stage("reading classes");
  application = program.load_all(Origin::kApplication, jobs);
  pass.count("classes", application.size());
  std::uint64_t methods = 0;
  for (ClassId id : application) methods += program.methods(id).size();
  pass.count("methods", methods);
  if (!application.empty()) return;
  finish();
  const std::filesystem::path& first = options.paths.front();
  std::string advice = "give a jar, war, folder or class file";
  std::error_code error;
  if (std::filesystem::is_regular_file(first / "lib/modules", error)) {
    advice = fmt::format("this is a JDK; to analyse its library, give {}", (first / "lib/modules").native());
  }
  if (has_java_source(first)) {
    advice =
        "there are .java files in it, but Snag reads compiled code: give the folder that the compiler writes to, "
        "such as target/classes or build/classes";
  }
  throw InputError(fmt::format("no Java class could be read from {}{}; {}", first.native(),
                               options.paths.size() > 1 ? " and the other paths" : "", advice));
}

void Session::open(bool needs_library) {
  refuse_bad_outputs(options);
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
    if (!is_wildcard(path) && !std::filesystem::exists(path, error)) {
      throw InputError(fmt::format("{}: no such file or folder", path.native()));
    }
    class_path.add(path.native(), Origin::kApplication);
  }
  for (const std::string& element : options.class_path) class_path.add(element, Origin::kLibrary);
}

void Session::build_ssa(std::span<const MethodId> methods) {
  Stats::Pass pass(stats, "build SSA");
  progress.stage("building SSA");
  store.prepare(methods, jobs);
  IrStore::Statistics built = store.statistics();
  pass.count("methods", built.methods);
  pass.count("instructions", built.instructions);
  pass.count("bytes", built.bytes);
  pass.count("failed", built.failed);
}

double Session::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void Session::finish() {
  progress.finish();
  constexpr std::size_t kShown = 5;  // the report should stay in sight
  std::vector<Diagnostic> all = diagnostics.sorted();
  // A note (a Class-Path that names a jar which is not there: Java ignores it, too) is for those who want to know all.
  if (!options.stats) std::erase_if(all, [](const Diagnostic& d) { return d.severity == DiagnosticSeverity::kNote; });
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.severity > b.severity; });
  bool color = wants_color(options.color, STDERR_FILENO);
  for (std::size_t i = 0; i < all.size() && (options.stats || i < kShown); ++i) {
    std::string text = printable(to_text(all[i]));  // it may quote names of classes
    std::size_t word = text.find(':');              // the severity
    const char* paint = all[i].severity == DiagnosticSeverity::kError ? "\x1b[1;31m" : "\x1b[1;33m";
    if (color) text = fmt::format("{}{}\x1b[0m{}", paint, text.substr(0, word), text.substr(word));
    print_message(text + "\n");
  }
  if (!options.stats && all.size() > kShown) {
    print_message(fmt::format("... and {} more like these; --stats shows all\n", all.size() - kShown));
  }
  if (!options.stats) return;
  for (const Stats::Entry& pass : stats.passes()) {
    std::string line = fmt::format("{:<24} {:>8.3f} s  {:>8.3f} CPU s", pass.name, pass.wall_seconds, pass.cpu_seconds);
    for (const auto& [what, count] : pass.counts) fmt::format_to(std::back_inserter(line), "  {} {}", count, what);
    print_message(line + "\n");
  }
}

}  // namespace snag
