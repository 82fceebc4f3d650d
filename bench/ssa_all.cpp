// SSA for every method of some jars, or of a JDK: how fast, and how large.
//
//   ssa_all [--passes N] [--threads N] JAR...     one line a jar and pass
//   ssa_all [--passes N] [--threads N] --jdk DIR
//   … --together                                  one line a pass for all jars, which are then one class path: a class
//   that is in two of them counts once
//   … --verify                                    also proves each method's IR sound (timed apart, exit 1 if one is
//   not)
//   … --lines                                     also counts the source lines that the line number tables name
//
// Classes are loaded and validated first, untimed; a pass then decodes each method's bytecode and builds its IR, with a
// fresh builder on each thread and a fresh table of references. Names are interned in the program's table, as in a real
// run: the first pass adds those that loading did not need. Each IR is dropped after its size was added up. cpu_s is
// that of the measuring threads, instructions are the JVM's own.
//
// A source file is a package and the name in SourceFile. lines are its distinct lines with an instruction; last_lines
// are the numbers of the last of them, added up over the files: what follows it is missing.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "classfile/instruction.h"
#include "ir/builder.h"
#include "ir/verify.h"
#include "program/class_path.h"
#include "program/program.h"

namespace {

using namespace snag;

struct Options {
  unsigned passes = 3;
  unsigned threads = 1;
  bool verify = false;
  bool together = false;
  bool lines = false;
  std::string jdk;
  std::vector<std::string> jars;
};

struct Totals {
  std::uint64_t methods = 0, failed = 0, unsound = 0, bytes = 0, values = 0;
  double cpu = 0;
  std::map<std::string, std::uint64_t> problems;  // and how often

  void add(const Totals& other) {
    methods += other.methods;
    failed += other.failed;
    unsound += other.unsound;
    bytes += other.bytes;
    values += other.values;
    cpu += other.cpu;
    for (const auto& [problem, count] : other.problems) problems[problem] += count;
  }
};

double thread_cpu() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::uint64_t count_instructions(const Class& c) {
  std::uint64_t count = 0;
  for (const classfile::Member& method : c.file.methods()) {
    auto code = classfile::read_code(c.file, method);
    if (!code || !*code) continue;
    classfile::Instruction instruction;
    for (std::uint32_t pc = 0; pc < (*code)->code.size(); pc = instruction.next()) {
      if (classfile::decode_instruction((*code)->code, pc, instruction) != nullptr) break;
      ++count;
    }
  }
  return count;
}

struct SourceLines {
  std::uint64_t lines = 0, last_lines = 0;
};

SourceLines count_lines(const Program& program, const std::vector<ClassId>& classes) {
  std::map<std::string, std::vector<std::uint16_t>> files;
  for (ClassId id : classes) {
    const classfile::ClassFile& file = program[id].file;
    std::string_view name = file.name();
    std::size_t slash = name.rfind('/');
    std::string source(name.substr(0, slash == std::string_view::npos ? 0 : slash + 1));
    source += classfile::source_file(file);
    std::vector<std::uint16_t>& lines = files[source];
    for (const classfile::Member& method : file.methods()) {
      auto code = classfile::read_code(file, method);
      if (!code || !*code) continue;
      for (const classfile::LineNumber& number : classfile::line_numbers(file, **code)) lines.push_back(number.line);
    }
  }
  SourceLines total;
  for (auto& [source, lines] : files) {
    if (lines.empty()) continue;
    std::sort(lines.begin(), lines.end());
    total.last_lines += lines.back();
    total.lines += static_cast<std::uint64_t>(std::unique(lines.begin(), lines.end()) - lines.begin());
  }
  return total;
}

struct Pass {
  const Program& program;
  const std::vector<ClassId>& classes;
  bool verify;
  Names& names;
  ir::References references;
  std::atomic<std::size_t> next{0};

