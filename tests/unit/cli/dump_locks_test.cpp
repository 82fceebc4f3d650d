// `snag dump locks` over tests/java/locks: every form of lock expression and monitor region, from class file to text.
#include <gtest/gtest.h>

#include "cli/dump.h"
#include "cli/exit_codes.h"

namespace snag {
namespace {

Options options_for(const std::string& jar) {
  Options options;
  options.command = Command::kDump;
  options.dump_kind = DumpKind::kLocks;
  options.paths = {std::string(SNAG_TEST_JAVA_DIR) + "/" + jar};
  options.jobs = 1;
  return options;
}

TEST(DumpLocks, EveryFormOfLock) {
  Options options = options_for("locks.jar");
  options.class_name = "locks.Expressions";
  Session session(options, /*needs_library=*/true);
  EXPECT_EQ(dump_locks(session), R"(locks.Expressions.onThis()
    line 20   this                     synchronized method
locks.Expressions.onClass()
    line 24   locks.Expressions.class  synchronized method
locks.Expressions.onField()
    line 28   this.guard               synchronized block to line 30
locks.Expressions.onStaticField()
    line 34   locks.Expressions.GLOBAL synchronized block to line 36
locks.Expressions.onLiteral()
    line 40   java.lang.String.class   synchronized block to line 42
locks.Expressions.onParameter(java.lang.Object)
    line 46   given                    synchronized block to line 48
locks.Expressions.onLocal()
    line 53   made                     synchronized block to line 55
locks.Expressions.onCall()
    line 59   make()                   synchronized block to line 61
locks.Expressions.onPath()
    line 65   this.next.next.guard     synchronized block to line 67
locks.Expressions.onLongPath()
    line 71   this.next.next.next.next.guard synchronized block to line 73
locks.Expressions.onElement(int)
    line 77   this.parts[i]            synchronized block to line 81
    line 78     this.grid[1][i]        synchronized block to line 80
locks.Expressions.onCast(java.lang.Object)
    line 85   given                    synchronized block to line 87
locks.Expressions.inLoop()
    line 92   this.parts[v5]           synchronized block to line 94
locks.Expressions.withReturnsAndThrows(int)
    line 99   this                     synchronized block to line 112
locks.Expressions.withTryInside(java.lang.String)
    line 117  this.guard               synchronized block to line 125
locks.Expressions.stringSwitch(java.lang.String)
    line 129  this                     synchronized method
    line 131    this.guard             synchronized block to line 132
locks.Expressions.withLock()
    line 140  this.lock                acquire by java.util.concurrent.locks.ReentrantLock.lock
    line 143  this.lock                wait: released and taken again
    line 146  this.lock                release by java.util.concurrent.locks.ReentrantLock.unlock
locks.Expressions.withTryLock()
    line 151  this.lock                acquire if true by java.util.concurrent.locks.ReentrantLock.tryLock
    line 157  this.lock                release by java.util.concurrent.locks.ReentrantLock.unlock
locks.Expressions.withReadLock()
    line 162  this.both                acquire (read) by java.util.concurrent.locks.ReentrantReadWriteLock$ReadLock.lock
    line 166  this.both                release (read) by java.util.concurrent.locks.ReentrantReadWriteLock$ReadLock.unlock
locks.Expressions.waiting()
    line 171  this                     synchronized method
    line 172  this                     wait: released and taken again
)");
  EXPECT_TRUE(session.diagnostics.empty());
}

TEST(DumpLocks, AViewTellsTheMode) {
  Options options = options_for("locks.jar");
  options.class_name = "locks.Views";
  options.method_pattern = "*ing";
  Session session(options, /*needs_library=*/true);
  EXPECT_EQ(dump_locks(session), R"(locks.Views.reading()
    line 16   this.both                acquire (read) by java.util.concurrent.locks.Lock.lock
    line 17   this.both                release (read) by java.util.concurrent.locks.Lock.unlock
locks.Views.writing()
    line 22   this.stamped             acquire (write) if true by java.util.concurrent.locks.Lock.tryLock
)");
}

TEST(DumpLocks, AccessorsNameWhatTheyReturn) {
  Options options = options_for("locks.jar");
  options.class_name = "locks.Accessors";
  Session session(options, /*needs_library=*/true);
  EXPECT_EQ(dump_locks(session), R"(locks.Accessors.on(locks.Accessors,int)
    line 20   other.both               acquire (read) by java.util.concurrent.locks.Lock.lock
    line 21   other.both               release (read) by java.util.concurrent.locks.Lock.unlock
    line 22   this.stripes[key]        synchronized block to line 24
)");
}

TEST(DumpLocks, WhatCallersHoldAndCalleesTake) {
  Options options = options_for("locks.jar");
  options.class_name = "locks.Around";
  Session session(options, /*needs_library=*/true);
  EXPECT_EQ(dump_locks(session), R"(locks.Around.caller()
    line 11   this                     synchronized method
locks.Around.inside()
    line 15   this                     held by all callers
locks.Around.takes()
    line 19   this                     taken and released by locks.Around.caller
locks.Around.optimistic()
    line 23   this.stamped             read (optimistic) without being held by java.util.concurrent.locks.StampedLock.tryOptimisticRead
)");
}

TEST(DumpLocks, IndentationEnds) {
  Options options = options_for("locks.jar");
  options.method_pattern = "nested";
  Session session(options, /*needs_library=*/true);
  std::string text = dump_locks(session);
  EXPECT_NE(text.find("line 45   " + std::string(2 * 16, ' ') + "this.guard"), std::string::npos) << text;
  EXPECT_NE(text.find("this.guard             synchronized block, held already"), std::string::npos) << text;
}

TEST(DumpLocks, OnlyWhatIsAskedFor) {
  Options options = options_for("locks.jar");
  options.method_pattern = "onThis";
  Session session(options, /*needs_library=*/true);
  EXPECT_EQ(dump_locks(session),
            "locks.Expressions.onThis()\n"
            "    line 20   this                     synchronized method\n");
}

TEST(DumpLocks, APatternThatMatchesNothingIsAnError) {
  Options options = options_for("locks.jar");
  options.method_pattern = "noSuchMethod";
  Session session(options, /*needs_library=*/true);
  EXPECT_THROW(dump_locks(session), UsageError);
}

}  // namespace
}  // namespace snag
