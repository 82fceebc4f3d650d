// What the check deadlock finds in code, and how it tells it. What is expected stands in the Java code, at the line of
// the finding: `// expect lock-order high`; with `audit` behind it, only in that profile. (More programs with verdicts
// are in tests/defects/deadlock.)
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "support/compiled_java.h"
#include "support/opened_program.h"
#include "support/run_checks.h"

namespace snag {
namespace {

using testing::AllOf;
using testing::ElementsAreArray;
using testing::HasSubstr;
using testing::SizeIs;

constexpr std::string_view kImports =
    "import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; "
    "import java.util.concurrent.locks.*; import java.util.function.*;\n";

std::vector<Finding> deadlocks_in(const std::string& source, Profile profile = Profile::kReview, bool threads = true) {
  OpenedProgram opened({.application = compiled_java(std::string(kImports) + source)});
  Stats stats;
  const std::string_view ids[] = {"deadlock"};
  return run_checks({.store = *opened.store,
                     .models = opened.models,
                     .application = opened.application,
                     .stats = stats,
                     .profile = profile,
                     .threads = threads},
                    ids);
}

void expect_deadlocks(const std::string& source, bool threads = true) {
  for (Profile profile : {Profile::kReview, Profile::kAudit}) {
    std::vector<std::string> expected, found;
    std::istringstream lines(source);
    std::string line;
    for (std::uint32_t number = 1; std::getline(lines, line); ++number) {
      const std::size_t comment = line.find("// expect ");
      if (comment == line.npos) continue;
      std::string text = line.substr(comment + 10);
      const std::size_t audit = text.find(" audit");
      if (audit != text.npos && profile != Profile::kAudit) continue;
      expected.push_back(std::to_string(number) + " " + text.substr(0, audit));
    }
    for (const Finding& finding : deadlocks_in(source, profile, threads)) {
      found.push_back(std::to_string(finding.line - 1) + " " + finding.kind + " " +
                      std::string(to_text(finding.severity)));
    }
    std::sort(expected.begin(), expected.end());
    std::sort(found.begin(), found.end());
    EXPECT_THAT(found, ElementsAreArray(expected)) << source;
  }
}

constexpr const char* kTwoOrders = R"(class Office {
  static final Object PRINTER = new Object(), SCANNER = new Object();
  static void copy() { synchronized (SCANNER) { print(); } }
  static void print() { synchronized (PRINTER) { } } // expect lock-order high
  static void scan() { synchronized (PRINTER) { synchronized (SCANNER) { } } }
  public static void main(String[] a) { new Thread(Office::copy).start(); new Thread(Office::scan).start(); }
})";

TEST(Deadlock, TwoOrdersOfTwoLocks) { expect_deadlocks(kTwoOrders); }

TEST(Deadlock, ToldAsAnInterleavingWithADrawing) {
  const std::vector<Finding> findings = deadlocks_in(kTwoOrders);
  ASSERT_THAT(findings, SizeIs(1));
  const Finding& finding = findings[0];
  EXPECT_EQ(finding.message,
            "T1 (Office.copy()) acquires `Office.SCANNER` (Program.java:4) and then `Office.PRINTER` "
            "(Program.java:5); T2 (Office.scan()) acquires `Office.PRINTER` (Program.java:6) and then "
            "`Office.SCANNER` (Program.java:6): each can wait for the other forever");
  EXPECT_THAT(finding.repair, HasSubstr("Acquire `Office.SCANNER` before `Office.PRINTER` everywhere"));
  ASSERT_THAT(finding.threads, SizeIs(2));
  EXPECT_EQ(finding.threads[0].name, "T1 (Office.copy())");
  ASSERT_THAT(finding.threads[0].steps, SizeIs(3));
  EXPECT_EQ(finding.threads[0].steps[1].note, "print() is called");
  EXPECT_EQ(finding.threads[0].steps[2].note, "waits for `Office.PRINTER`, which T2 holds");
  EXPECT_THAT(finding.threads[0].steps[2].locks, testing::ElementsAre("Office.SCANNER"));
  ASSERT_THAT(finding.graphs, SizeIs(1));
  EXPECT_THAT(finding.graphs[0].nodes, SizeIs(2));
  EXPECT_THAT(finding.graphs[0].edges, SizeIs(2));
  EXPECT_TRUE(finding.graphs[0].edges[0].marked);
}

TEST(Deadlock, NothingWithoutThreadsButLeaks) {
  expect_deadlocks(R"(class Office {
  static final Object PRINTER = new Object(), SCANNER = new Object();
  static void copy() { synchronized (SCANNER) { synchronized (PRINTER) { } } }
  static void scan() { synchronized (PRINTER) { synchronized (SCANNER) { } } }
  public static void main(String[] a) { new Thread(Office::copy).start(); new Thread(Office::scan).start(); }
  final Lock lock = new ReentrantLock();
  void send(java.io.Writer out) throws java.io.IOException {
    lock.lock(); // expect lock-leak medium
    out.write(1);
    lock.unlock();
  }
})",
                   /*threads=*/false);
}

