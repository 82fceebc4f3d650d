// Which zip library: libzip (which inflates with zlib), or libdeflate under a central-directory reader of our own?
// Run: zip_bench [--benchmark_...] [JAR...]; without a jar, Guava's of Debian (libguava-java).
//
// Measured (CPU time, median of 5, g++ 12 -O2, on a busy machine with two cores; libzip 1.7.3, libdeflate 1.14):
//
//                                    guava.jar (2,040 classes)    eclipse-jdt-core.jar (2,090 classes)
//     open, list names     snag            0.08 ms                      0.10 ms
//                          libzip          5.1  ms                      6.1  ms
//     open, index          snag            1.0  ms                      1.3  ms
//     read all classes     libdeflate     14.9  ms  (415 MB/s)         29.8  ms  (487 MB/s)
//       ... without CRC    libdeflate     14.7  ms                     27.8  ms
//                          libzip         33.3  ms  (186 MB/s)         67.5  ms  (215 MB/s)
//
// So libdeflate: 2.2 times as fast on content, 60 times on the directory, whose names need not be copied; and libzip's
// handles belong to one thread each. Verifying checksums costs 1 to 7 percent, and stays.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "program/class_path.h"
#include "program/input_file.h"
#include "program/zip.h"

#ifdef SNAG_BENCH_LIBZIP
#include <zip.h>
#endif

namespace {

using namespace snag;

bool is_class(std::string_view name) { return name.ends_with(".class"); }

ReadLimits without_total() { return ReadLimits{.total_inflated_size = ~0ULL, .total_entries = ~0U}; }

void open_by_snag(benchmark::State& state, const std::string& path) {
  std::size_t classes = 0;
  for (auto _ : state) {
    ReadBudget budget(without_total());
    std::vector<Error> problems;
    auto zip = ZipArchive::open(ByteSource(*InputFile::open(path)), budget, problems);
    classes = 0;
    for (const ZipEntry& entry : (*zip)->entries()) classes += is_class(entry.name) ? 1 : 0;
  }
  state.counters["classes"] = static_cast<double>(classes);
}

// Everything that `snag dump classes` does before it reads a class.
void index_by_snag(benchmark::State& state, const std::string& path) {
  for (auto _ : state) {
    Diagnostics diagnostics;
    ClassPath class_path(diagnostics);
    class_path.add(path, Origin::kApplication);
    benchmark::DoNotOptimize(class_path.classes(Origin::kApplication));
  }
}

void read_by_snag(benchmark::State& state, const std::string& path, ZipArchive::Checksum checksum) {
  ReadBudget budget(without_total());
  std::vector<Error> problems;
  auto zip = ZipArchive::open(ByteSource(*InputFile::open(path)), budget, problems);
  std::size_t size = 0;
  for (auto _ : state) {
    for (const ZipEntry& entry : (*zip)->entries()) {
      if (!is_class(entry.name)) continue;
      Result<Blob> content = (*zip)->read(entry, ~0ULL, budget, checksum);
      if (!content) return state.SkipWithError(content.error().message.c_str());
      size += content->bytes.size();
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(size));
}

#ifdef SNAG_BENCH_LIBZIP
using Zip = std::unique_ptr<zip_t, decltype(&zip_discard)>;

Zip open_zip(const std::string& path) {
  int error = 0;
  return Zip(zip_open(path.c_str(), ZIP_RDONLY, &error), &zip_discard);
}

void open_by_libzip(benchmark::State& state, const std::string& path) {
  std::size_t classes = 0;
  for (auto _ : state) {
    Zip zip = open_zip(path);
    classes = 0;
    for (zip_int64_t i = 0; i < zip_get_num_entries(zip.get(), 0); ++i) {
      classes += is_class(zip_get_name(zip.get(), static_cast<zip_uint64_t>(i), ZIP_FL_ENC_RAW)) ? 1 : 0;
    }
  }
  state.counters["classes"] = static_cast<double>(classes);
}

void read_by_libzip(benchmark::State& state, const std::string& path) {
  Zip zip = open_zip(path);
  std::size_t size = 0;
  for (auto _ : state) {
    for (zip_int64_t i = 0; i < zip_get_num_entries(zip.get(), 0); ++i) {
      zip_stat_t status;
      if (zip_stat_index(zip.get(), static_cast<zip_uint64_t>(i), ZIP_FL_ENC_RAW, &status) != 0) continue;
      if (!is_class(status.name)) continue;
      zip_file_t* file = zip_fopen_index(zip.get(), static_cast<zip_uint64_t>(i), 0);
      std::unique_ptr<std::uint8_t[]> content(new std::uint8_t[status.size]);
      zip_int64_t count = zip_fread(file, content.get(), status.size);
      zip_fclose(file);
      if (count != static_cast<zip_int64_t>(status.size)) return state.SkipWithError("short read");
      size += status.size;
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(size));
}
#endif

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  std::vector<std::string> jars(argv + 1, argv + argc);
  if (jars.empty()) jars.emplace_back("/usr/share/java/guava.jar");
  for (const std::string& jar : jars) {
    if (!InputFile::open(jar)) {
      std::fprintf(stderr, "zip_bench: %s: %s\n", jar.c_str(), InputFile::open(jar).error().message.c_str());
      return 2;
    }
    std::string name = jar.substr(jar.rfind('/') + 1);
    auto add = [&](const char* what, auto function) {
      benchmark::RegisterBenchmark((what + (" " + name)).c_str(), function)->Unit(benchmark::kMillisecond);
    };
    using Checksum = ZipArchive::Checksum;
    add("open/snag", [jar](benchmark::State& state) { open_by_snag(state, jar); });
#ifdef SNAG_BENCH_LIBZIP
    add("open/libzip", [jar](benchmark::State& state) { open_by_libzip(state, jar); });
#endif
    add("index/snag", [jar](benchmark::State& state) { index_by_snag(state, jar); });
    add("read/libdeflate", [jar](benchmark::State& state) { read_by_snag(state, jar, Checksum::kVerify); });
    add("read/libdeflate-no-crc", [jar](benchmark::State& state) { read_by_snag(state, jar, Checksum::kIgnore); });
#ifdef SNAG_BENCH_LIBZIP
    add("read/libzip", [jar](benchmark::State& state) { read_by_libzip(state, jar); });
#endif
  }
  benchmark::RunSpecifiedBenchmarks();
}
