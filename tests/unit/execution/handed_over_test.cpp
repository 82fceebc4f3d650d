#include "execution/handed_over.h"

#include "support/analysed_program.h"

namespace snag {
namespace {

// Whether the one Job is handed over that `give` puts into a queue and `take` gets out of it.
bool is_handed_over(const std::string& give, const std::string& take = "Job job = queue.take(); job.done = true;") {
  AnalysedProgram java(R"(
import java.util.concurrent.*;
class Job { boolean done; String text; }
class Taker extends Thread {
  final BlockingQueue<Job> queue;
  Taker(BlockingQueue<Job> queue) { this.queue = queue; }
  public void run() { try { )" +
                       take + R"( } catch (InterruptedException e) { } }
}
class Main {
  static Job last;
  static void put(BlockingQueue<Job> queue, Job job) throws InterruptedException { queue.put(job); }
  public static void main(String[] arguments) throws InterruptedException {
    BlockingQueue<Job> queue = new LinkedBlockingQueue<>();
    new Taker(queue).start(); new Taker(queue).start();
    Job job = new Job();
    )" + give + R"(
  }
})");
  return HandedOver(java.whole().heap(), java.calls()).is_handed_over(java.object("Job"));
}

TEST(HandedOver, WhatTheGiverDoesNotTouchAnyMore) {
  EXPECT_TRUE(is_handed_over("job.text = \"a\"; queue.put(job);"));
  EXPECT_TRUE(is_handed_over("job.text = \"a\"; put(queue, job);"));
}

TEST(HandedOver, NotWhatTheGiverUsesAfterwards) {
  EXPECT_FALSE(is_handed_over("queue.put(job); job.text = \"a\";"));
  EXPECT_FALSE(is_handed_over("put(queue, job); job.text = \"a\";"));
}

TEST(HandedOver, NotWhatSomethingElseRefersTo) { EXPECT_FALSE(is_handed_over("last = job; queue.put(job);")); }

TEST(HandedOver, NotWhatIsLookedAtInTheQueue) {
  EXPECT_FALSE(is_handed_over("queue.put(job);", "Job job = queue.peek(); job.done = true; queue.take();"));
}

}  // namespace
}  // namespace snag
