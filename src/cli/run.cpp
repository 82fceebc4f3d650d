// `snag run`: a program is run with the agent in its JVM, and what the agent has seen is reported.
#include <absl/algorithm/container.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <utility>

#include "base/names.h"
#include "catalog/catalog.h"
#include "checks/run_time_findings.h"
#include "cli/agent_conf.h"
#include "cli/attach.h"
#include "cli/child_process.h"
#include "cli/commands.h"
#include "cli/deadlock_notices.h"
#include "cli/exit_codes.h"
#include "cli/installation.h"
#include "cli/launch.h"
#include "cli/output.h"
#include "cli/reporting.h"
#include "cli/session.h"
#include "cli/session_folder.h"
#include "cli/terminal.h"
#include "heap/escape_filter.h"
#include "instrument/unloaded_classes.h"
#include "library/run_time_operations.h"
#include "program/input_file.h"
#include "wire/attaching.h"
#include "wire/trace.h"

namespace snag {

namespace {

namespace fs = std::filesystem;

// What became of the program.
struct Watching {
  std::string what;               // `ended with exit code 0`
  std::optional<ProcessEnd> end;  // none: it was there before

  bool timed_out() const { return end && end->timed_out; }
};

Skipped read_guide(const Options& options) {
  if (!options.guide) return {};
  constexpr std::uint64_t kLimit = 64 << 20;
  Result<Skipped> guide = load_file(options.guide->native(), kLimit).and_then([](const Blob& file) {
    return parse_guide({reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size()});
  });
  if (!guide) throw UsageError(fmt::format("--guide {}: {}", options.guide->native(), guide.error().message));
  return std::move(*guide);
}

// A command that the program's JDK is found by: the one that is run, or the executable file of a running process.
std::vector<std::string> launcher_of(const Options& options) {
  if (!options.pid) return options.watched_command;
  std::error_code error;
  const fs::path file = fs::read_symlink(fmt::format("/proc/{}/exe", *options.pid), error);
  return error ? std::vector<std::string>() : std::vector<std::string>{file.native()};
}

// The program's own classes, where its command line names them, and which of them need not be watched.
void read_classes(ReadProgram& watched, const Options& options, const Environment& environment,
                  wire::AgentConfiguration& configuration, Stats& stats) {
  constexpr std::size_t kAffordableClasses = 10'000;  // 0.3 s
  const std::optional<std::vector<std::string>> path = class_path_of(options.watched_command, environment);
  if (!path) return;
  Stats::Pass pass(stats, "read classes");
  for (const std::string& element : *path) watched.class_path.add(element, Origin::kApplication);
  const std::size_t count =
      watched.class_path.classes(Origin::kApplication).size() + watched.class_path.classes(Origin::kLibrary).size();
  pass.count("classes", count);
  if (count > kAffordableClasses) return;
  for (Origin origin : {Origin::kApplication, Origin::kLibrary}) {
    for (ClassId id : watched.program.load_all(origin, /*jobs=*/0)) watched.application.push_back(id);
  }
  absl::flat_hash_set<std::string_view> modelled;
  for (const library::RunTimeOperation& operation : configuration.operations) modelled.insert(operation.class_name);
  configuration.unloaded = instrument::unloaded_classes(watched.program, watched.application, modelled);
  pass.count("foreseen", configuration.unloaded.size());
  configuration.not_serializable = instrument::not_serializable_types(watched.program, watched.application);
  if (options.no_escape_filter) return;
  const EscapeFilter filter = filter_by_escape(watched.program, watched.models.policy(), watched.application);
  pass.count("reachable by two threads", filter.reachable);
  absl::c_copy(filter.skipped_classes, std::back_inserter(configuration.skipped_classes));
  absl::c_copy(filter.skipped_fields, std::back_inserter(configuration.skipped_fields));
}

Watching run_program(const Options& options, const fs::path& agent, const SessionFolder& folder,
                     const Environment& environment) {
  const Launch launch =
      watched_launch(options.watched_command, agent.native(), folder.configuration().native(), environment);
  DeadlockNotices notices(
      folder, options.timeout ? "Ctrl-C ends the program and gives the report; so does --timeout when it is over"
                              : "Ctrl-C ends the program and gives the report; so does --timeout DURATION");
  Waiting waiting{.limit = options.timeout, .glance = [&] { notices.look(); }};
  waiting.at_limit = [&] {
    print_message(fmt::format("snag: --timeout: {} s are over; the program is told to end", options.timeout->count()));
  };
  const HeldSignals held;
  const ProcessEnd end = wait_for(start_process(launch.command, launch.variables, held), held, waiting);
  if (!end.timed_out) return {.what = "ended with " + to_text(end), .end = end};
  return {.what = fmt::format("was ended by --timeout after {} s, with {}", options.timeout->count(), to_text(end)),
          .end = end};
}

// A JVM that runs on may still be writing to it.
Result<Blob> load_so_far(const std::string& path, std::uint64_t limit) {
  return InputFile::open(path).and_then([&](const std::shared_ptr<const InputFile>& file) -> Result<Blob> {
    if (file->size() > limit)
      return failure(fmt::format("file of {} bytes is over the limit of {}", file->size(), limit));
    return file->read(0, file->size());
  });
}

// The traces of all JVMs that have run. What is strange about them is a diagnostic.
std::vector<wire::Trace> read_traces(const SessionFolder& folder, Diagnostics& diagnostics) {
  constexpr std::uint64_t kLimit = 1 << 30;
  std::vector<wire::Trace> traces;
  for (const fs::path& file : folder.traces()) {
    const Result<Blob> blob = load_so_far(file.native(), kLimit);
    if (!blob) {
      diagnostics.add(DiagnosticSeverity::kError, file.native(), blob.error());
      continue;
    }
    traces.push_back(wire::read_trace({reinterpret_cast<const char*>(blob->bytes.data()), blob->bytes.size()}));
  }
  return traces;
}

// Two agents in one JVM would be in each other's way.
void refuse_other_agent(const AttachTarget& target, const fs::path& agent) {
  const std::string loaded = loaded_agent(target);
  std::error_code error;
  if (loaded.empty() || loaded == fs::canonical(agent, error).native()) return;
  throw InputError(
      fmt::format("process {}: has the agent of another Snag in it, {}; use that one, or start the process "
                  "again",
                  target.process, loaded));
}

// With what the agent has written into its trace.
void load_agent_of(const AttachTarget& target, const fs::path& agent, const SessionFolder& folder) try {
  load_agent(target, agent.native(), folder.configuration().native());
} catch (const AgentFailed& failed) {
  std::string message = failed.what();
  Diagnostics ignored;
  for (const wire::Trace& trace : read_traces(folder, ignored)) {
    for (const std::string& note : trace.notes) message += ": " + note;
  }
  throw InputError(message);
}

// Watches it until it ends, until Snag gets a signal, or for the time of --timeout.
Watching watch_process(const Options& options, const fs::path& agent, const SessionFolder& folder) {
  const AttachTarget target = find_target(static_cast<pid_t>(*options.pid));
  refuse_other_agent(target, agent);
  if (target.user != ::geteuid()) folder.give_to(target.user, target.group);
  const HeldSignals held;
  load_agent_of(target, agent, folder);
  if (is_terminal(STDERR_FILENO)) {
    print_message(fmt::format("snag: watching process {}; Ctrl-C ends that, and the process runs on", target.process));
  }
  const auto begin = std::chrono::steady_clock::now();
  DeadlockNotices notices(folder, "Ctrl-C ends the watching and gives the report; the process runs on");
  while (identity_of(target.process)) {
    const std::optional<HeldSignals::Arrived> arrived = held.wait(kGlance);
    notices.look();
    const bool timed_out = options.timeout && std::chrono::steady_clock::now() - begin >= *options.timeout;
    if (!timed_out && (!arrived || arrived->signal == SIGCHLD)) continue;
    load_agent(target, agent.native(), std::string(wire::kStop));
    return {.what = "runs on", .end = std::nullopt};
  }
  return {.what = "has ended", .end = std::nullopt};
}

// What a Snag that was killed has left behind ends, whichever Snag it was.
int stop_watching(const Options& options) {
  const AttachTarget target = find_target(static_cast<pid_t>(*options.pid));
  const std::string loaded = loaded_agent(target);
  if (loaded.empty()) {
    throw InputError(fmt::format("process {} is not being watched: there is nothing to stop", target.process));
  }
  load_agent(target, loaded, std::string(wire::kStopAbandoned));
  print_message(fmt::format("snag: process {} is not being watched any more", target.process));
  return kExitNoFindings;
}

void note_what_was_not_seen(const std::vector<wire::Trace>& traces, Diagnostics& diagnostics) {
  const auto warn = [&](DiagnosticSeverity severity, std::string text) {
    diagnostics.add(severity, "", {std::move(text), std::nullopt});
  };
  for (const wire::Trace& trace : traces) {
    for (const std::string& note : trace.notes) warn(DiagnosticSeverity::kWarning, note);
    for (const auto& [reason, methods] : trace.end.skipped) {
      warn(DiagnosticSeverity::kNote,
           fmt::format("{} {} not watched: {}", methods, methods == 1 ? "method is" : "methods are", reason));
    }
    if (!trace.ended) {
      warn(DiagnosticSeverity::kWarning,
           fmt::format("process {} ended before its trace was complete; what it had written by then is reported",
                       trace.start.process));
    }
    if (trace.unreadable + trace.left_out > 0) {
      warn(DiagnosticSeverity::kWarning, fmt::format("{} records of process {} cannot be used",
                                                     trace.unreadable + trace.left_out, trace.start.process));
    }
  }
}

void count(const std::vector<wire::Trace>& traces, Stats& stats) {
  Stats::Pass pass(stats, "agent");
  std::uint64_t classes = 0, methods = 0, sites = 0, skipped = 0;
  wire::Counts others;
  for (const wire::Trace& trace : traces) {
    classes += trace.end.classes;
    methods += trace.end.methods;
    sites += trace.end.sites;
    for (const auto& [reason, count_of_methods] : trace.end.skipped) skipped += count_of_methods;
    for (const auto& [name, value] : trace.end.statistics) others[name] += value;
  }
  pass.count("processes", traces.size());
  pass.count("classes", classes);
  pass.count("methods", methods);
  pass.count("sites", sites);
  pass.count("methods not watched", skipped);
  for (const auto& [name, value] : others) pass.count(name, value);
}

// The program's own code comes first: a test suite that fails must not look green because it has no races.
int exit_code_of_run(const Options& options, const Watching& watching, const Outcome& outcome) {
  const int by_findings = exit_code_of(options, outcome);
  if (options.ignore_program_exit_code || !watching.end) return by_findings;
  if (watching.timed_out()) return kExitTimedOut;
  const int by_program = shell_exit_code(*watching.end);
  return by_program != 0 ? by_program : by_findings;
}

[[noreturn]] void fail_without_trace(const Options& options, const Watching& watching) {
  if (options.pid) throw InputError(fmt::format("nothing was watched: process {} has written no trace", *options.pid));
  const std::string& program = options.watched_command.front();
  throw InputError(
      fmt::format("nothing was watched: {} {}, and no JVM in it has loaded the agent{}", program, watching.what,
                  is_java(program) ? "; its standard error may tell why" : "; is it a program that starts java?"));
}

}  // namespace

int run_watched(const Options& options) {
  const auto begin = std::chrono::steady_clock::now();
  if (options.stop) return stop_watching(options);
  refuse_page_on_terminal(options);
  refuse_bad_outputs(options);
  const std::vector<KnownFinding> baseline = read_baseline(options);
  const std::vector<std::string_view> checks = chosen_checks(options.checks, &CheckDescriptor::Runs::on_program);
  const std::optional<fs::path> agent = find_agent();
  if (!agent) {
    throw InputError(
        "the agent, libsnag-agent.so, is missing from this installation: it belongs beside snag or into ../lib/snag; "
        "build or install it again");
  }
  if (options.pid) find_target(static_cast<pid_t>(*options.pid));  // an error is reported at once
  Diagnostics diagnostics;
  Stats stats;
  SourceLines sources = open_sources(options, diagnostics);
  const Environment environment = process_environment();

  // What the library's methods mean, and what can be known of the program before it runs: its class path, where its
  // command line names it. What is wrong with the program's jars is not reported: it is between the program and the
  // JVM.
  ReadProgram watched;
  wire::AgentConfiguration configuration = agent_configuration(options);
  configuration.checks.assign(checks.begin(), checks.end());
  configuration.watcher = identity_of(::getpid()).value_or(ProcessIdentity());
  Skipped guide = read_guide(options);
  configuration.skipped_classes = std::move(guide.classes);
  configuration.skipped_fields = std::move(guide.fields);
  {
    Stats::Pass pass(stats, "prepare");
    watched.load_models(options);
    const std::string jdk = jdk_home_of(launcher_of(options), environment);
    if (!jdk.empty()) watched.class_path.add_jdk(jdk);
    configuration.operations = library::run_time_operations(watched.models, watched.program, watched.class_path);
    pass.count("operations", configuration.operations.size());
  }
  read_classes(watched, options, environment, configuration, stats);

  // The program runs. Beyond this point Snag outlives it, and reports whatever the agent has seen.
  const SessionFolder folder(options.keep_trace);
  configuration.trace = folder.trace_pattern();
  folder.write_configuration(to_text(configuration));
  Watching watching;
  {
    Stats::Pass pass(stats, "program");
    watching = options.pid ? watch_process(options, *agent, folder) : run_program(options, *agent, folder, environment);
  }

  // What the agent has seen, as findings. They have no fingerprints yet.
  std::vector<wire::Trace> traces = read_traces(folder, diagnostics);
  std::erase_if(traces, [](const wire::Trace& trace) { return !trace.started; });
  if (traces.empty()) fail_without_trace(options, watching);
  note_what_was_not_seen(traces, diagnostics);
  count(traces, stats);
  std::vector<Finding> findings =
      findings_of(traces, {.options = options.check_options, .checks = checks, .program = &watched.program});

  // Suppression, baseline, and the final order, as in `snag check`. Nothing is gone from the baseline: another run may
  // see what this one did not.
  const auto looked_for = [](const KnownFinding&) { return false; };
  Outcome outcome = select_findings(std::move(findings), {.options = options,
                                                          .diagnostics = diagnostics,
                                                          .stats = stats,
                                                          .program = watched,
                                                          .baseline = baseline,
                                                          .looked_for = looked_for});

  // The reports, as those of `snag check`; after them, on standard error, the diagnostics and the summary.
  for (const wire::Trace& trace : traces) outcome.summary.classes += trace.end.classes;
  outcome.summary.program = watching.what;
  if (watching.end) outcome.summary.exit_code = shell_exit_code(*watching.end);
  outcome.summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const ReportInput input{.findings = outcome.findings,
                          .diagnostics = diagnostics,
                          .stats = stats,
                          .sources = sources,
                          .summary = outcome.summary};
  write_reports(options, input);
  print_diagnostics(options, diagnostics, stats);
  print_outcome(options, outcome, input);
  return exit_code_of_run(options, watching, outcome);
}

}  // namespace snag
