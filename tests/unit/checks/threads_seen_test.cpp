// What severity findings have by what the program shows of their threads. What is expected stands in the Java code:
// `// high`, or `// low: nothing in the program runs both`, with a part of the message.
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

void expect_severities(const std::string& source, WholeProgramAnalysis::Steps steps = {}) {
  OpenedProgram opened({.application = compiled_java(source, "--release\t17")});
  Stats stats;
  const std::vector<Finding> findings = run_checks({.store = *opened.store,
                                                    .models = opened.models,
                                                    .application = opened.application,
                                                    .stats = stats,
                                                    .threads = true,
                                                    .object_steps = steps},
                                                   kCodeChecks);
  std::istringstream lines(source);
  std::string line;
  std::size_t expected = 0;
  for (std::uint32_t number = 1; std::getline(lines, line); ++number) {
    const std::size_t comment = line.find("// ");
    if (comment == line.npos) continue;
    ++expected;
    const std::string text = line.substr(comment + 3);
    const std::size_t colon = std::min(text.find(": "), text.size());
    const auto found =
        std::find_if(findings.begin(), findings.end(), [&](const Finding& f) { return f.line == number; });
    ASSERT_NE(found, findings.end()) << line;
    EXPECT_EQ(to_text(found->severity), text.substr(0, colon)) << line << "\n" << found->message;
    if (colon < text.size()) {
      EXPECT_THAT(found->message, ::testing::EndsWith("; " + text.substr(colon + 2))) << line;
    }
  }
  EXPECT_GT(expected, 0U);
  EXPECT_EQ(findings.size(), expected);
}

// The program's own threads, on one object, on objects in one map, and on objects of clients.
TEST(ThreadsSeen, OfTheProgramItselfCountMost) {
  expect_severities(R"(
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
class Account {
  private long balance;
  synchronized long balance() { return balance; }
  synchronized void set(long value) { balance = value; }
  void interest() {
    set(balance() + balance() / 100); // high
  }
}
class Bank {
  private final Map<String, Account> accounts = new ConcurrentHashMap<>();
  Account find(String name) {
    Account found = accounts.get(name);
    if (found == null) accounts.put(name, found = new Account()); // high
    return found;
  }
}
class Main {
  public static void main(String[] arguments) {
    Bank bank = new Bank();
    new Thread(() -> bank.find("a").interest()).start();
    new Thread(() -> bank.find("a").set(7)).start();
  }
}
)");
}

TEST(ThreadsSeen, NothingShowsThatClientsAreTwo) {
  expect_severities(R"(
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
public class Program {
  private final Map<String, List<String>> groups = new ConcurrentHashMap<>();
  private final List<String> names = Collections.synchronizedList(new ArrayList<>());
  private int size;
  public synchronized int size() { return size; }
  public synchronized void resize(int value) { size = value; }
  public void grow() {
    resize(size() + 1); // low: nothing in the program shows two threads that do this to one object
  }
  public String first() {
    if (names.isEmpty()) return null;
    return names.get(0); // medium: nothing in the program shows two threads that do this to one object
  }
  public void remove(String name) { names.remove(name); }
  public void add(String group, String name) {
    List<String> members = groups.get(group);
    if (members == null) groups.put(group, members = Collections.synchronizedList(new ArrayList<>())); // medium
    members.add(name);
  }
  public void watch() { new Thread(() -> System.out.println("watching")).start(); }
}
)");
}

// In a library that starts no threads nothing is to be seen, so the severity is that of the kind.
TEST(ThreadsSeen, AreNotExpectedInALibraryWithoutThreads) {
  expect_severities(R"(
public class Program {
  private int count;
  public synchronized int count() { return count; }
  public synchronized void set(int value) { count = value; }
  public void grow() {
    set(count() + 1); // high
  }
}
)");
}

TEST(ThreadsSeen, NobodyCallsIt) {
  expect_severities(R"(
class Counter {
  private int count;
  synchronized int count() { return count; }
  synchronized void set(int value) { count = value; }
  void grow() {
    set(count() + 1); // low: nothing in the program runs both
  }
}
class Main {
  public static void main(String[] arguments) { new Thread(() -> new Counter().set(1)).start(); }
}
)");
}

// Clients can get the table, but the program itself always calls it while it holds the lock around it.
TEST(ThreadsSeen, AllCallsThatAreSeenHoldOneLock) {
  expect_severities(R"(
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
public class Program {
  private final Table table = new Table();
  public Table table() { return table; }
  public synchronized void add(String name) { table.add(name); }
  public void watch() { new Thread(() -> add("watch")).start(); }
  public static class Table {
    private final Map<String, List<String>> groups = new ConcurrentHashMap<>();
    public void add(String name) {
      List<String> members = groups.get(name);
      if (members == null) groups.put(name, members = Collections.synchronizedList(new ArrayList<>())); // low: all calls in the program hold one lock around both, so that only other callers can do this
      members.add(name);
    }
  }
}
)");
}

// What is put where there was nothing is as a rule equal to what another thread puts.
TEST(ThreadsSeen, ValuesWithoutAStateOfTheirOwn) {
  expect_severities(R"(
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
class Main {
  private static final Map<String, Object> cache = new ConcurrentHashMap<>();
  static Object get(String key, Object made) {
    Object found = cache.get(key);
    if (found == null) cache.put(key, made); // low: this does harm only if the two threads put different values for one key
    return found;
  }
  public static void main(String[] arguments) {
    new Thread(() -> get("a", new Object())).start();
    new Thread(() -> get("a", new Object())).start();
  }
}
)");
}

TEST(ThreadsSeen, ProgramIsTooLarge) {
  expect_severities(R"(
class Counter {
  private int count;
  synchronized int count() { return count; }
  synchronized void set(int value) { count = value; }
  void grow() {
    set(count() + 1); // low: the program is too large to see whether two threads do this to one object
  }
}
class Main {
  public static void main(String[] arguments) {
    Counter counter = new Counter();
    new Thread(() -> counter.grow()).start();
    counter.grow();
  }
}
)",
                    {.with_contexts = 1, .without_contexts = 1});
}

}  // namespace
}  // namespace snag
