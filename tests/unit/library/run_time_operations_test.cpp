#include "library/run_time_operations.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "support/opened_program.h"

namespace snag::library {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class RunTimeOperations : public ::testing::Test {
 protected:
  // `acquire this read if-true` for each line of the method.
  std::vector<std::string> of(const std::string& class_name, const std::string& method) {
    if (lines_.empty()) lines_ = run_time_operations(opened_.models, *opened_.program, opened_.class_path);
    std::vector<std::string> result;
    for (const RunTimeOperation& line : lines_) {
      if (line.class_name != class_name || line.method != method) continue;
      std::string text = fmt::format("{} {} {}", line.parameters, line.action, line.operand);
      if (line.mode != "exclusive") text += " " + line.mode;
      if (line.when != "always") text += " " + line.when;
      result.push_back(text);
    }
    return result;
  }

  OpenedProgram opened_{{.application = java_test_jar("locks")}};
  std::vector<RunTimeOperation> lines_;
};

TEST_F(RunTimeOperations, LocksByTheirClasses) {
  const std::string locks = "java/util/concurrent/locks/";
  EXPECT_THAT(of(locks + "Lock", "lock"), ElementsAre("* acquire this"));
  EXPECT_THAT(of(locks + "ReentrantLock", "lock"), ElementsAre("* acquire this"));
  EXPECT_THAT(of(locks + "ReentrantLock", "tryLock"), ElementsAre("* acquire this if-true"));
  EXPECT_THAT(of(locks + "ReentrantReadWriteLock$ReadLock", "unlock"), ElementsAre("* release this read"));
  EXPECT_THAT(of(locks + "StampedLock", "tryConvertToWriteLock"),
              ElementsAre("* acquire this write if-true", "* release this read if-true"));
  EXPECT_THAT(of(locks + "Condition", "await"), ElementsAre("* wait this"));
}

TEST_F(RunTimeOperations, ThreadsAndTasks) {
  EXPECT_THAT(of("java/lang/Thread", "start"), ElementsAre("* start this"));
  EXPECT_THAT(of("java/lang/Thread", "join"), ElementsAre("* join this"));
  EXPECT_THAT(of("java/util/concurrent/ThreadPoolExecutor", "execute"), ElementsAre("* start arg0"));
  EXPECT_THAT(of("java/util/concurrent/ExecutorService", "invokeAll"), ElementsAre("* join arg0", "* start arg0"));
  EXPECT_THAT(of("java/util/concurrent/CompletableFuture", "join"), ElementsAre("* join this"));
  EXPECT_THAT(of("java/util/concurrent/CompletableFuture", "complete"), ElementsAre("* signal this"));
  EXPECT_THAT(of("java/util/concurrent/CompletableFuture", "thenCombine"), ElementsAre("* start arg1"));
  EXPECT_THAT(of("java/util/stream/IntStream", "sum"), ElementsAre("* join this", "* start this"));
}

TEST_F(RunTimeOperations, WhatOrdersThreads) {
  const std::string concurrent = "java/util/concurrent/";
  EXPECT_THAT(of(concurrent + "CountDownLatch", "countDown"), ElementsAre("* signal this"));
  EXPECT_THAT(of(concurrent + "CountDownLatch", "await"), ElementsAre("* join this"));
  EXPECT_THAT(of(concurrent + "CyclicBarrier", "await"), ElementsAre("* join this", "* signal this"));
  EXPECT_THAT(of(concurrent + "Phaser", "arriveAndAwaitAdvance"), ElementsAre("* join this", "* signal this"));
  EXPECT_THAT(of(concurrent + "Semaphore", "acquire"), ElementsAre("* join this"));
  EXPECT_THAT(of(concurrent + "Semaphore", "release"), ElementsAre("* signal this"));
  EXPECT_THAT(of(concurrent + "Exchanger", "exchange"), ElementsAre("* join this", "* signal this"));
  EXPECT_THAT(of(concurrent + "BlockingQueue", "put"), ElementsAre("* write this"));
  EXPECT_THAT(of(concurrent + "LinkedBlockingQueue", "take"), ElementsAre("* update this"));
  EXPECT_THAT(of(concurrent + "atomic/AtomicInteger", "incrementAndGet"), ElementsAre("* update this"));
  EXPECT_THAT(of(concurrent + "atomic/AtomicReference", "get"), ElementsAre("* read this"));
  EXPECT_THAT(of(concurrent + "CountDownLatch", "getCount"), ElementsAre("* read this"));
  EXPECT_THAT(of(concurrent + "locks/AbstractQueuedSynchronizer", "compareAndSetState"), ElementsAre("* update this"));
  EXPECT_THAT(of("java/lang/Thread", "isAlive"), ElementsAre("* join this"));
}

// By the object whose field is meant.
TEST_F(RunTimeOperations, FieldsThatAreAccessedByOtherMeans) {
  const std::string atomic = "java/util/concurrent/atomic/";
  EXPECT_THAT(of("java/lang/invoke/VarHandle", "setRelease"), ElementsAre("* write arg0", "* write this"));
  EXPECT_THAT(of("java/lang/invoke/VarHandle", "getAcquire"), ElementsAre("* read arg0", "* read this"));
  EXPECT_THAT(of("java/lang/invoke/VarHandle", "compareAndSet"), ElementsAre("* update arg0", "* update this"));
  EXPECT_THAT(of("java/lang/invoke/VarHandle", "get"), IsEmpty());
  for (const char* updater : {"AtomicIntegerFieldUpdater", "AtomicLongFieldUpdater", "AtomicReferenceFieldUpdater"}) {
    EXPECT_THAT(of(atomic + updater, "get"), ElementsAre("* read arg0")) << updater;
    EXPECT_THAT(of(atomic + updater, "lazySet"), ElementsAre("* write arg0")) << updater;
    EXPECT_THAT(of(atomic + updater, "compareAndSet"), ElementsAre("* update arg0")) << updater;
    EXPECT_THAT(of(atomic + updater, "getAndUpdate"), ElementsAre("* update arg0")) << updater;
  }
  EXPECT_THAT(of("sun/misc/Unsafe", "putOrderedObject"), ElementsAre("* write arg0"));
  EXPECT_THAT(of("sun/misc/Unsafe", "get*Volatile"), ElementsAre("* read arg0"));
  EXPECT_THAT(of("sun/misc/Unsafe", "compareAndSwap*"), ElementsAre("* update arg0"));
  EXPECT_THAT(of("sun/misc/Unsafe", "*"), IsEmpty());
}

TEST_F(RunTimeOperations, Collections) {
  EXPECT_THAT(of("java/util/HashMap", "put"), ElementsAre("* contents-write this"));
  EXPECT_THAT(of("java/util/LinkedHashMap", "get"), ElementsAre("* contents-read this"));
  EXPECT_THAT(of("java/util/Hashtable", "put"), ElementsAre("* write this"));
  EXPECT_THAT(of("java/util/Properties", "get"), ElementsAre("* read this"));
  EXPECT_THAT(of("java/util/concurrent/ConcurrentHashMap", "get"), ElementsAre("* read this"));
  // It has no model of its own there, but is as safe as the rest.
  EXPECT_THAT(of("java/util/concurrent/ConcurrentLinkedQueue", "addAll"), ElementsAre("* write this"));
  // Iterators and views: of plain collections they order nothing; what an interface names may be either.
  EXPECT_THAT(of("java/util/concurrent/CopyOnWriteArrayList", "iterator"), ElementsAre("* read this"));
  EXPECT_THAT(of("java/util/Map", "values"), ElementsAre("* read this"));
  EXPECT_THAT(of("java/util/Vector", "elements"), ElementsAre("* read this"));
  EXPECT_THAT(of("java/util/HashMap", "values"), IsEmpty());
  EXPECT_THAT(of("java/util/ArrayList", "iterator"), IsEmpty());
  // An element of a list is no more than one of an array.
  EXPECT_THAT(of("java/util/ArrayList", "set"), ElementsAre("* contents-read this"));
  EXPECT_THAT(of("java/util/List", "set"), ElementsAre("* contents-read this", "* write this"));
  EXPECT_THAT(of("java/util/Vector", "set"), ElementsAre("* write this"));
  // Overloads that do different things have lines of their own.
  EXPECT_THAT(of("java/util/concurrent/ConcurrentHashMap", "forEach"),
              Contains("(JLjava/util/function/BiConsumer;) start arg1"));
}

// The agent applies every line that fits: there must be one of each kind only.
TEST_F(RunTimeOperations, NothingTwice) {
  of("", "");
  std::set<std::tuple<std::string, std::string, std::string, std::string, std::string>> seen;
  std::map<std::pair<std::string, std::string>, std::set<std::string>> parameters;
  for (const RunTimeOperation& line : lines_) {
    EXPECT_TRUE(seen.emplace(line.class_name, line.method, line.parameters, line.action, line.operand).second)
        << line.class_name << "." << line.method << " " << line.action;
    EXPECT_EQ(line.class_name.find('*'), std::string::npos);
    parameters[{line.class_name, line.method}].insert(line.parameters);
  }
  for (const auto& [method, all] : parameters) {
    EXPECT_TRUE(all.size() == 1 || !all.contains("*")) << method.first << "." << method.second;
  }
}

TEST(RunTimeOperationsOfUsers, StayAsTheyAreWritten) {
  Diagnostics diagnostics;
  Names names;
  ClassPath class_path(diagnostics);
  Program program(names, class_path, diagnostics);
  Models models(names);
  ASSERT_TRUE(
      models.load("[\"com.example.*Queue\"]\n\"push(int)\" = { signals = [\"this\"] }\n"
                  "\"pop*\" = { joins = [\"result\"] }\n\"run\" = { starts = [\"arg(java.lang.Runnable)\"] }\n",
                  "my.toml"));
  std::vector<std::string> lines;
  for (const RunTimeOperation& line : run_time_operations(models, program, class_path)) {
    lines.push_back(
        fmt::format("{} {} {} {} {}", line.class_name, line.method, line.parameters, line.action, line.operand));
  }
  EXPECT_THAT(lines, ElementsAre("com/example/*Queue pop* * join result", "com/example/*Queue push (I) signal this",
                                 "com/example/*Queue run * start arg:java/lang/Runnable"));
}

}  // namespace
}  // namespace snag::library
