// What method-atomicity reports of small programs. What is expected stands in the Java code, on the line of the
// finding: `// high split-state`, with a part of the message behind a colon; `// audit split-update` is for the audit
// only.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "support/compiled_java.h"
#include "support/opened_program.h"
#include "support/run_checks.h"

namespace snag {
namespace {

std::vector<Finding> findings_in(const std::string& source, Profile profile, std::span<const std::string_view> checks,
                                 bool threads = true, unsigned jobs = 0) {
  OpenedProgram opened({.application = compiled_java(source, "--release\t17")});
  Stats stats;
  return run_checks({.store = *opened.store,
                     .models = opened.models,
                     .application = opened.application,
                     .stats = stats,
                     .profile = profile,
                     .jobs = jobs,
                     .threads = threads},
                    checks);
}

constexpr std::string_view kOnly[] = {"method-atomicity"};

std::vector<Finding> findings_in(const std::string& source, Profile profile) {
  return findings_in(source, profile, kOnly);
}

void expect_findings(const std::string& source) {
  for (const Profile profile : {Profile::kReview, Profile::kAudit}) {
    std::vector<Finding> findings = findings_in(source, profile);
    std::istringstream lines(source);
    std::string line;
    for (std::uint32_t number = 1; std::getline(lines, line); ++number) {
      const std::size_t comment = line.find("// ");
      if (comment == line.npos) continue;
      const std::string text = line.substr(comment + 3);
      const std::size_t colon = std::min(text.find(": "), text.size());
      const bool only_audit = text.starts_with("audit ");
      if (only_audit && profile == Profile::kReview) continue;
      const auto found = std::find_if(findings.begin(), findings.end(), [&](const Finding& f) {
        const std::string_view severity = only_audit ? "audit" : to_text(f.severity);
        return f.line == number && fmt::format("{} {}", severity, f.kind) == text.substr(0, colon);
      });
      ASSERT_NE(found, findings.end()) << line;
      if (colon < text.size()) {
        EXPECT_THAT(found->message, ::testing::HasSubstr(text.substr(colon + 2))) << line;
      }
      findings.erase(found);
    }
    for (const Finding& finding : findings) ADD_FAILURE() << finding.line << ": " << finding.kind << finding.message;
  }
}

constexpr char kAccountAndThreads[] = R"(
class Update extends Thread {
  static final Account acc = new Account();
  public static void main(String[] args) { new Update().start(); new Update().start(); }
  public void run() { acc.update(123); }
}
)";

TEST(MethodAtomicity, Program5_1) {
  expect_findings(std::string(R"(
class Account {
  int balance;
  synchronized int read() { return balance; }
  void update(int a) {
    int tmp = read();
    synchronized (this) { // high split-update: Account.balance is read in one critical section of `this` and updated
      balance = tmp + a;
    }
  }
}
)") + kAccountAndThreads);
}

TEST(MethodAtomicity, Program5_2) {
  expect_findings(std::string(R"(
class Account {
  int balance;
  synchronized int read() { return balance; }
  synchronized void update(int a) { int tmp = read(); balance = tmp + a; }
}
)") + kAccountAndThreads);
}

constexpr char kStore[] = R"(
import java.util.*;
class Store {
  boolean closed;
  Map<String, Object> entries = new HashMap<>();
  synchronized void checkClosed() { if (closed) throw new RuntimeException(); }
  Object load(String key) {
    checkClosed();
    return lookup(key); // high split-state: Store.closed is tested in one critical section of `this`
  }
  synchronized Object lookup(String key) {
    Object entry = entries.get(key);
    if (entry == null) { entry = new Object(); entries.put(key, entry); }
    return entry;
  }
  synchronized void shutdown() { entries.clear(); closed = true; }
}
class Main extends Thread {
  static final Store store = new Store();
  public static void main(String[] args) { new Main().start(); new Main().start(); store.shutdown(); }
  public void run() { store.load("a"); }
}
)";

TEST(MethodAtomicity, Program5_3) { expect_findings(kStore); }

// Each thread with its calls from where it begins, its locks, and what it does.
TEST(MethodAtomicity, TellsBothThreads) {
  const std::vector<Finding> findings = findings_in(kStore, Profile::kReview);
  ASSERT_EQ(findings.size(), 1U);
  const Finding& finding = findings[0];
  auto texts = [](const ThreadOfSteps& thread) {
    std::vector<std::string> result = {thread.name};
    for (const Step& step : thread.steps) {
      result.push_back(
          fmt::format("{} {} {} {}", step.time, to_text(step.role), step.what, fmt::join(step.locks, ",")));
    }
    return result;
  };
  ASSERT_EQ(finding.threads.size(), 2U);
  EXPECT_THAT(
      texts(finding.threads[0]),
      ::testing::ElementsAre("T1 (Main.run())", "1 call load() ", "2 call checkClosed() ", "3 read Store.closed this",
                             "7 call lookup() ", "8 write what `Store.entries` holds this"));
  EXPECT_THAT(texts(finding.threads[1]),
              ::testing::ElementsAre("T2 (main())", "4 call shutdown() ", "5 write what `Store.entries` holds this",
                                     "6 write Store.closed this"));
  EXPECT_THAT(finding.outcome, ::testing::HasSubstr("because of Store.closed from before T2's change"));
  EXPECT_EQ(finding.repair, "Hold `this` from line 8 to line 9: synchronized (this) { … }.");
}

// The paper's own examples of too few and too many reports.
TEST(MethodAtomicity, Program5_4) {
  constexpr char kCounter[] = R"(
class Counter { int val; synchronized int inc(int a) { val = val + a; return val; } }
class Main extends Thread {
  static final Counter ctr = new Counter();
  public static void main(String[] args) { new Main().start(); new Main().start(); }
  public void run() { int i = ctr.inc(0); ctr.inc(i); }
}
)";
  expect_findings(kCounter);
  constexpr std::string_view kBoth[] = {"method-atomicity", "stale-value"};
  const std::vector<Finding> findings = findings_in(kCounter, Profile::kReview, kBoth);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].check, "stale-value");
}

