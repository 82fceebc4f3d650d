// How findings are told: which thread gets in between, what objects are called, and which findings are one. What is
// expected of T2 stands in the Java code: `// T2: reset() [this]` is the method with the locks that it holds there.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "sections/interference.h"
#include "support/compiled_java.h"
#include "support/opened_program.h"
#include "support/run_checks.h"

namespace snag {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<Finding> told(const std::string& source, Profile profile = Profile::kAudit,
                          const std::string& options = "--release\t17") {
  OpenedProgram opened({.application = compiled_java(source, options)});
  Stats stats;
  return run_checks({.store = *opened.store,
                     .models = opened.models,
                     .application = opened.application,
                     .stats = stats,
                     .profile = profile,
                     .options = CheckOptions().set(kAssumeUnknown, std::string(kAssumeUnshared))},
                    kCodeChecks);
}

// `reset() [this]`; `none` if the finding has no second thread.
std::string second_thread(const Finding& finding) {
  if (finding.threads.size() < 2) return "none";
  const Step& step = finding.threads[1].steps.front();
  return fmt::format("{} [{}]", step.method, fmt::join(step.locks, ", "));
}

void expect_second_threads(const std::string& source) {
  const std::vector<Finding> findings = told(source);
  std::istringstream lines(source);
  std::string line;
  std::size_t expected = 0;
  for (std::uint32_t number = 1; std::getline(lines, line); ++number) {
    const std::size_t comment = line.find("// T2: ");
    if (comment == line.npos) continue;
    ++expected;
    const auto found =
        std::find_if(findings.begin(), findings.end(), [&](const Finding& f) { return f.line == number; });
    ASSERT_NE(found, findings.end()) << line;
    EXPECT_EQ(second_thread(*found), line.substr(comment + 7)) << line << "\n" << found->message;
  }
  EXPECT_GT(expected, 0U);
}

TEST(SecondThread, IsNoConstructorHelperOfOneTestOrMethodThatNothingCalls) {
  expect_second_threads(R"(
class Account {
  int balance;
  Account() { init(); }
  private void init() { synchronized (this) { balance = 1; } }
  synchronized void aForTesting() { balance = 2; }
  private synchronized void aNeverCalled() { balance = 3; }
  public synchronized void reset() { balance = 0; }
  void deposit(int more) {
    int old;
    synchronized (this) { old = balance; }
    synchronized (this) { balance = old + more; } // T2: reset() [this]
  }
}
)");
}

TEST(SecondThread, IsVisibleForTestingOnlyIfTheProgramCallsIt) {
  expect_second_threads(R"(
@interface VisibleForTesting {}
class Account {
  int balance;
  @VisibleForTesting synchronized void aForce() { balance = 2; }
  void deposit(int more) {
    int old;
    synchronized (this) { old = balance; }
    synchronized (this) { balance = old + more; } // T2: deposit(int) [this]
  }
}
class Called {
  int balance;
  @VisibleForTesting synchronized void aForce() { balance = 2; }
  void force() { aForce(); }
  void deposit(int more) {
    int old;
    synchronized (this) { old = balance; }
    synchronized (this) { balance = old + more; } // T2: aForce() [this]
  }
}
)");
}

TEST(SecondThread, IsNoClassInitializer) {
  expect_second_threads(R"(
import java.util.Vector;
class Names {
  static final Vector<String> ALL = new Vector<>();
  static { ALL.add("x"); ALL.remove("x"); }
  static void clear() { ALL.clear(); }
  static String first() {
    if (ALL.isEmpty()) return null;
    return ALL.remove(0); // T2: clear() []
  }
}
)");
}

TEST(SecondThread, IsOfAClassThatTheObjectMayBeOf) {
  expect_second_threads(R"(
abstract class Node { int value; }
class ARight extends Node { synchronized void change() { value = 7; } }
class Left extends Node {
  synchronized void reset() { value = 0; }
  void add() {
    int old;
    synchronized (this) { old = value; }
    synchronized (this) { value = old + 1; } // T2: reset() [this]
  }
}
)");
}

TEST(SecondThread, WritesTheSameConstantKey) {
  expect_second_threads(R"(
import java.util.concurrent.ConcurrentHashMap;
class Keys {
  final ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
  void a() { map.put("a", "x"); }
  void once() {
    if (map.get("b") == null)
      map.put("b", "y"); // T2: z() []
  }
  void z() { map.put("b", "z"); }
}
)");
}

TEST(SecondThread, ChangesSomething) {
  expect_second_threads(R"(
import java.util.Vector;
class Jobs {
  final Vector<String> jobs = new Vector<>();
  String aPeek() { return jobs.firstElement(); }
  void add(String job) {
    if (!jobs.contains(job))
      jobs.add(job); // T2: more() []
  }
  void more() { jobs.add("more"); }
}
)");
}

constexpr const char* kNested = R"(
class Nested {
  private final Object outer = new Object(), inner = new Object();
  private int x;
  void aWrite() { synchronized (outer) { locked(); } }
  private void locked() { synchronized (inner) { x = 1; } }
  %
  int use() {
    synchronized (outer) {
      int v;
      synchronized (inner) { v = x; }
      return v + 1; // T2: zWrite() [this.inner]
    }
  }
}
)";

