// signal: TERM
// exit: 143
// no-trace: "record":"deadlock"
// trace: "record":"end","reason":"SIGTERM".*"deadlock-looks":[1-9]
// Threads wait, but not for each other; or for each other, but not for ever.
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class NoDeadlock {
  public static void main(String[] arguments) throws Exception {
    Object lock = new Object();
    ReentrantLock one = new ReentrantLock();
    ReentrantLock other = new ReentrantLock();
    CyclicBarrier both = new CyclicBarrier(2);
    new Thread(() -> tryBoth(one, other, both)).start();
    new Thread(() -> tryBoth(other, one, both)).start();
    synchronized (lock) {
      for (int i = 0; i < 20; i++) {
        Thread thread = new Thread(() -> {
          synchronized (lock) {
            System.out.println("never");
          }
        });
        thread.start();
        while (thread.getState() != Thread.State.BLOCKED) Thread.sleep(1);
      }
      Thread.sleep(2500);
      System.out.println("ready");
      Thread.sleep(100_000);
    }
  }

  static void tryBoth(ReentrantLock first, ReentrantLock second, CyclicBarrier both) {
    first.lock();
    try {
      both.await();
      second.tryLock(100, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
