// What severity findings have by what the program shows of their threads. What is expected stands in the Java code:
// `// high`, or `// low: nothing in the program runs both`, with a part of the message.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
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
  std::set<std::uint32_t> lines_found;  // two checks may report one line
  for (const Finding& finding : findings) lines_found.insert(finding.line);
  EXPECT_EQ(lines_found.size(), expected);
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
    return names.get(0); // low: nothing in the program shows two threads that do this to one object
  }
  public void remove(String name) { names.remove(name); }
  public void add(String group, String name) {
    List<String> members = groups.get(group);
    if (members == null) groups.put(group, members = Collections.synchronizedList(new ArrayList<>())); // low: nothing in the program shows two threads that do this to one object
    members.add(name);
  }
  public void watch() { new Thread(() -> System.out.println("watching")).start(); }
}
)");
}

// In a library that starts no threads nothing is to be seen, so the severity is that of the kind. A Hashtable is
// synchronized whether it is shared or not; and two threads that fill a cache put equal values into it.
TEST(ThreadsSeen, AreNotExpectedInALibraryWithoutThreads) {
  expect_severities(R"(
import java.util.Hashtable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
public class Program {
  private final Map<String, String> names = new ConcurrentHashMap<>();
  private final Hashtable<String, Program> programs = new Hashtable<>();
  private volatile boolean used;
  private int count;
  public synchronized int count() { return count; }
  public synchronized void set(int value) { count = value; }
  public void grow() {
    set(count() + 1); // high
  }
  public String name(String key, String value) {
    String found = names.get(key);
    if (found == null) names.put(key, found = value); // low: this does harm only if the two threads put different values for one key
    used = true;
    return found;
  }
  public Program program(String key) {
    Program found = programs.get(key);
    if (found == null) programs.put(key, found = new Program()); // low: nothing in the program shows two threads that do this to one object
    return found;
  }
}
)");
}

// An AtomicInteger may be there only because a lambda cannot change a variable; one of a class is shared by all.
TEST(ThreadsSeen, AtomicsInALibraryWithoutThreads) {
  expect_severities(R"(
import java.util.concurrent.atomic.AtomicInteger;
public class Program {
  private final AtomicInteger position = new AtomicInteger();
  private static final AtomicInteger next = new AtomicInteger();
  public void move(int by) {
    if (position.get() == 0)
      position.set(by); // low: nothing in the program shows two threads that do this to one object
  }
  public static void begin(int by) {
    if (next.get() == 0)
      next.set(by); // high
  }
  public void reset() { position.set(0); next.set(0); }
}
)");
}

// What the thread restores after a wait it has changed itself.
TEST(ThreadsSeen, WhatIsRestored) {
  const std::string reason =
      "the thread waits while it has changed it, and restores what it found, which is wrong only if others set it "
      "meanwhile";
  expect_severities(R"(
class Level {
  private int level;
  synchronized void set(int value) { level = value; notifyAll(); }
  synchronized void quietly() throws InterruptedException {
    int old = level;
    try {
      System.out.println("quiet");
      level = 0;
      while (level == 0) wait();
    } finally {
      level = old; // low: )" +
                    reason +
                    R"(
    }
  }
  synchronized void again() throws InterruptedException {
    int old = level;
    wait();
    level = old; // high
  }
}
class Main {
  public static void main(String[] arguments) {
    Level level = new Level();
    for (int n = 0; n < 2; n++) {
      new Thread(() -> {
        try {
          level.quietly();
          level.again();
        } catch (InterruptedException e) {
          level.set(1);
        }
      }).start();
    }
  }
}
)");
}

// What main does before it starts a thread, and after it has joined it, that thread cannot disturb.
TEST(ThreadsSeen, BeforeStartAndAfterJoin) {
  expect_severities(R"(
class Main {
  private static int level;
  static synchronized int level() { return level; }
  static synchronized void set(int value) { level = value; }
  public static void main(String[] arguments) throws InterruptedException {
    set(level() + 1);
    Thread thread = new Thread(() -> set(7));
    thread.start();
    set(level() + 2); // high
    thread.join();
    set(level() + 3);
  }
}
)");
}