  Totals work() {
    constexpr std::size_t kChunk = 16;
    Totals totals;
    double start = thread_cpu(), verifying = 0;
    ir::Builder builder(names, references);
    for (std::size_t first; (first = next.fetch_add(kChunk)) < classes.size();) {
      for (std::size_t n = first; n < std::min(first + kChunk, classes.size()); ++n) {
        const Class& c = program[classes[n]];
        builder.begin_class(c.file);
        for (const classfile::Member& method : c.file.methods()) {
          auto built = builder.build(method);
          if (!built) {
            ++totals.failed;
            ++totals.problems[built.error().message];
          }
          if (!built || !*built) continue;
          ++totals.methods;
          totals.bytes += (*built)->memory();
          totals.values += (*built)->instructions.size();
          if (!verify) continue;
          double before = thread_cpu();
          if (auto problem = ir::verify(**built, names, references)) {
            ++totals.unsound;
            ++totals.problems[fmt::format("{} {}.{}{}: {}", "verify:", c.file.name(), c.file.name(method),
                                          c.file.descriptor(method), *problem)];
          }
          verifying += thread_cpu() - before;
        }
      }
    }
    totals.cpu = thread_cpu() - start - verifying;
    return totals;
  }
};

bool measure(const Options& options, const std::string& label, ClassPath& path, Diagnostics& diagnostics,
             Origin origin) {
  Names names;
  Program program(names, path, diagnostics);
  std::vector<ClassId> classes = program.load_all(origin, std::max(1u, std::thread::hardware_concurrency()));
  std::uint64_t instructions = 0;
  for (ClassId id : classes) instructions += count_instructions(program[id]);
  SourceLines source = options.lines ? count_lines(program, classes) : SourceLines{};
  bool sound = true;
  for (unsigned number = 1; number <= options.passes; ++number) {
    Pass pass{program, classes, options.verify, names, {}};
    auto begin = std::chrono::steady_clock::now();
    std::vector<Totals> parts(options.threads);
    std::vector<std::thread> threads;
    for (unsigned t = 1; t < options.threads; ++t) threads.emplace_back([&, t] { parts[t] = pass.work(); });
    parts[0] = pass.work();
    for (std::thread& thread : threads) thread.join();
    std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    Totals totals;
    for (const Totals& part : parts) totals.add(part);
    fmt::print(
        "snag-ssa jar={} methods={} instructions={} cpu_s={:.4f} wall_s={:.4f} failed={} bytes_per_instruction={:.2f} "
        "values={} unsound={} classes={} pass={} threads={} lines={} last_lines={}\n",
        label, totals.methods, instructions, totals.cpu, wall.count(), totals.failed,
        static_cast<double>(totals.bytes) / static_cast<double>(std::max<std::uint64_t>(instructions, 1)),
        totals.values, totals.unsound, classes.size(), number, options.threads, source.lines, source.last_lines);
    std::fflush(stdout);
    sound &= totals.unsound == 0;
    if (number != options.passes) continue;
    for (const auto& [problem, count] : totals.problems)
      fmt::print(stderr, "snag-ssa problem count={} {}\n", count, problem);
  }
  return sound && !classes.empty();
}

// The jars that are measured as one.
std::vector<std::vector<std::string>> groups(const Options& options) {
  if (options.together) return {options.jars};
  std::vector<std::vector<std::string>> each;
  for (const std::string& jar : options.jars) each.push_back({jar});
  return each;
}

int usage() {
  std::fputs("usage: ssa_all [--passes N] [--threads N] [--verify] [--together] [--lines] (--jdk DIR | JAR...)\n",
             stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string_view argument = argv[i];
    bool has_value = i + 1 < argc;
    if (argument == "--passes" && has_value) {
      options.passes = static_cast<unsigned>(std::max(1, std::atoi(argv[++i])));
    } else if (argument == "--threads" && has_value) {
      options.threads = static_cast<unsigned>(std::clamp(std::atoi(argv[++i]), 1, 256));
    } else if (argument == "--jdk" && has_value) {
      options.jdk = argv[++i];
    } else if (argument == "--verify") {
      options.verify = true;
    } else if (argument == "--lines") {
      options.lines = true;
    } else if (argument == "--together") {
      options.together = true;
    } else if (argument.starts_with('-')) {
      return usage();
    } else {
      options.jars.emplace_back(argument);
    }
  }
  if (options.jdk.empty() == options.jars.empty() || (options.together && options.jars.empty())) return usage();
  bool good = true;
  if (!options.jdk.empty()) {
    Diagnostics diagnostics;
    ClassPath path(diagnostics);
    path.add_jdk(options.jdk);
    good = measure(options, options.jdk, path, diagnostics, Origin::kJdk);
  }
  for (const std::vector<std::string>& jars : groups(options)) {
    Diagnostics diagnostics;
    ClassPath path(diagnostics);
    for (const std::string& jar : jars) path.add(jar, Origin::kApplication);
    good &= measure(options, options.together ? "together" : jars.front(), path, diagnostics, Origin::kApplication);
  }
  return good ? 0 : 1;
}
