// Compares the program model with the JVM itself: tests/oracle/ReflectionOracle.java asks a real one about every
// seventh class of its JDK, and about hierarchies written to be nasty; each line it prints is a fact that must hold
// here too.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "program/resolution_errors.h"
#include "support/command.h"
#include "support/jdk_homes.h"

namespace snag {
namespace {

namespace fs = std::filesystem;

// The JVM of one JDK.
class Oracle {
 public:
  explicit Oracle(fs::path jdk) : jdk_(std::move(jdk)) {}

  void compare();

 private:
  static constexpr int kEvery = 7;

  void run_tool(const std::string& tool, const std::string& arguments) {
    run_successfully(shell_word(jdk_ / "bin" / tool) + " " + arguments);
  }

  // The classes, where some were replaced by a later release of themselves, which their users do not fit any more.
  void compile() {
    fs::path sources = fs::path(SNAG_TEST_SOURCE_DIR) / "tests/oracle";
    std::string all;
    for (const fs::path& file : java_files(sources / "hierarchies")) all += " " + shell_word(file);
    ASSERT_NO_FATAL_FAILURE(run_tool("javac", "-g -d " + shell_word(scratch_ / "classes") + all + " " +
                                                  shell_word(sources / "ReflectionOracle.java")));
    std::string changed;
    for (const fs::path& file : java_files(sources / "changed")) changed += " " + shell_word(file);
    run_tool("javac", "-g -d " + shell_word(scratch_ / "classes") + changed);
  }

  static std::vector<fs::path> java_files(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".java") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
  }

  std::string hierarchy_classes() {
    std::vector<std::string> names;
    for (const char* package : {"p", "q"}) {
      for (const auto& entry : fs::directory_iterator(fs::path(scratch_ / "classes") / package)) {
        names.push_back(std::string(package) + "." + entry.path().stem().string());
      }
    }
    std::sort(names.begin(), names.end());
    std::string all;
    for (const std::string& name : names) all += " " + shell_word(name);
    return all;
  }

  fs::path jdk_;
  ScratchFolder scratch_;
};

// The facts of one class after another.
class Comparison {
 public:
  Comparison(Program& program, Resolver& resolver) : program_(program), resolver_(resolver) {}

  void line(const std::vector<std::string_view>& words) {
    std::string_view what = words[0];
    if (what == "skipped" || what == "incomplete") {
      ++skipped;
      return;
    }
    if (what == "class") return begin(words[1]);
    ++facts;
    if (what == "super") {
      ClassId super = program_.superclass(current_);
      equal(words, super.valid() ? program_.name(super) : "-", words[1]);
    } else if (what == "interface") {
      std::span<const ClassId> interfaces = program_.interfaces(current_);
      equal(words, interface_ < interfaces.size() ? program_.name(interfaces[interface_]) : "none", words[1]);
      ++interface_;
    } else if (what == "fields") {
      equal(words, std::to_string(program_.fields(current_).size()), words[1]);
    } else if (what == "methods") {
      std::span<const Method> all = program_.methods(current_);
      auto is_static_initialiser = [&](const Method& m) { return program_.text(m.name) == "<clinit>"; };
      auto count = all.size() - static_cast<std::size_t>(std::count_if(all.begin(), all.end(), is_static_initialiser));
      equal(words, std::to_string(count), words[1]);
    } else if (what == "field") {
      FieldId id = program_.declared_field(current_, name(words[2]), name(words[3]));
      equal(words, id.valid() ? std::to_string(program_[id].access) : "none", words[1]);
    } else if (what == "method") {
      MethodId id = program_.declared_method(current_, name(words[2]), name(words[3]));
      equal(words, id.valid() ? std::to_string(program_[id].access) : "none", words[1]);
    } else if (what == "getfield" || what == "getstatic") {
      Name owner = program_[current_].name;
      ResolvedField field = resolver_.resolve_field(owner, name(words[1]), name(words[2]), what == "getstatic");
      equal(words, field ? program_.name(program_[*field].owner) : "!", words[3]);
    } else if (what == "invoke") {
      invoke(words);
    } else if (what == "special") {
      special(words);
    } else if (what == "subtype") {
      equal(words, program_.is_subtype(current_, program_.find_class(words[1])) ? "1" : "0", words[2]);
    } else if (what == "call") {
      call(words);
    } else {
      ADD_FAILURE() << "unknown fact " << what;
    }
  }

