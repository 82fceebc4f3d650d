#include "cli/session.h"

#include <fmt/format.h>

#include "checks/analyses.h"
#include "cli/exit_codes.h"
#include "cli/reporting.h"
#include "program/input_file.h"
#include "program/jdk_location.h"

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

}  // namespace

void ReadProgram::load_models(const Options& options) {
  if (Result<void> loaded = models.load_embedded(); !loaded) throw UsageError(loaded.error().message);
  for (const std::filesystem::path& file : options.models) {
    if (Result<void> loaded = models.load_file(file.native()); !loaded) throw UsageError(loaded.error().message);
  }
}

Session::Session(const Options& chosen, bool needs_library)
    : options(chosen), store(program, references), jobs(chosen.jobs.value_or(0)) {
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

Session::~Session() = default;

void Session::open(bool needs_library) {
  refuse_bad_outputs(options);
  Stats::Pass pass(stats, "open class path");
  progress.stage("opening archives");
  if (needs_library) {
    Result<std::string> home =
        find_jdk(JdkSearch::from_environment(options.jdk ? options.jdk->native() : std::string()));
    if (!home) throw UsageError(home.error().message);
    class_path.add_jdk(*home);
    load_models(options);
  }
  for (const auto& path : options.paths) {
    std::error_code error;
    if (!is_wildcard(path) && !std::filesystem::exists(path, error)) {
      throw InputError(fmt::format("{}: no such file or folder", path.native()));
    }
    if (const std::optional<std::string> why = why_not_read(path.native())) {
      throw InputError(fmt::format("{} {}; give a jar, war, folder or class file", path.native(), *why));
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
  class_path.report_changes();
  print_diagnostics(options, diagnostics, stats);
}

}  // namespace snag