TEST(SecondThread, DoesNotNeedALockThatIsHeldAllTheTime) {
  expect_second_threads(
      std::regex_replace(kNested, std::regex("%"), "void zWrite() { synchronized (inner) { x = 2; } }"));
}

TEST(SecondThread, IsMissingAndTheFindingDismissedIfEveryWriterIsRuledOut) {
  const std::vector<Finding> findings = told(std::regex_replace(kNested, std::regex("%"), ""));
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(second_thread(findings[0]), "none");
  EXPECT_TRUE(findings[0].dismissals.contains(Dismissal::kNothingInBetween));
}

// Rules out the writers in methods of this name.
class NotIn : public sections::CanInterfere {
 public:
  NotIn(Program& program, std::string_view method) : program_(program), method_(method) {}
  bool has_threads() const override { return true; }
  sections::ThreadsSeen threads_seen(const sections::Gap& /*gap*/, const sections::Writer& /*writer*/) const override {
    return sections::ThreadsSeen::kBoth;
  }
  bool can_interfere(const sections::Gap& /*gap*/, const sections::Writer& writer) const override {
    return program_.text(program_[writer.place.method].name) != method_;
  }

 private:
  Program& program_;
  std::string_view method_;
};

TEST(SecondThread, MustBeAbleToInterfere) {
  OpenedProgram opened({.application = compiled_java(R"(
class Account {
  int balance;
  synchronized void first() { balance = 0; }
  synchronized void second() { balance = 0; }
  void deposit(int more) {
    int old;
    synchronized (this) { old = balance; }
    synchronized (this) { balance = old + more; }
  }
}
)")});
  Stats stats;
  const CheckInput input{.store = *opened.store,
                         .models = opened.models,
                         .application = opened.application,
                         .stats = stats,
                         .profile = Profile::kReview};
  const Analyses analyses(input, kCodeChecks);
  auto witness = [&] {
    std::vector<Finding> findings = find_defects(analyses, kCodeChecks);
    return findings.size() == 1 ? second_thread(findings[0]) : fmt::format("{} findings", findings.size());
  };
  EXPECT_EQ(witness(), "first() [this]");
  const NotIn threads(*opened.program, "first");
  analyses.sections().set_can_interfere(&threads);
  EXPECT_EQ(witness(), "second() [this]");
}

TEST(ObjectNames, AreTheSameInBothThreads) {
  expect_second_threads(R"(
class Account { int balance; final Object lock = new Object(); synchronized void drain() { balance = 0; } }
class Bank {
  void transfer(Account from) {
    int old;
    synchronized (from) { old = from.balance; }
    synchronized (from) { from.balance = old - 1; } // T2: drain() [from]
  }
}
class Registry {
  synchronized void twice(Point p) {
    if (p.get() > 0)
      p.set(1); // T2: set(int) [p]
  }
}
class Point {
  private int x;
  synchronized int get() { return x; }
  synchronized void set(int value) { x = value; }
}
class Chain {
  int n;
  Chain next;
  void add() {
    int old;
    synchronized (this) { old = n; }
    synchronized (this) { n = old + 1; } // T2: pass() [another Chain]
  }
  synchronized void pass() { next.n = 0; }
}
)");
}

// Everything that a report shows in sentences.
std::string sentences(const Finding& finding) {
  std::string text = fmt::format("{}\n{}\n{}\n{}\n", finding.message, finding.outcome, finding.repair,
                                 fmt::join(finding.subject.locks, "\n"));
  for (const ThreadOfSteps& thread : finding.threads) {
    for (const Step& step : thread.steps) text += fmt::format("{} [{}]\n", step.note, fmt::join(step.locks, ", "));
  }
  for (const Graph& graph : finding.graphs) {
    for (const Graph::Node& node : graph.nodes) text += node.label + "\n";
  }
  return text;
}

TEST(SourceNames, HaveNothingThatTheCompilerMadeUp) {
  // Of Java 8, which has accessors, and without the names of variables.
  const std::vector<Finding> findings = told(R"(
import java.util.Vector;
import java.util.function.Supplier;
class Outer {
  private int count;
  private final Object lock = new Object();
  class Inner {
    void bump() {
      int old;
      synchronized (lock) { old = count; }
      synchronized (lock) { count = old + 1; }
    }
  }
  Runnable task(final Vector<String> names) {
    return new Runnable() {
      public synchronized void run() {
        if (!names.isEmpty()) names.remove(0);
        add();
      }
      void add() {
        if (!names.isEmpty()) names.remove(0);
      }
    };
  }
  private synchronized int read() { return count; }
  private synchronized void write(int value) { count = value; }
  class Caller {
    synchronized void call() { write(read() + 1); }
  }
  synchronized void use(Vector<String> names, int first, int second) {
    if (!names.isEmpty()) names.remove(0);
  }
  synchronized void both(Vector<String> one, Vector<String> other) {
    if (!other.isEmpty()) other.remove(0);
  }
  synchronized int later(Vector<String> names) {
    Supplier<Integer> size = () -> { synchronized (names) { return names.size(); } };
    return run(size) + run(size);
  }
  private static int run(Supplier<Integer> what) { return what.get(); }
}
)",
                                             Profile::kAudit, "--release\t8\t-Xlint:-options\t-g:source,lines");
  const std::regex made_up(R"(parameter \d|\b\d+\.this|access\$|this\$\d|val\$|lambda\$|Lambda)");
  std::string all;
  for (const Finding& finding : findings) all += sentences(finding);
  EXPECT_FALSE(std::regex_search(all, made_up)) << all;
  for (const char* name :
       {"Outer.this.lock", "the Vector argument", "the second argument", "a lambda in later() is called"}) {
    EXPECT_THAT(all, HasSubstr(name));
  }
}

TEST(Causes, AreOneForTheSameCalleesInSeveralMethodsAndClasses) {
  const std::vector<Finding> findings = told(R"(
class Counter {
  private int n;
  synchronized int get() { return n; }
  synchronized void set(int value) { n = value; }
}
class Client {
  private final Counter counter = new Counter();
  void add(int more) { counter.set(counter.get() + more); }
  void add(long more) { counter.set(counter.get() + (int) more); }
  void addOne() { counter.set(counter.get() + 1); }
}
class OtherClient {
  void add(Counter counter) { counter.set(counter.get() + 1); }
}
)",
                                             Profile::kReview);
  std::vector<std::string> shown;
  for (const Finding& finding : findings) {
    shown.push_back(fmt::format("{} {} {}", finding.class_name, finding.kind, finding.also.size()));
  }
  EXPECT_THAT(shown, ::testing::ElementsAre("Client lost-update 3"));
}

class Profiles : public ::testing::TestWithParam<const char*> {};

TEST_P(Profiles, TheAuditShowsWhatTheReviewShows) {
  OpenedProgram opened({.application = java_test_jar(GetParam())});
  auto shown = [&](Profile profile) {
    Stats stats;
    return run_checks({.store = *opened.store,
                       .models = opened.models,
                       .application = opened.application,
                       .stats = stats,
                       .profile = profile},
                      kCodeChecks);
  };
  std::vector<std::string> in_audit;
  for (const Finding& finding : shown(Profile::kAudit)) in_audit.push_back(finding.fingerprint);
  for (const Finding& finding : shown(Profile::kReview)) {
    EXPECT_NE(std::find(in_audit.begin(), in_audit.end(), finding.fingerprint), in_audit.end())
        << finding.class_name << "." << finding.method << ":" << finding.line << " " << finding.message;
  }
}

INSTANTIATE_TEST_SUITE_P(Jars, Profiles,
                         ::testing::Values("stale_values", "reacquired_lock", "locks", "sections", "annotations"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace snag