TEST(MethodAtomicity, Program5_5) {
  const std::vector<Finding> findings = findings_in(R"(
class Table {
  Object[] keys, values;
  volatile boolean done;
  void init() {
    if (!done) synchronized (this) { if (!done) { done = true; keys = new Object[4]; values = new Object[4]; } }
  }
  synchronized Object get(Object key) {
    for (int i = 0; i < keys.length; i++) if (key.equals(keys[i])) return values[i];
    return null;
  }
}
class Client extends Thread {
  static final Table map = new Table();
  public static void main(String[] args) { new Client().start(); new Client().start(); }
  public void run() { map.init(); System.out.println(map.get("a")); }
}
)",
                                                    Profile::kReview);
  EXPECT_TRUE(findings.empty());
}

constexpr char kTwoClasses[] = R"(
class A { int a; synchronized int get() { return a; } synchronized void put(int i) { a = i; } }
class B {
  int b;
  synchronized void mayinc(A a) {
    int seen = a.get();
    if (b == seen) {
      inc();
      ACT
    }
  }
  synchronized void inc() { b++; }
}
class Main extends Thread {
  static final A aobj = new A();
  static final B bobj = new B();
  public static void main(String[] args) { new Main().start(); new Main().start(); OTHER }
  public void run() { bobj.mayinc(aobj); }
}
)";

std::string two_classes(std::string act, std::string other) {
  std::string text = kTwoClasses;
  text.replace(text.find("ACT"), 3, act);
  text.replace(text.find("OTHER"), 5, other);
  return text;
}

TEST(MethodAtomicity, Program5_6) { expect_findings(two_classes("", "")); }

TEST(MethodAtomicity, Program5_6WithAnUpdate) {
  expect_findings(
      two_classes("a.put(seen + 1); // high split-update: A.a is read in one critical section of `a`", "aobj.put(5);"));
}

// Artho's figure 1 and his Coordinate: x and y belong together.
TEST(MethodAtomicity, HighLevelRace) {
  expect_findings(R"(
class Coord {
  double x, y;
  Coord(double x, double y) { this.x = x; this.y = y; }
  synchronized double getX() { return x; }
  synchronized double getY() { return y; }
  synchronized Coord getXY() { return new Coord(x, y); }
  synchronized void setXY(double x, double y) { this.x = x; this.y = y; }
  void reset() {
    synchronized (this) { x = 0; }
    synchronized (this) { y = 0; } // medium split-state: are changed in two critical sections of `this`; others use
  }
}
class Main {
  static final Coord c = new Coord(1, 2);
  public static void main(String[] args) {
    new Thread(() -> c.setXY(3, 4)).start();
    new Thread(() -> System.out.println(c.getXY())).start();
    new Thread(() -> System.out.println(2 * c.getX())).start();
    new Thread(() -> c.reset()).start();
    new Thread(Main::area).start();
  }
  static void area() {
    double x = c.getX();
    double y = c.getY(); // medium split-state: Coord.x and Coord.y are read in two critical sections of `Main.c`
    System.out.println(x * y);
  }
}
)");
}

