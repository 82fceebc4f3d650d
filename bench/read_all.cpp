// Reads every class of a JDK into the program model, all attributes and code validated, and says how long that took.
//
//   read_all --jdk DIR [--threads N] [--passes N]
//   snag-read pass=1 cpu_s=0.2 wall_s=0.2 classes=26695 bytes=123086534 threads=1 ...
//
// The peer is bench/peers/AsmReadAll.java, which has all class bytes in memory and listed before its first clock
// starts. So here: the image is mapped, its pages are touched once and its classes listed before the first pass. Each
// pass has a new Program and new Names. Module descriptors do not count as classes; they are parsed and checked
// apart, since the peer reads them too. Tearing the model down is not measured; the peer's garbage is not either.
#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/names.h"
#include "classfile/class_file.h"
#include "classfile/validate.h"
#include "program/class_path.h"
#include "program/jdk_location.h"
#include "program/program.h"

namespace {

using namespace snag;

double seconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

struct Options {
  std::string jdk;
  unsigned threads = 1;
  unsigned passes = 5;
};

std::optional<Options> parse_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; i += 2) {
    std::string_view option = argv[i];
    std::string_view value = i + 1 < argc ? argv[i + 1] : "";
    unsigned number = 0;
    bool is_number = std::from_chars(value.data(), value.data() + value.size(), number).ec == std::errc() && number > 0;
    if (option == "--jdk" && !value.empty()) {
      options.jdk = value;
    } else if (option == "--threads" && is_number) {
      options.threads = number;
    } else if (option == "--passes" && is_number) {
      options.passes = number;
    } else {
      return std::nullopt;
    }
  }
  return options;
}

struct Work {
  std::uint64_t classes = 0, bytes = 0, methods = 0;

  void add(const classfile::ClassFile& file) {
    ++classes;
    bytes += file.bytes().size();
    methods += file.methods().size();
  }
};

// Answers how much was read; problems are in `diagnostics`.
Work read_modules(const ClassPath& class_path, Diagnostics& diagnostics) {
  Work work;
  classfile::Validator validator;
  for (ClassLocation location : class_path.module_descriptors(Origin::kJdk)) {
    auto report = [&](const Error& error) {
      diagnostics.add(DiagnosticSeverity::kError, class_path.describe(location), error);
    };
    Result<Blob> blob = class_path.read(location);
    if (!blob) {
      report(blob.error());
      continue;
    }
    Result<classfile::ClassFile> file = classfile::ClassFile::parse(blob->bytes);
    if (!file) {
      report(file.error());
    } else if (std::optional<Error> error = validator.check(*file)) {
      report(*error);
    } else {
      work.add(*file);
    }
  }
  return work;
}

// Touches every page, so that the first pass does not measure the disk. The answer only keeps the reads alive.
std::uint64_t touch(const ClassPath& class_path) {
  std::uint64_t sum = 0;
  for (ClassLocation location : class_path.classes(Origin::kJdk)) {
    if (Result<Blob> blob = class_path.read(location)) {
      for (std::size_t i = 0; i < blob->bytes.size(); i += 4096) sum += blob->bytes[i];
    }
  }
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  std::optional<Options> options = parse_options(argc, argv);
  if (!options) {
    fmt::print(stderr, "usage: read_all --jdk DIR [--threads N] [--passes N]\n");
    return 2;
  }
  Result<std::string> jdk = find_jdk(JdkSearch::from_environment(options->jdk));
  if (!jdk) {
    fmt::print(stderr, "read_all: {}\n", jdk.error().message);
    return 2;
  }
  Diagnostics diagnostics;
  ClassPath class_path(diagnostics);
  class_path.add_jdk(*jdk);
  volatile std::uint64_t touched = touch(class_path);
  static_cast<void>(touched);

  for (unsigned pass = 1; pass <= options->passes; ++pass) {
    Names names;
    Program program(names, class_path, diagnostics);
    double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID), wall = seconds(CLOCK_MONOTONIC);
    std::vector<ClassId> classes = program.load_all(Origin::kJdk, options->threads);
    Work work = read_modules(class_path, diagnostics);
    cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu, wall = seconds(CLOCK_MONOTONIC) - wall;
    for (ClassId id : classes) work.add(program[id].file);
    fmt::print("snag-read pass={} cpu_s={:.4f} wall_s={:.4f} classes={} bytes={} methods={} names={} threads={}\n",
               pass, cpu, wall, work.classes, work.bytes, work.methods, names.size(), options->threads);
    std::fflush(stdout);
  }
  for (const Diagnostic& diagnostic : diagnostics.sorted()) fmt::print(stderr, "{}\n", to_text(diagnostic));
  return diagnostics.empty() ? 0 : 3;
}
