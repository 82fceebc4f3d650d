#include "execution/message_order.h"

#include "support/analysed_program.h"

namespace snag {
namespace {

// Whether messages order the write of `data` by the Writer and its read by the Reader. Each has one method for it.
bool are_ordered(const std::string& write, const std::string& read, const std::string& fields = "") {
  AnalysedProgram java(R"(
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
class Box { int data; volatile boolean ready;
  )" + fields + R"(
  void put() throws Exception { )" +
                       write + R"( }
  void take() throws Exception { )" +
                       read + R"( }
}
class Writer extends Thread {
  final Box box; Writer(Box box) { this.box = box; }
  public void run() { try { box.put(); } catch (Exception e) { } }
}
class Reader extends Thread {
  final Box box; Reader(Box box) { this.box = box; }
  public void run() { try { box.take(); } catch (Exception e) { } }
}
class Main { public static void main(String[] arguments) {
  Box box = new Box();
  new Writer(box).start();
  new Reader(box).start();
} })");
  CallChains chains(java.execution());
  MessageOrder messages(java.execution(), java.calls(), chains);
  const Event a = java.event("data", "put", /*write=*/true), b = java.event("data", "take", /*write=*/false);
  return messages.are_ordered({a.instance, a.at}, java.thread("Writer"), /*a_reads=*/false, {b.instance, b.at},
                              java.thread("Reader"), /*b_reads=*/true);
}

TEST(MessageOrder, AVolatileFlagOrdersWhatIsWrittenBefore) {
  EXPECT_TRUE(are_ordered("data = 1; ready = true;", "if (ready) System.out.println(data);"));
  EXPECT_FALSE(are_ordered("ready = true; data = 1;", "if (ready) System.out.println(data);"));
  EXPECT_FALSE(are_ordered("data = 1; ready = true;", "System.out.println(data); if (ready) return;"));
}

TEST(MessageOrder, TheFlagHasToBeSetOnAllWays) {
  EXPECT_FALSE(are_ordered("data = 1; if (Math.random() > 0.5) ready = true;", "if (ready) System.out.println(data);"));
}

TEST(MessageOrder, AMethodMaySendForItsCaller) {
  EXPECT_TRUE(are_ordered("data = 1; publish();", "if (isReady()) System.out.println(data);",
                          "void publish() { ready = true; } boolean isReady() { return ready; }"));
}

TEST(MessageOrder, AtomicValuesAndQueuesSend) {
  EXPECT_TRUE(are_ordered("data = 1; flag.set(true);", "if (flag.get()) System.out.println(data);",
                          "final AtomicBoolean flag = new AtomicBoolean();"));
  EXPECT_TRUE(are_ordered("data = 1; queue.put(\"go\");", "queue.take(); System.out.println(data);",
                          "final BlockingQueue<String> queue = new LinkedBlockingQueue<>();"));
}

TEST(MessageOrder, AHandleSendsForItsField) {
  const std::string handle =
      "boolean full; static final java.lang.invoke.VarHandle FULL; static { try { FULL = "
      "java.lang.invoke.MethodHandles.lookup().findVarHandle(Box.class, \"full\", boolean.class); } catch "
      "(ReflectiveOperationException e) { throw new Error(e); } }";
  EXPECT_TRUE(are_ordered("data = 1; FULL.setRelease(this, true);",
                          "if ((boolean) FULL.getAcquire(this)) System.out.println(data);", handle));
  EXPECT_FALSE(are_ordered("data = 1; FULL.setOpaque(this, true);",
                           "if ((boolean) FULL.getOpaque(this)) System.out.println(data);", handle));
  // The updater, and the volatile field by its name.
  EXPECT_TRUE(are_ordered("data = 1; STATE.set(this, 1);", "if (state == 1) System.out.println(data);",
                          "volatile int state; static final AtomicIntegerFieldUpdater<Box> STATE = "
                          "AtomicIntegerFieldUpdater.newUpdater(Box.class, \"state\");"));
}

TEST(MessageOrder, ABarrierSeparatesPhases) {
  const std::string barrier = "final CyclicBarrier barrier = new CyclicBarrier(2);";
  EXPECT_TRUE(are_ordered("data = 1; barrier.await();", "barrier.await(); System.out.println(data);", barrier));
  EXPECT_FALSE(are_ordered("barrier.await(); data = 1;", "barrier.await(); System.out.println(data);", barrier));
}

TEST(MessageOrder, TheOnlyPermitOfASemaphoreIsALock) {
  const std::string use = "permit.acquire(); try { ", end = " } finally { permit.release(); }";
  const std::string read = use + "System.out.println(data);" + end, write = use + "data = 1;" + end;
  EXPECT_TRUE(are_ordered(write, read, "final Semaphore permit = new Semaphore(1);"));
}

}  // namespace
}  // namespace snag