// The StringBuffer and iterator scenarios of section 5.3. The second section tests again, but fails then.
TEST(MethodAtomicity, SecondSectionFails) {
  expect_findings(R"(
class Text {
  char[] chars = new char[16];
  int length;
  synchronized int length() { return length; }
  synchronized void copyTo(char[] target, int number) {
    if (number > length) throw new IndexOutOfBoundsException();
    System.arraycopy(chars, 0, target, 0, number);
  }
  synchronized boolean has(int index) { return index < length; }
  synchronized char at(int index) {
    if (index >= length) throw new IllegalStateException();
    return chars[index];
  }
  synchronized void clear() { chars = new char[16]; length = 0; }
  synchronized void append(Text other) {
    int number = other.length();
    char[] all = new char[number];
    other.copyTo(all, number); // medium split-state: a value of Text.length is used in a later critical section
    System.out.println(all);
  }
}
class Main {
  static final Text one = new Text(), other = new Text();
  public static void main(String[] args) {
    new Thread(() -> one.append(other)).start();
    new Thread(() -> other.clear()).start();
    new Thread(Main::list).start();
  }
  static void list() {
    for (int i = 0; other.has(i); i++) {
      System.out.println(other.at(i)); // medium split-state: Text.length is tested in one critical section
    }
  }
}
)");
}

// Not wrong: what is tested again, what a version protects, what another lock covers, what comes behind a loop.
TEST(MethodAtomicity, IsSilentWhereTheMethodIsCareful) {
  expect_findings(R"(
class State {
  final Object lock = new Object();
  int value, version;
  boolean running;
  synchronized int value() { return value; }
  synchronized int version() { return version; }
  synchronized boolean running() { return running; }
  synchronized void set(int v) { value = v; version++; }
  synchronized void setRunning(boolean r) { running = r; }
  synchronized void raise(int v) { if (v > value) { value = v; version++; } }
  void maximum(int v) { if (v > value()) raise(v); }
  boolean square() {
    int seen, old;
    synchronized (this) { seen = version; old = value; }
    int next = old * old;
    synchronized (this) {
      if (version != seen) return false;
      value = next;
      version++;
      return true;
    }
  }
  void work() {
    while (running()) System.out.println("works");
    setRunning(false); // audit split-update
  }
}
class Main {
  static final State state = new State();
  public static void main(String[] args) {
    new Thread(() -> state.maximum(3)).start();
    new Thread(() -> state.square()).start();
    new Thread(() -> state.set(1)).start();
    new Thread(() -> state.work()).start();
    new Thread(() -> state.setRunning(true)).start();
  }
}
)");
}

// What nothing connects is the paper's definition alone, and for the audit.
TEST(MethodAtomicity, UnconnectedSectionsAreForTheAudit) {
  expect_findings(R"(
class Form {
  String name = "";
  int rights;
  synchronized String name() { return name; }
  synchronized int rights() { return rights; }
  synchronized void set(String name, int rights) { this.name = name; this.rights = rights; }
}
class Main {
  static final Form form = new Form();
  public static void main(String[] args) {
    new Thread(() -> form.set("root", 7)).start();
    new Thread(Main::show).start();
  }
  static void show() {
    System.out.println(form.name());
    System.out.println(form.rights()); // audit split-state
  }
}
)");
}

// One finding, whichever check comes first; and nothing without the whole program.
TEST(MethodAtomicity, IsOneFindingWithOtherChecks) {
  const std::string source = std::string(R"(
class Account {
  int balance;
  synchronized int read() { return balance; }
  void update(int a) { int tmp = read(); synchronized (this) { balance = tmp + a; } }
}
)") + kAccountAndThreads;
  constexpr std::string_view kAll[] = {"method-atomicity", "stale-value", "block-atomicity", "reacquired-lock"};
  const std::vector<Finding> findings = findings_in(source, Profile::kReview, kAll);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].check, "stale-value");
  EXPECT_EQ(findings_in(source, Profile::kReview).size(), 1U);
  EXPECT_TRUE(findings_in(source, Profile::kAudit, kOnly, /*threads=*/false).empty());
}

TEST(MethodAtomicity, IsTheSameForAnyNumberOfThreads) {
  auto messages = [](unsigned jobs) {
    std::vector<std::string> result;
    for (const Finding& f : findings_in(kStore, Profile::kAudit, kOnly, /*threads=*/true, jobs)) {
      result.push_back(f.fingerprint + f.message);
    }
    return result;
  };
  EXPECT_EQ(messages(1), messages(4));
}

}  // namespace
}  // namespace snag
