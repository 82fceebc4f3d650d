#include "execution/event_locks.h"

#include <gmock/gmock.h>

#include "support/analysed_program.h"

namespace snag {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

// Whether the write of `value` in `a()` and that in `b()` exclude each other, for two threads that call both on one of
// several objects of the class Cell.
class TwoMethods {
 public:
  explicit TwoMethods(const std::string& members)
      : java_(
            "import java.util.concurrent.locks.*;\n"
            "class Cell { int value;\n" +
            members + R"(}
class User extends Thread {
  final Cell cell;
  User(Cell cell) { this.cell = cell; }
  public void run() { cell.a(); cell.b(); }
}
class Main {
  public static void main(String[] arguments) {
    for (int i = 0; i < 2; i++) { Cell cell = new Cell(); new User(cell).start(); new User(cell).start(); }
  }
})"),
        locks_(java_.execution(), java_.whole().concurrency(), java_.analyses().sections()) {}

  EventLocks of(std::string_view method) { return locks_.of(java_.event("value", method, /*write=*/true)); }
  bool exclude() {
    return locks_.exclude(java_.event("value", "a", true), of("a"), java_.event("value", "b", true), of("b"));
  }

 private:
  AnalysedProgram java_;
  LocksOfEvents locks_;
};

TEST(EventLocks, TheObjectItselfIsRelated) {
  TwoMethods cell("synchronized void a() { value = 1; } void b() { synchronized (this) { value = 2; } }");
  EXPECT_TRUE(cell.exclude());
  const EventLocks locks = cell.of("a");
  ASSERT_THAT(locks.related, SizeIs(1));
  EXPECT_THAT(locks.related[0].up, IsEmpty());
  EXPECT_THAT(locks.related[0].down, IsEmpty());
  EXPECT_TRUE(locks.any);
}

TEST(EventLocks, SoIsWhatIsInAFieldThatNeverChanges) {
  TwoMethods cell(R"(final Object lock = new Object();
  void a() { synchronized (lock) { value = 1; } } void b() { synchronized (lock) { value = 2; } })");
  EXPECT_TRUE(cell.exclude());
  EXPECT_THAT(cell.of("a").related[0].down, SizeIs(1));
}

TEST(EventLocks, AFieldThatChangesLeadsToSeveralLocks) {
  TwoMethods cell(R"(Object lock = new Object();
  void a() { synchronized (lock) { value = 1; } } void b() { synchronized (lock) { value = 2; } lock = new Object(); })");
  EXPECT_FALSE(cell.exclude());
  EXPECT_TRUE(cell.of("a").any);
}

TEST(EventLocks, OneLockOfTheProgramIsHeld) {
  TwoMethods cell(R"(static final Object LOCK = new Object();
  void a() { synchronized (LOCK) { value = 1; } } void b() { synchronized (LOCK) { value = 2; } })");
  EXPECT_TRUE(cell.exclude());
  EXPECT_THAT(cell.of("a").related, IsEmpty());
  EXPECT_THAT(cell.of("a").held, SizeIs(1));
}

TEST(EventLocks, TwoLocksDoNotExclude) {
  TwoMethods cell(R"(final Object one = new Object(), other = new Object();
  void a() { synchronized (one) { value = 1; } } void b() { synchronized (other) { value = 2; } })");
  EXPECT_FALSE(cell.exclude());
}

TEST(EventLocks, NoLock) {
  TwoMethods cell("synchronized void a() { value = 1; } void b() { value = 2; }");
  EXPECT_FALSE(cell.exclude());
  EXPECT_FALSE(cell.of("b").any);
}

TEST(EventLocks, TwoReadersDoNotExcludeEachOther) {
  const std::string lock = "final ReadWriteLock lock = new ReentrantReadWriteLock();\n";
  const std::string read = "() { lock.readLock().lock(); try { value = 1; } finally { lock.readLock().unlock(); } }\n";
  const std::string write =
      "() { lock.writeLock().lock(); try { value = 1; } finally { lock.writeLock().unlock(); } }\n";
  EXPECT_FALSE(TwoMethods(lock + "void a" + read + "void b" + read).exclude());
  EXPECT_TRUE(TwoMethods(lock + "void a" + read + "void b" + write).exclude());
}

TEST(EventLocks, AClaimIsALockOfItsOwner) {
  TwoMethods cell(
      R"(final java.util.concurrent.atomic.AtomicBoolean busy = new java.util.concurrent.atomic.AtomicBoolean();
  void a() { if (busy.compareAndSet(false, true)) { value = 1; busy.set(false); } }
  void b() { if (busy.compareAndSet(false, true)) { value = 2; busy.set(false); } })");
  EXPECT_TRUE(cell.exclude());
}

}  // namespace
}  // namespace snag
