// Every method of every JDK on this machine, and of the real programs in the package list's section [corpus]: SSA is
// built without an error, proven sound, and one method of 20 reads back from its text as it was.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "base/parallel.h"
#include "ir_helpers.h"
#include "support/command.h"
#include "support/jdk_homes.h"
#include "support/problems.h"

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
  Problems problems;

  // Everything on the class path.
  void check(const ClassPath& path, Diagnostics& diagnostics, Origin origin) {
    Names names;
    References references;
    Program program(names, path, diagnostics);
    std::vector<ClassId> all = program.load_all(origin, std::max(1u, std::thread::hardware_concurrency()));
    classes += all.size();
    if (std::size_t there = path.classes(origin).size(); there != all.size()) {
      problems.add(std::to_string(there - all.size()) +
                   " classes cannot be read: " + to_text(diagnostics.sorted().front()));
    }
    parallel_ranges(all.size(), /*jobs=*/0, /*grain=*/32, [&](std::size_t begin, std::size_t end) {
      Builder builder(names, references);
      for (std::size_t n = begin; n < end; ++n) {
        if (n % kStep == 0) check(program[all[n]], /*class_number=*/n, builder, names, references);
      }
    });
  }

 private:
  void check(const Class& c, std::size_t class_number, Builder& builder, Names& names, References& references) {
    builder.begin_class(c.file);
    std::size_t number = class_number;  // the choice below must not depend on which thread was first
    for (const classfile::Member& member : c.file.methods()) {
      ++number;
      auto name = [&] { return fmt_name(c, member); };
      auto built = builder.build(member);
      if (!built) {
        problems.add(name() + ": " + built.error().message);
        continue;
      }
      if (!*built) continue;
      ++methods;
      const MethodIr& ir = **built;
      if (auto problem = verify(ir, names, references)) problems.add(name() + ": " + *problem);
      if (number % 20 != 0) continue;
      ++read_back;
      std::string text = print(ir, names, references);
      auto again = parse(text, names, references);
      if (!again) {
        problems.add(name() + ": line " + std::to_string(again.error().offset.value_or(0)) + ": " +
                     again.error().message);
      } else if (!same(ir, *again) || print(*again, names, references) != text) {
        problems.add(name() + ": reads back differently");
      }
    }
  }
  static std::string fmt_name(const Class& c, const classfile::Member& member) {
    return std::string(c.file.name()) + "." + std::string(c.file.name(member)) + std::string(c.file.descriptor(member));
  }
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
    EXPECT_EQ(corpus.problems.text(), "") << home;
    EXPECT_GT(corpus.classes, 5000u) << home;
    EXPECT_GT(corpus.methods, 50'000u / kStep) << home;
    EXPECT_GT(corpus.read_back, corpus.methods / 30) << home;
    std::printf("  %s: %lu classes, %lu methods, %lu read back\n", home.c_str(), corpus.classes.load(),
                corpus.methods.load(), corpus.read_back.load());
  }
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
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
  const std::string root = SNAG_TEST_SOURCE_DIR;
  std::vector<std::string> packages = corpus_packages(root + "/packaging/packages.txt");
  ASSERT_GE(packages.size(), 10u);
  std::string missing;
  for (const std::string& package : packages) {
    constexpr int kNotInstalled = 3;
    CommandResult listed = run(shell_word(root + "/bench/corpus-jars") + " --paths " + package);
    if (listed.exit_code == kNotInstalled) {
      missing += " " + package;
      continue;
    }
    if (listed.exit_code != 0) {
      ADD_FAILURE() << package << ": corpus-jars ended with " << listed.exit_code << "\n" << listed.errors;
      continue;
    }
    std::vector<std::string> jars = lines_of(listed.output);
    EXPECT_FALSE(jars.empty()) << package;
    Corpus corpus;
    for (const std::string& jar : jars) {
      Diagnostics diagnostics;
      ClassPath path(diagnostics);
      path.add(jar, Origin::kApplication);
      corpus.check(path, diagnostics, Origin::kApplication);
    }
    EXPECT_EQ(corpus.problems.text(), "") << package;
    EXPECT_GT(corpus.methods, 300u / kStep) << package;
    std::printf("  %s: %zu jars, %lu classes, %lu methods, %lu read back\n", package.c_str(), jars.size(),
                corpus.classes.load(), corpus.methods.load(), corpus.read_back.load());
  }
  // Not passed over in silence: `./test` installs them.
  if (!missing.empty()) GTEST_SKIP() << "packages that are not installed:" << missing;
}

}  // namespace
}  // namespace snag::ir
