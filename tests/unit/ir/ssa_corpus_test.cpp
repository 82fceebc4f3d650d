// Every method of every JDK on this machine, and of the real programs in the package list's section [corpus]: SSA is
// built without an error, proven sound, and every 20th method reads back from its text as it was.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <system_error>
#include <thread>

#include "base/parallel.h"
#include "ir_helpers.h"
#include "support/jdk_homes.h"

namespace snag::ir {
namespace {

// Sanitizers make this ten times slower: there, every eighth class has to do.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t kStep = 8;
#else
constexpr std::size_t kStep = 1;
#endif

class Corpus {
 public:
  // Adds up over all calls.
  std::atomic<std::uint64_t> classes{0}, methods{0}, read_back{0};

  // Everything on the class path.
  void check(const ClassPath& path, Diagnostics& diagnostics, Origin origin) {
    Names names;
    References references;
    Program program(names, path, diagnostics);
    std::vector<ClassId> all = program.load_all(origin, std::max(1u, std::thread::hardware_concurrency()));
    classes += all.size();
    if (std::size_t there = path.classes(origin).size(); there != all.size()) {
      add(std::to_string(there - all.size()) + " classes cannot be read: " + to_text(diagnostics.sorted().front()));
    }
    parallel_ranges(all.size(), /*jobs=*/0, /*grain=*/32, [&](std::size_t begin, std::size_t end) {
      Builder builder(names, references);
      for (std::size_t n = begin; n < end; ++n) {
        if (n % kStep == 0) check(program[all[n]], builder, names, references);
      }
    });
  }
  void add(const std::string& problem) {
    std::lock_guard lock(mutex_);
    if (++count_ <= 20) shown_ += "\n  " + problem;
  }
  std::string problems() const { return count_ == 0 ? "" : std::to_string(count_) + " problems:" + shown_; }

 private:
  void check(const Class& c, Builder& builder, Names& names, References& references) {
    builder.begin_class(c.file);
    for (const classfile::Member& member : c.file.methods()) {
      auto name = [&] { return fmt_name(c, member); };
      auto built = builder.build(member);
      if (!built) {
        add(name() + ": " + built.error().message);
        continue;
      }
      if (!*built) continue;
      std::uint64_t number = methods++;
      const MethodIr& ir = **built;
      if (auto problem = verify(ir, names, references)) add(name() + ": " + *problem);
      if (number % 20 != 0) continue;
      ++read_back;
      std::string text = print(ir, names, references);
      auto again = parse(text, names, references);
      if (!again) {
        add(name() + ": line " + std::to_string(again.error().offset.value_or(0)) + ": " + again.error().message);
      } else if (!same(ir, *again) || print(*again, names, references) != text) {
        add(name() + ": reads back differently");
      }
    }
  }
  static std::string fmt_name(const Class& c, const classfile::Member& member) {
    return std::string(c.file.name()) + "." + std::string(c.file.name(member)) + std::string(c.file.descriptor(member));
  }

  std::mutex mutex_;
  std::uint64_t count_ = 0;
  std::string shown_;
};

TEST(SsaCorpus, EveryMethodOfEveryJdk) {
  std::set<std::string> homes = jdk_homes();
  ASSERT_FALSE(homes.empty());
  for (const std::string& home : homes) {
    Corpus corpus;
    Diagnostics diagnostics;
    ClassPath path(diagnostics);
    path.add_jdk(home);
    corpus.check(path, diagnostics, Origin::kJdk);
    EXPECT_EQ(corpus.problems(), "") << home;
    EXPECT_GT(corpus.classes, 5000u) << home;
    EXPECT_GT(corpus.methods, 50'000u / kStep) << home;
    std::printf("  %s: %lu classes, %lu methods, %lu read back\n", home.c_str(), corpus.classes.load(),
                corpus.methods.load(), corpus.read_back.load());
  }
}

// What a command prints, by lines; nothing if it fails.
std::vector<std::string> lines_of(const std::string& command, bool& succeeded) {
  std::vector<std::string> lines;
  std::string text;
  std::FILE* pipe = popen(command.c_str(), "r");
  succeeded = pipe != nullptr;
  if (pipe == nullptr) return lines;
  std::array<char, 4096> buffer;
  while (std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe)) text.append(buffer.data(), count);
  succeeded = pclose(pipe) == 0;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> corpus_packages(const std::string& list) {
  std::vector<std::string> packages;
  std::ifstream file(list);
  bool corpus = false;
  for (std::string line; std::getline(file, line);) {
    std::string word = line.substr(0, line.find_first_of(" \t#"));
    if (word.empty()) continue;
    if (word[0] == '[') {
      corpus = word == "[corpus]";
    } else if (corpus) {
      packages.push_back(word);
    }
  }
  return packages;
}

TEST(SsaCorpus, EveryMethodOfRealPrograms) {
  const std::string root = std::filesystem::path(SNAG_TEST_DATA_DIR).parent_path().parent_path();
  std::vector<std::string> packages = corpus_packages(root + "/packaging/packages.txt");
  ASSERT_GE(packages.size(), 10u);
  std::string missing;
  for (const std::string& package : packages) {
    bool installed = false;
    std::vector<std::string> jars =
        lines_of("'" + root + "/bench/corpus-jars' --no-install --paths " + package + " 2>/dev/null", installed);
    if (!installed) {
      missing += " " + package;
      continue;
    }
    EXPECT_FALSE(jars.empty()) << package;
    Corpus corpus;
    for (const std::string& jar : jars) {
      Diagnostics diagnostics;
      ClassPath path(diagnostics);
      path.add(jar, Origin::kApplication);
      corpus.check(path, diagnostics, Origin::kApplication);
    }
    EXPECT_EQ(corpus.problems(), "") << package;
    EXPECT_GT(corpus.methods, 300u / kStep) << package;
    std::printf("  %s: %zu jars, %lu classes, %lu methods, %lu read back\n", package.c_str(), jars.size(),
                corpus.classes.load(), corpus.methods.load(), corpus.read_back.load());
  }
  // Not passed over in silence: `./test --corpus` installs them.
  if (!missing.empty()) GTEST_SKIP() << "packages that are not installed:" << missing;
}

}  // namespace
}  // namespace snag::ir