// Each thread has an entry of its own, and whoever has changed the field by compareAndSet owns it until it is restored.
TEST(ThreadsSeen, WhatBelongsToTheThread) {
  expect_severities(R"(
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
class Main {
  static class State { int count; void grow() { count++; } }
  private static final Map<Object, State> states = new ConcurrentHashMap<>();
  static void enterOk() {
    long id = Thread.currentThread().getId();
    State found = states.get(id);
    if (found == null) states.put(id, found = new State());
    found.grow();
  }
  private static final Map<Object, State> others = new ConcurrentHashMap<>();
  static void enterBad(Object key) {
    State found = others.get(key);
    if (found == null) others.put(key, found = new State()); // high
    found.grow();
  }
  private static final Map<Object, State> ofLoaders = new ConcurrentHashMap<>();
  static void loadBad() {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    State found = ofLoaders.get(loader);
    if (found == null) ofLoaders.put(loader, found = new State()); // high
    found.grow();
  }
  private static final AtomicIntegerFieldUpdater<Main> SIZE = AtomicIntegerFieldUpdater.newUpdater(Main.class, "size");
  private volatile int size;
  private static volatile int next;
  void resizeOk() {
    int old = size;
    if (old >= 0 && SIZE.compareAndSet(this, old, -1)) size = old + 1;
  }
  void drainOk() {
    while (SIZE.get(this) != 0) {
      if (SIZE.compareAndSet(this, 1, 2)) SIZE.set(this, 1);
    }
  }
  void resizeBad() {
    next = next + 1; // high
    System.out.println(next == 7 ? "seven" : "");
    if (next == 8) throw new IllegalStateException();
  }
  public static void main(String[] arguments) {
    Main main = new Main();
    for (int n = 0; n < 2; n++) {
      new Thread(() -> { enterOk(); enterBad("a"); loadBad(); main.resizeOk(); main.drainOk(); main.resizeBad(); }).start();
    }
  }
}
)");
}

// The locks of the calls that a library makes itself are to be seen, although it starts no threads.
TEST(ThreadsSeen, LibraryWithoutThreadsHoldsOneLock) {
  expect_severities(R"(
public class Program {
  private final Counter counter = new Counter();
  public void grow() {
    synchronized (counter) { counter.grow(); }
  }
  public void clear() {
    synchronized (counter) { counter.clear(); }
  }
  public static class Counter {
    private int count;
    private final Object lock = new Object();
    public int count() { synchronized (lock) { return count; } }
    public void set(int value) { synchronized (lock) { count = value; } }
    public void clear() { set(0); }
    public void grow() {
      set(count() + 1); // low: all calls in the program hold one lock around both, so that only other callers can do this
    }
  }
}
)");
}

// A user interface is set up by `main`, and belongs to the event thread from then on. What a SwingWorker publishes is
// processed there, too. Another thread makes the difference.
TEST(ThreadsSeen, MainSetsUpTheUserInterface) {
  const std::string source = R"(
import java.util.List;
import javax.swing.SwingUtilities;
import javax.swing.SwingWorker;
class Model {
  private int count;
  synchronized int count() { return count; }
  synchronized void set(int value) { count = value; }
  void grow() {
    set(count() + 1); // SEVERITY
  }
}
class Main {
  static final Model model = new Model();
  static class Worker extends SwingWorker<String, String> {
    protected String doInBackground() { publish("one"); WORK return "done"; }
    protected void process(List<String> chunks) { model.grow(); }
    protected void done() { model.grow(); }
  }
  public static void main(String[] arguments) {
    model.grow();
    SwingUtilities.invokeLater(() -> { model.grow(); new Worker().execute(); });
    model.grow();
  }
}
)";
  auto with = [&](const std::string& severity, const std::string& work) {
    std::string text = source;
    text.replace(text.find("SEVERITY"), 8, severity);
    return text.replace(text.find("WORK"), 4, work);
  };
  expect_severities(with("low: nothing in the program shows two threads that do this to one object", ""));
  expect_severities(with("high", "model.grow();"));
}