TEST(Deadlock, AGateKeepsTheThreadsApart) {
  expect_deadlocks(R"(class Office {
  static final Object PRINTER = new Object(), SCANNER = new Object(), GATE = new Object();
  static void copy() { synchronized (GATE) { synchronized (SCANNER) { synchronized (PRINTER) { } } } }
  static void scan() { synchronized (GATE) { synchronized (PRINTER) { synchronized (SCANNER) { } } } }
  public static void main(String[] a) { new Thread(Office::copy).start(); new Thread(Office::scan).start(); }
})");
}

// The gate is only on some of the ways.
TEST(Deadlock, AGateOfOneCallerIsNotEnough) {
  expect_deadlocks(R"(class Office {
  static final Object PRINTER = new Object(), SCANNER = new Object(), GATE = new Object();
  static void copy() { synchronized (SCANNER) { synchronized (PRINTER) { } } } // expect lock-order high
  static void gated() { synchronized (GATE) { copy(); } }
  static void scan() { synchronized (GATE) { synchronized (PRINTER) { synchronized (SCANNER) { } } } }
  public static void main(String[] a) {
    new Thread(Office::gated).start(); new Thread(Office::copy).start(); new Thread(Office::scan).start();
  }
})");
}

TEST(Deadlock, ObjectsOfOneClass) {
  expect_deadlocks(R"(class Account {
  int balance; final int id; Account next;
  Account(int id) { this.id = id; }
  void to(Account other) { synchronized (this) { synchronized (other) { other.balance++; } } } // expect lock-order medium
  void ordered(Account other) {
    Account first = id < other.id ? this : other, second = first == this ? other : this;
    synchronized (first) { synchronized (second) { other.balance++; } }
  }
  void chain() { synchronized (this) { if (next != null) next.chain(); } }
  static final List<Account> ALL = new ArrayList<>();
  static Account any() { return ALL.get(new Random().nextInt(ALL.size())); }
  public static void main(String[] a) {
    for (int i = 0; i < 9; i++) ALL.add(new Account(i));
    for (int i = 0; i < 4; i++) {
      new Thread(() -> any().to(any())).start();
      new Thread(() -> any().ordered(any())).start();
      new Thread(() -> any().chain()).start();
    }
  }
})");
}

// A callee gives back the lock of its caller while it acquires the other one.
TEST(Deadlock, LocksThatACalleeReleases) {
  expect_deadlocks(R"(class Entry {
  static final Object SEARCH = new Object();
  static final ReentrantLock LOCK = new ReentrantLock();
  static void wait_() { LOCK.lock(); try { search(); } finally { LOCK.unlock(); } }
  static void search() {
    LOCK.unlock();
    try { synchronized (SEARCH) { look(); } } finally { LOCK.lock(); }
  }
  static void look() { LOCK.lock(); try { } finally { LOCK.unlock(); } }
  public static void main(String[] a) { new Thread(Entry::wait_).start(); new Thread(Entry::wait_).start(); }
})");
}

TEST(Deadlock, ReadersDoNotWaitForReaders) {
  expect_deadlocks(R"(class Tables {
  static final ReentrantReadWriteLock A = new ReentrantReadWriteLock(), B = new ReentrantReadWriteLock();
  static void one() {
    A.readLock().lock(); try { B.readLock().lock(); B.readLock().unlock(); } finally { A.readLock().unlock(); }
  }
  static void two() {
    B.readLock().lock(); try { A.readLock().lock(); A.readLock().unlock(); } finally { B.readLock().unlock(); }
  }
  public static void main(String[] a) { new Thread(Tables::one).start(); new Thread(Tables::two).start(); }
})");
}

TEST(Deadlock, ConditionsOfTheSameLockAreNotCritical) {
  expect_deadlocks(R"(class Queue {
  static final ReentrantLock LOCK = new ReentrantLock();
  static final Condition FILLED = LOCK.newCondition();
  static int items;
  static void take() throws InterruptedException {
    LOCK.lock();
    try { while (items == 0) FILLED.await(); items--; } finally { LOCK.unlock(); }
  }
  static void put() { LOCK.lock(); try { items++; FILLED.signal(); } finally { LOCK.unlock(); } }
  public static void main(String[] a) throws InterruptedException { new Thread(Queue::put).start(); take(); }
})");
}

