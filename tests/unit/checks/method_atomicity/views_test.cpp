// The method views and lock views of the paper's figures 5.2, 5.3, 5.6 and 5.7 and of table 5.2.
#include "checks/method-atomicity/views.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "checks/analyses.h"
#include "classfile/modified_utf8.h"
#include "support/compiled_java.h"
#include "support/opened_program.h"

namespace snag::atomicity {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

class ProgramViews {
 public:
  explicit ProgramViews(const std::string& source)
      : opened_({.application = compiled_java(source, "--release\t17")}),
        analyses_(
            {.store = *opened_.store, .models = opened_.models, .application = opened_.application, .stats = stats_},
            kChecks),
        views_(analyses_.sections(), analyses_.whole_program()->callees(), /*jobs=*/1) {}

  // `balance` for what a method uses in its dynamic scope. The paper has two entries for each: r and u.
  std::vector<std::string> method_view(const std::string& method) const {
    std::vector<std::string> result;
    for (const auto& [field, updated] : fields_of(views_.method_view(node(method)))) result.push_back(field);
    return result;
  }

  // `balance r`, `keys u values u`, of each critical section in its dynamic scope.
  std::vector<std::string> lock_views(const std::string& method) const {
    std::vector<std::string> result;
    for (const SectionView& section : views_.sections(node(method))) {
      std::vector<std::string> entries;
      for (const auto& [field, updated] : fields_of(section.view)) {
        entries.push_back(field + (updated ? " u" : " r"));
      }
      result.push_back(fmt::format("{}", fmt::join(entries, " ")));
    }
    return result;
  }

 private:
  static constexpr std::string_view kChecks[] = {"method-atomicity"};

  // What an array holds counts as the field; an update overrides a read.
  std::map<std::string, bool> fields_of(const View& view) const {
    const Program& program = *opened_.program;
    std::map<std::string, bool> result;
    for (const Entry& entry : view) {
      result[classfile::to_utf8(program.text(program[entry.variable.field].name))] |= entry.updated;
    }
    return result;
  }

  NodeId node(const std::string& method) const {
    Calls& calls = analyses_.sections().calls();
    for (std::uint32_t n = 0; n < calls.node_count(); ++n) {
      const std::string name = calls.program().describe(calls.method(NodeId(n)));
      if (name.starts_with(method + "(")) return NodeId(n);
    }
    throw std::runtime_error("there is no method " + method);
  }

  OpenedProgram opened_;
  Stats stats_;
  Analyses analyses_;
  Views views_;
};

TEST(MethodAndLockViews, OfFigure5_2) {
  const ProgramViews views(R"(
class Account {
  int balance;
  synchronized int read() { return balance; }
  void update(int a) {
    int tmp = read();
    synchronized (this) { balance = tmp + a; }
  }
}
class Update extends Thread {
  static Account acc;
  public static void main(String[] args) { acc = new Account(); new Update().start(); new Update().start(); }
  public void run() { acc.update(123); }
}
)");
  EXPECT_THAT(views.method_view("Account.update"), ElementsAre("balance"));
  EXPECT_THAT(views.method_view("Update.run"), ElementsAre("acc", "balance"));
  EXPECT_THAT(views.lock_views("Account.read"), ElementsAre("balance r"));
  EXPECT_THAT(views.lock_views("Account.update"), UnorderedElementsAre("balance r", "balance u"));
  EXPECT_THAT(views.lock_views("Update.run"), UnorderedElementsAre("balance r", "balance u"));
}

// A re-entrant acquisition opens no view: read() is called only while the lock is held.
TEST(MethodAndLockViews, OfFigure5_3) {
  const ProgramViews views(R"(
class Account {
  int balance;
  synchronized int read() { return balance; }
  synchronized void update(int a) { int tmp = read(); balance = tmp + a; }
}
class Update extends Thread {
  static Account acc;
  public static void main(String[] args) { acc = new Account(); new Update().start(); new Update().start(); }
  public void run() { acc.update(123); }
}
)");
  EXPECT_THAT(views.method_view("Account.update"), ElementsAre("balance"));
  EXPECT_THAT(views.lock_views("Account.update"), ElementsAre("balance u"));
  EXPECT_THAT(views.lock_views("Account.read"), IsEmpty());
}

// One view, twice: it trivially forms a chain.
TEST(MethodAndLockViews, OfFigure5_6) {
  const ProgramViews views(R"(
class Counter { int val; synchronized int inc(int a) { val = val + a; return val; } }
class Main extends Thread {
  static final Counter ctr = new Counter();
  public static void main(String[] args) { new Main().start(); new Main().start(); }
  public void run() { int i = ctr.inc(0); ctr.inc(i); }
}
)");
  EXPECT_THAT(views.method_view("Main.run"), ElementsAre("val"));
  EXPECT_THAT(views.lock_views("Main.run"), ElementsAre("val u", "val u"));
}

// The volatile flag is in no view.
TEST(MethodAndLockViews, OfFigure5_7) {
  const ProgramViews views(R"(
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
)");
  EXPECT_THAT(views.method_view("Client.run"), ElementsAre("keys", "values"));
  EXPECT_THAT(views.lock_views("Client.run"), UnorderedElementsAre("keys u values u", "keys r values r"));
}

// Without inc(), which is called only while the lock is held: the paper's table shows it as if it were called alone.
TEST(MethodAndLockViews, OfTable5_2) {
  const ProgramViews views(R"(
class A { int a; synchronized int get() { return a; } synchronized void put(int i) { a = i; } }
class B {
  int b;
  synchronized void mayinc(A a) { if (b == a.get()) inc(); }
  synchronized void inc() { b++; }
}
class Main extends Thread {
  static final A aobj = new A();
  static final B bobj = new B();
  public static void main(String[] args) { new Main().start(); new Main().start(); }
  public void run() { bobj.mayinc(aobj); }
}
)");
  EXPECT_THAT(views.method_view("A.get"), ElementsAre("a"));
  EXPECT_THAT(views.lock_views("A.get"), ElementsAre("a r"));
  EXPECT_THAT(views.method_view("B.mayinc"), ElementsAre("a", "b"));
  EXPECT_THAT(views.lock_views("B.mayinc"), UnorderedElementsAre("a r b u", "a r"));
  EXPECT_THAT(views.method_view("B.inc"), ElementsAre("b"));
}

// Beyond the paper: the same field of two objects is two variables, each with its own section.
TEST(MethodAndLockViews, TellObjectsApart) {
  const ProgramViews views(R"(
class Cell { int value; synchronized int get() { return value; } synchronized void set(int v) { value = v; } }
class Main extends Thread {
  static final Cell one = new Cell(), other = new Cell();
  public static void main(String[] args) { new Main().start(); new Main().start(); }
  public void run() { move(one, other); }
  static void move(Cell from, Cell to) { to.set(from.get()); from.set(0); }
}
)");
  EXPECT_THAT(views.lock_views("Main.move"), ElementsAre("value r", "value u", "value u"));
}

}  // namespace
}  // namespace snag::atomicity
