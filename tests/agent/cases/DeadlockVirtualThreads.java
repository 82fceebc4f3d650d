// java: 21
// signal: TERM
// exit: 143
// once: "record":"deadlock","threads":\[\{"thread":"(left|right)","waits-for":"java.util.concurrent.locks.ReentrantLock\$NonfairSync@
// trace: "record":"deadlock".*"class":"DeadlockVirtualThreads","method":"take"
// Virtual threads at locks of java.util.concurrent.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

public class DeadlockVirtualThreads {
  public static void main(String[] arguments) throws Exception {
    ReentrantLock one = new ReentrantLock();
    ReentrantLock other = new ReentrantLock();
    CountDownLatch both = new CountDownLatch(2);
    Thread left = Thread.ofVirtual().name("left").start(() -> take(one, other, both));
    Thread right = Thread.ofVirtual().name("right").start(() -> take(other, one, both));
    while (!one.hasQueuedThreads() || !other.hasQueuedThreads()) Thread.sleep(10);
    Thread.sleep(2000);
    System.out.println("ready");
    left.join();
    right.join();
  }

  static void take(ReentrantLock first, ReentrantLock second, CountDownLatch both) {
    first.lock();
    try {
      both.countDown();
      both.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    second.lock();
    System.out.println("never");
  }
}
