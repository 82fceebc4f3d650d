// Signs that the author of a class thought of threads. Those of annotations are in guarded_by_test.cpp and
// threads_test.cpp.
#include "callgraph/thread_signs.h"

#include <gtest/gtest.h>

#include "support/compiled_java.h"
#include "support/opened_program.h"

namespace snag {
namespace {

const std::string kClasses = R"java(
class Plain { synchronized void lock() {} }
class Quiet { int monitorEnterAsAnOperand() { return 0xc2; } }
class Block { void lock(Object o) { synchronized (o) { o.hashCode(); } } }
class Atomic { java.util.concurrent.atomic.AtomicInteger count; }
class Flag { volatile boolean done; }
class Heir extends Block {}
class Task implements Runnable { public void run() {} }
)java";

class ThreadSignsTest : public testing::Test {
 protected:
  ClassId type(std::string_view name) { return opened_.program->find_class(name); }
  bool thinks(std::string_view name) { return signs_.thinks_of_threads(type(name)); }
  bool shared(std::string_view name) { return signs_.may_be_shared(type(name)); }

 private:
  OpenedProgram opened_{{.application = compiled_java(kClasses)}};
  ThreadSigns signs_{*opened_.program, opened_.models.policy()};
};

TEST_F(ThreadSignsTest, AClassThinksOfThreadsIfItLocksOrHasConcurrentFields) {
  EXPECT_TRUE(thinks("Plain")) << "a synchronized method";
  EXPECT_TRUE(thinks("Block"));
  EXPECT_TRUE(thinks("Atomic"));
  EXPECT_FALSE(thinks("Quiet")) << "0xc2 is an operand there, and not monitorenter";
  EXPECT_FALSE(thinks("Flag"));
  EXPECT_FALSE(thinks("Heir"));
}

TEST_F(ThreadSignsTest, VolatileFieldsSuperclassesAndTasksAreSignsOfSharing) {
  for (const char* name : {"Plain", "Block", "Atomic", "Flag", "Heir", "Task"}) EXPECT_TRUE(shared(name)) << name;
  EXPECT_FALSE(shared("Quiet"));
}

}  // namespace
}  // namespace snag
