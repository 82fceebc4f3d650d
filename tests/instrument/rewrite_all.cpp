// rewrite_all IN OUT [option]...: rewrites every class of IN (a jar, a folder, or the home of a JDK) with all features
// into the folder OUT, copies the classes that stay unchanged, and prints statistics. tests/instrument/run runs the
// JVM's verifier on the result.
//
//   --arrays off|whole|ranges    whole is the default
//   --no-members                 adds no fields and methods
//   --callbacks                  rewrites the classes as library classes, like those of the JDK
//   --module NAME                of a JDK: only that module (java.base), without the folder of its name
//   --operations                 uses operations for every kind of hook at calls
//   --operations-of FILE         uses the operations of an agent.conf (snag run --keep-trace)
//   --not PREFIX                 leaves classes out
#include <fmt/format.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include "agent/decisions.h"
#include "base/diagnostic.h"
#include "classfile/class_file.h"
#include "classfile/validate.h"
#include "instrument/rewrite.h"
#include "program/class_path.h"

namespace {

using namespace snag;
using instrument::Operation;

instrument::Operations operations() {
  using Action = Operation::Action;
  using Operand = Operation::Operand;
  instrument::Operations all;
  auto add = [&](const char* owner, const char* method, Action action, Operand operand = Operand::kThis,
                 std::uint32_t argument = 0, bool if_true = false) {
    Operation operation;
    operation.class_pattern = owner, operation.method_pattern = method, operation.action = action;
    operation.operand = operand, operation.argument = argument, operation.only_if_true = if_true;
    all.add(std::move(operation));
  };
  add("java/util/concurrent/locks/*", "lock*", Action::kAcquire);
  add("java/util/concurrent/locks/*", "tryLock", Action::kAcquire, Operand::kThis, 0, true);
  add("java/util/concurrent/locks/*", "tryOptimisticRead", Action::kAcquire, Operand::kThis, 0, true);
  add("java/util/concurrent/locks/*", "unlock*", Action::kRelease);
  add("java/util/concurrent/locks/*", "await*", Action::kWait);
  add("java/lang/Thread", "start", Action::kStart);
  add("java/lang/Thread", "join", Action::kJoin);
  add("java/util/concurrent/*", "get", Action::kJoin);
  add("java/util/concurrent/*", "await", Action::kJoin);
  add("java/util/concurrent/*", "execute", Action::kStart, Operand::kArgument, 0);
  add("java/util/concurrent/*", "submit", Action::kStart, Operand::kArgument, 0);
  add("java/util/concurrent/*", "submit", Action::kStart, Operand::kResult);
  add("java/util/concurrent/*", "countDown", Action::kSignal);
  add("java/util/concurrent/atomic/*", "*", Action::kUpdate);
  add("java/util/*", "get*", Action::kContentsRead);
  add("java/util/*", "put*", Action::kContentsWrite);
  add("java/util/*", "add*", Action::kContentsWrite);
  add("java/lang/StringBuilder", "append", Action::kContentsWrite);
  add("java/lang/String*", "valueOf", Action::kRead, Operand::kArgument, 0);
  add("java/io/*", "write", Action::kJoin);  // it is not a join, but there are many such calls in try blocks
  add("java/io/*", "read", Action::kUpdate);
  return all;
}

instrument::Operations operations_of_file(const std::string& name) {
  std::ifstream in(name, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  Result<instrument::Decisions> decisions = wire::parse_agent_configuration(text).and_then(agent::decisions_of);
  if (decisions) return std::move(decisions->operations);
  fmt::print(stderr, "{}\n", decisions.error().message);
  std::exit(2);
}

struct Options {
  std::string in, out, module, without;
  instrument::Decisions decisions{.hooks_class = "snag/runtime/Hooks"};  // in tests/instrument/stubs
  instrument::RewriteInput input;
};

Options read_options(int argc, char** argv) {
  Options options;
  options.decisions.units = true;
  options.decisions.arrays = instrument::Arrays::kWhole;
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    auto value = [&] { return i + 1 < argc ? std::string(argv[++i]) : std::string(); };
    if (argument == "--arrays") {
      std::string kind = value();
      options.decisions.arrays = kind == "off"      ? instrument::Arrays::kOff
                                 : kind == "ranges" ? instrument::Arrays::kRanges
                                                    : instrument::Arrays::kWhole;
    } else if (argument == "--no-members") {
      options.input.may_add_members = false;
    } else if (argument == "--callbacks") {
      options.input.library = true;
    } else if (argument == "--operations") {
      options.decisions.operations = operations();
    } else if (argument == "--operations-of") {
      options.decisions.operations = operations_of_file(value());
    } else if (argument == "--module") {
      options.module = value();
    } else if (argument == "--not") {
      options.without = value();
    } else {
      names.push_back(argument);
    }
  }
  if (names.size() == 2) options.in = names[0], options.out = names[1];
  return options;
}

bool write_file(const std::string& path, Bytes bytes) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return out.good();
}

}  // namespace

int main(int argc, char** argv) {
  Options options = read_options(argc, argv);
  if (options.in.empty()) return fmt::print(stderr, "usage: rewrite_all IN OUT [option]...\n"), 2;
  Diagnostics diagnostics;
  ClassPath path(diagnostics);
  bool jdk = std::filesystem::exists(options.in + "/lib/modules");
  if (jdk) {
    options.decisions.everything = !options.input.library;
    path.add_jdk(options.in);
  } else {
    path.add(options.in, Origin::kApplication);
  }
  instrument::Sites sites;
  instrument::RewriteStatistics statistics;
  classfile::Validator validator;
  std::size_t classes = 0, rewritten = 0, wrong = 0;
  std::chrono::nanoseconds time{0}, slowest{0};
  for (ClassLocation location : path.classes(jdk ? Origin::kJdk : Origin::kApplication)) {
    std::string name(path.name(location));
    if (!options.module.empty() && path.describe(location).find("/" + options.module + "/") == std::string::npos)
      continue;
    if (!options.without.empty() && name.starts_with(options.without)) continue;
    Result<Blob> blob = path.read(location);
    if (!blob) continue;
    ++classes;
    options.input.class_file = blob->bytes;
    auto start = std::chrono::steady_clock::now();
    classfile::ByteBuffer bytes = instrument::rewrite(options.input, options.decisions, sites, statistics);
    std::chrono::nanoseconds took = std::chrono::steady_clock::now() - start;
    time += took;
    slowest = std::max(slowest, took);
    if (!bytes.empty()) {
      ++rewritten;
      Result<classfile::ClassFile> parsed = classfile::ClassFile::parse(bytes);
      std::string problem = !parsed ? parsed.error().message : "";
      if (parsed) {
        if (auto error = validator.check(*parsed)) problem = error->message;
      }
      if (!problem.empty()) fmt::print("{}: {}\n", name, problem), ++wrong;
    }
    write_file(options.out + "/" + name + ".class", bytes.empty() ? blob->bytes : Bytes(bytes));
  }
  fmt::print(
      "{}: {} classes, {} rewritten, {} methods, {} accesses, {} checks, {} sites; {:.3f} ms on average, {:.1f} at "
      "most\n",
      options.in, classes, rewritten, statistics.methods, statistics.accesses, statistics.checks, sites.size(),
      static_cast<double>(time.count()) / 1e6 / static_cast<double>(std::max<std::size_t>(classes, 1)),
      static_cast<double>(slowest.count()) / 1e6);
  for (const auto& [reason, count] : statistics.skipped) fmt::print("  unchanged: {}: {}\n", reason, count);
  return wrong == 0 ? 0 : 1;
}