// Each Thread runs its own `run()`, on fields of its own; another one may well change them.
TEST(ThreadsSeen, OfTheThreadItself) {
  expect_severities(R"(
class Main {
  static class Worker extends Thread {
    private boolean done, stopped;
    public void run() {
      boolean was;
      synchronized (this) { was = done; }
      System.out.println("working");
      synchronized (this) { if (!was) done = true; }
      synchronized (this) { was = stopped; }
      System.out.println("stopping");
      synchronized (this) {
        if (!was) stopped = true; // high
      }
    }
    synchronized void end() { stopped = false; }
  }
  static final Worker worker = new Worker();
  public static void main(String[] arguments) {
    worker.start();
    worker.end();
  }
}
)");
}

// Clones are many objects, although the original is one.
TEST(ThreadsSeen, ClonesAreSeveralObjects) {
  const std::string source = R"(
class Message implements Cloneable {
  private int count;
  synchronized int count() { return count; }
  synchronized void set(int value) { count = value; }
  void grow() {
    set(count() + 1); // SEVERITY
  }
  Message copy() throws CloneNotSupportedException { return (Message) clone(); }
}
class Main {
  private static final Message first = new Message();
  public static void main(String[] arguments) throws Exception {
    Message one = MADE, two = MADE;
    new Thread(() -> one.grow()).start();
    new Thread(() -> two.grow()).start();
  }
}
)";
  auto with = [&](const std::string& severity, const std::string& made) {
    std::string text = source;
    text.replace(text.find("SEVERITY"), 8, severity);
    for (int n = 0; n < 2; ++n) text.replace(text.find("MADE"), 4, made);
    return text;
  };
  expect_severities(with("high", "first"));
  expect_severities(with("low: nothing in the program shows two threads that do this to one object", "first.copy()"));
}

// The lock of all calls is that of the panel around, of which there are two.
TEST(ThreadsSeen, LockOfTheObjectAround) {
  expect_severities(R"(
class Panel {
  private final Numbers numbers = new Numbers();
  private class Observer implements Runnable {
    public void run() {
      synchronized (Panel.this) { numbers.grow(); }
    }
  }
  private static class Numbers {
    private final Object lock = new Object();
    private int count;
    int count() { synchronized (lock) { return count; } }
    void set(int value) { synchronized (lock) { count = value; } }
    void grow() {
      set(count() + 1); // low: all calls in the program hold one lock around both, so that only other callers can do this
    }
  }
  void watch() {
    for (int n = 0; n < 2; n++) new Thread(new Observer()).start();
  }
}
class Main {
  public static void main(String[] arguments) {
    Panel one = new Panel();
    one.watch();
    Panel two = new Panel();
    two.watch();
  }
}
)");
}

// Whoever holds the key has its entry for himself.
TEST(ThreadsSeen, KeysThatAreLocks) {
  expect_severities(R"(
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
class Main {
  private static final Map<Object, String> names = Collections.synchronizedMap(new HashMap<>());
  static void nameOk(Object key) {
    synchronized (key) {
      if (!names.containsKey(key)) names.put(key, "name");
    }
  }
  private static final Map<Object, String> others = Collections.synchronizedMap(new HashMap<>());
  static void nameBad(Object key, Object other) {
    synchronized (key) {
      if (!others.containsKey(other))
        others.put(other, "name"); // high
    }
  }
  public static void main(String[] arguments) {
    for (int n = 0; n < 2; n++) new Thread(() -> nameOk(new Object())).start();
    for (int n = 0; n < 2; n++) new Thread(() -> nameBad(new Object(), Main.class)).start();
  }
}
)");
}

// What the field held before is not what it holds now.
TEST(ThreadsSeen, FieldThatIsReplaced) {
  expect_severities(R"(
class Cache {
  private int delay;
  synchronized int delay() { return delay; }
  synchronized void set(int value) { delay = value; }
}
class Main {
  private static Cache cache = new Cache();
  static synchronized void replaceOk() {
    Cache old = cache;
    cache = new Cache();
    cache.set(old.delay());
  }
  static void growBad() {
    Cache now = cache;
    now.set(now.delay() + 1); // high
  }
  public static void main(String[] arguments) {
    new Thread(() -> { replaceOk(); growBad(); }).start();
    new Thread(() -> growBad()).start();
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