// Each form of von Praun 6.1.
TEST(Deadlock, CriticalAndIndefiniteWaits) {
  expect_deadlocks(R"(class Box {
  static final Object OUTER = new Object(), FULL = new Object(), EMPTY = new Object();
  static boolean full, empty;
  static void take() throws InterruptedException {
    synchronized (OUTER) { synchronized (FULL) { while (!full) FULL.wait(); } } // expect critical-wait high
  }
  static void put() { synchronized (OUTER) { synchronized (FULL) { full = true; FULL.notify(); } } }
  static void idle() throws InterruptedException {
    synchronized (EMPTY) { while (!empty) EMPTY.wait(); } // expect indefinite-wait medium
  }
  static void limited() throws InterruptedException { synchronized (EMPTY) { while (!empty) EMPTY.wait(100); } }
  public static void main(String[] a) throws InterruptedException {
    new Thread(Box::put).start(); take(); idle(); limited();
  }
})");
}

TEST(Deadlock, WaitsThatMissANotification) {
  expect_deadlocks(R"(class Gate {
  static final Object GATE = new Object();
  static volatile boolean open; static int count; static final Queue<String> QUEUE = new ArrayDeque<>();
  static void before() throws InterruptedException {
    while (!open) { synchronized (GATE) { GATE.wait(); } } // expect wait-not-in-loop medium
  }
  static void endless() throws InterruptedException {
    while (true) { synchronized (GATE) {
      if (QUEUE.isEmpty()) GATE.wait(); // expect wait-not-in-loop medium
      QUEUE.remove();
    } }
  }
  static void kept() throws InterruptedException {
    synchronized (GATE) { boolean free = open; while (!free) { GATE.wait(); free = open; } }
  }
  static void other() throws InterruptedException {
    synchronized (GATE) { while (!open) { if (count == 0) return; GATE.wait(); } count++; }
  }
  static void open() { synchronized (GATE) { open = true; count = 1; QUEUE.add("a"); GATE.notifyAll(); } }
  public static void main(String[] a) throws InterruptedException {
    new Thread(Gate::open).start(); before(); kept(); other(); endless();
  }
})");
}

TEST(Deadlock, WaitingForOthersUnderALock) {
  expect_deadlocks(R"(class Work {
  static final Object DATA = new Object();
  static final BlockingQueue<String> QUEUE = new ArrayBlockingQueue<>(4), ENDLESS = new LinkedBlockingQueue<>();
  static void fill() { synchronized (DATA) { } }
  static void put() throws InterruptedException {
    synchronized (DATA) { QUEUE.put("a"); } // expect waits-for-task high
    synchronized (DATA) { ENDLESS.put("a"); }
  }
  static void takeAll() { try { synchronized (DATA) { QUEUE.poll(); ENDLESS.poll(); } } finally { } }
  public static void main(String[] a) throws Exception {
    Thread filler = new Thread(Work::fill);
    filler.start();
    new Thread(Work::takeAll).start();
    synchronized (DATA) { filler.join(); } // expect waits-for-task high
    filler.join();
    put();
  }
})");
}

TEST(Deadlock, FuturesThatAreDoneAreNotWaitedFor) {
  expect_deadlocks(R"(class Pool {
  static final ScheduledExecutorService POOL = Executors.newScheduledThreadPool(2);
  static Future<?> last;
  static void tick() {
    try { if (last != null && last.isDone()) last.get(); } catch (Exception e) { }
    last = POOL.submit(() -> { });
  }
  public static void main(String[] a) { POOL.submit(Pool::tick); }
})");
}

TEST(Deadlock, LocksThatStayLocked) {
  expect_deadlocks(R"(class Store {
  final ReentrantLock lock = new ReentrantLock(), kept = new ReentrantLock(), third = new ReentrantLock();
  int value;
  int get(boolean now) {
    lock.lock(); // expect lock-leak medium
    if (now) return value;
    lock.unlock();
    return 0;
  }
  boolean enter(boolean really) { kept.lock(); if (really) return true; kept.unlock(); return false; }
  void leave() { kept.unlock(); }
  void pause() { third.unlock(); try { Thread.yield(); } finally { third.lock(); } }
  void work() { third.lock(); try { pause(); } finally { third.unlock(); } }
  void ifHeld(Runnable r) {
    boolean taken = lock.tryLock();
    try { r.run(); } finally { if (taken) lock.unlock(); }
  }
})");
}

TEST(Deadlock, StampedLocksAreNotReentrant) {
  expect_deadlocks(R"(class Point {
  static final StampedLock LOCK = new StampedLock();
  static void move() { long stamp = LOCK.writeLock(); try { grow(); } finally { LOCK.unlockWrite(stamp); } }
  static void grow() {
    long stamp = LOCK.writeLock(); // expect self-deadlock high
    LOCK.unlockWrite(stamp);
  }
  public static void main(String[] a) { new Thread(Point::move).start(); new Thread(Point::move).start(); }
})");
}

TEST(Deadlock, ForeignCodeIsForTheAudit) {
  expect_deadlocks(R"(class Model {
  private Runnable listener = () -> { };
  synchronized void listen(Runnable r) { listener = r; }
  synchronized void change() {
    listener.run(); // expect foreign-call low audit
  }
})");
}

}  // namespace
}  // namespace snag