  std::size_t facts = 0, selections = 0, calls = 0, free_choices = 0, inaccessible = 0, skipped = 0, differences = 0;

 private:
  void begin(std::string_view class_name) {
    current_ = program_.find_class(class_name);
    interface_ = 0;
    ASSERT_TRUE(current_.valid()) << class_name;
  }

  Name name(std::string_view text) { return program_.names().intern(text); }

  void equal(const std::vector<std::string_view>& words, std::string_view ours, std::string_view theirs) {
    if (ours == theirs) return;
    constexpr std::size_t kShown = 30;
    if (++differences > kShown) return;
    std::string line;
    for (std::string_view word : words) line += std::string(word) + " ";
    ADD_FAILURE() << program_.name(current_) << ": " << line << "— Snag says " << ours;
  }

  std::string_view owner_of(const ResolvedMethod& method) {
    return method ? program_.name(program_[*method].owner) : "!";
  }

  // invoke NAME DESCRIPTOR OWNER
  void invoke(const std::vector<std::string_view>& words) {
    bool interface = program_[current_].is_interface();
    MethodReference reference{program_[current_].name, name(words[1]), name(words[2]), interface};
    ResolvedMethod ours = resolver_.resolve_call(reference, /*is_static=*/false);
    if (words[3] == "*") {
      // JVMS 5.4.3.3 lets a JVM choose among them.
      ++free_choices;
      bool fits = ours && program_[program_[*ours].owner].is_interface() && !resolver_.select_method(current_, *ours);
      if (!fits) equal(words, owner_of(ours), words[3]);
      return;
    }
    ClassId theirs = words[3] == "!" ? ClassId() : program_.find_class(words[3]);
    MethodId their_method =
        theirs.valid() ? program_.declared_method(theirs, reference.name, reference.descriptor) : MethodId();
    if (ours && their_method.valid() && *ours != their_method && is_abstract_in_interface(*ours) &&
        is_abstract_in_interface(their_method) && program_.is_subtype(current_, theirs)) {
      ++free_choices;
      return;
    }
    equal(words, owner_of(ours), words[3]);
    if (their_method.valid()) select(words, reference, their_method);
  }

  bool is_abstract_in_interface(MethodId method) const {
    return program_[method].is_abstract() && program_[program_[method].owner].is_interface();
  }

  // When the class resolves to a public method with code, that very method is selected for its objects, through
  // whatever public method of a supertype they are called.
  void select(const std::vector<std::string_view>& words, const MethodReference& reference, MethodId target) {
    const Method& method = program_[target];
    if (!method.is_public() || method.is_static() || method.is_abstract() || program_[current_].is_interface()) return;
    std::vector<ClassId> work = {current_};
    while (!work.empty()) {
      ClassId id = work.back();
      work.pop_back();
      if (program_.superclass(id).valid()) work.push_back(program_.superclass(id));
      for (ClassId interface : program_.interfaces(id)) work.push_back(interface);
      MethodId declared = program_.declared_method(id, reference.name, reference.descriptor);
      if (!declared.valid() || !program_[declared].is_public() || program_[declared].is_static()) continue;
      ++selections;
      equal(words, owner_of(resolver_.select_method(current_, declared)), program_.name(method.owner));
    }
  }

  // special REFERENCE NAME DESCRIPTOR OWNER
  void special(const std::vector<std::string_view>& words) {
    MethodReference reference{name(words[1]), name(words[2]), name(words[3]), /*interface=*/false};
    ResolvedMethod resolved = resolver_.resolve_call(reference, /*is_static=*/false);
    ResolvedMethod ours = resolved ? resolver_.select_special(current_, reference, *resolved) : resolved;
    constexpr std::uint16_t kVisible = classfile::kAccPublic | classfile::kAccProtected;
    if (words[4] == "!" && ours && (program_[*ours].access & kVisible) == 0) {
      ++inaccessible;  // the JVM refused access, which is not checked here
      return;
    }
    if (words[4] == "*" && !ours) return;
    equal(words, owner_of(ours), words[4]);
  }

  // call DECLARED_IN NAME DESCRIPTOR OWNER|ERROR
  void call(const std::vector<std::string_view>& words) {
    ++calls;
    MethodId declared = program_.declared_method(program_.find_class(words[1]), name(words[2]), name(words[3]));
    ASSERT_TRUE(declared.valid());
    ResolvedMethod ours = resolver_.select_method(current_, declared);
    if (words[2] == "callSuper") {
      // The method contains `super.m()`: what it returns is the class that the super call reached.
      MethodReference reference{program_[program_.superclass(current_)].name, name("m"), name(words[3]), false};
      ours = resolver_.select_special(current_, reference, *resolver_.resolve_method(reference));
    }
    if (ours) {
      equal(words, owner_of(ours), words[4]);
    } else if (ours.error() == ResolutionError::kIncompatibleClassChange) {
      // Conflicting defaults: the specification's IncompatibleClassChangeError is in HotSpot sometimes the more special
      // AbstractMethodError.
      if (words[4] != "AbstractMethodError") equal(words, to_text(ours.error()), words[4]);
    } else {
      equal(words, to_text(ours.error()), words[4]);
    }
  }

  Program& program_;
  Resolver& resolver_;
  ClassId current_;
  std::size_t interface_ = 0;
};

int release_of(const std::string& jdk) {
  Diagnostics diagnostics;
  ClassPath class_path(diagnostics);
  class_path.add_jdk(jdk);
  return class_path.release();
}

TEST(OracleTest, AgreesWithTheJvm) {
  constexpr int kOldest = 17;  // as in cmake/SnagJava.cmake: the sources of the oracle are not written for older ones
  constexpr int kNewest = classfile::kNewestMajor - 44;
  int compared = 0;
  for (const fs::path jdk : jdk_homes()) {
    SCOPED_TRACE(jdk.string());
    if (!fs::exists(jdk / "bin" / "javac")) continue;  // a run-time environment
    if (int release = release_of(jdk); release < kOldest || release > kNewest) continue;
    ASSERT_NO_FATAL_FAILURE(Oracle(jdk).compare());
    ++compared;
  }
  EXPECT_GT(compared, 0);
}

void Oracle::compare() {
  ASSERT_NO_FATAL_FAILURE(compile());
  std::string answers = scratch_ / "answers";
  ASSERT_NO_FATAL_FAILURE(
      run_tool("java",
               "-Xshare:auto -XX:TieredStopAtLevel=1 --add-opens java.base/java.lang.invoke=ALL-UNNAMED "
               "--add-modules ALL-SYSTEM -cp " +
                   shell_word(scratch_ / "classes") + " ReflectionOracle " + shell_word(answers) + " " +
                   std::to_string(kEvery) + hierarchy_classes()));

  Names names;
  Diagnostics diagnostics;
  ClassPath class_path(diagnostics);
  class_path.add(scratch_ / "classes", Origin::kApplication);
  class_path.add_jdk(jdk_.string());
  Program program(names, class_path, diagnostics);
  Resolver resolver(program);
  Comparison comparison(program, resolver);

  std::string text = text_of(answers);
  std::string_view rest = text;
  std::vector<std::string_view> words;
  while (!rest.empty()) {
    std::size_t end = rest.find('\n');
    ASSERT_NE(end, std::string_view::npos);
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    words.clear();
    for (std::size_t space; (space = line.find(' ')) != std::string_view::npos; line.remove_prefix(space + 1)) {
      words.push_back(line.substr(0, space));
    }
    words.push_back(line);
    ASSERT_NO_FATAL_FAILURE(comparison.line(words));
  }
  for (const Diagnostic& diagnostic : diagnostics.sorted()) ADD_FAILURE() << to_text(diagnostic);
  EXPECT_EQ(comparison.differences, 0u);
  EXPECT_GT(comparison.facts, 200'000u);
  EXPECT_GT(comparison.selections, 10'000u);
  EXPECT_GT(comparison.calls, 100u);
  EXPECT_LT(comparison.free_choices, comparison.facts / 100);
  EXPECT_LT(comparison.inaccessible, comparison.facts / 50);
  EXPECT_LT(comparison.skipped, 100u);
  std::printf(
      "[  oracle  ] %zu facts, %zu selections, %zu calls; %zu free choices, %zu inaccessible, %zu skipped; %u classes "
      "loaded\n",
      comparison.facts, comparison.selections, comparison.calls, comparison.free_choices, comparison.inaccessible,
      comparison.skipped, program.class_count());
}

}  // namespace
}  // namespace snag
