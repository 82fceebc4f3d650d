// signal: TERM
// exit: 143
// once: "record":"deadlock"
// trace: "record":"deadlock","threads":\[\{.*"waits-for":"java.util.concurrent.locks.ReentrantLock\$(Nonf|F)airSync@[0-9a-f]+".*"holds":\["java.lang.Object@
// trace: "record":"deadlock","threads":\[\{.*"holds":\["java.util.concurrent.locks.ReentrantLock\$(Nonf|F)airSync@
// A circle of a monitor and two locks of java.util.concurrent.
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class DeadlockLocks {
  public static void main(String[] arguments) throws Exception {
    Object monitor = new Object();
    ReentrantLock lock = new ReentrantLock(true);
    ReentrantReadWriteLock.WriteLock write = new ReentrantReadWriteLock().writeLock();
    CyclicBarrier all = new CyclicBarrier(3);
    Thread[] threads = {
      new Thread(() -> {
        synchronized (monitor) {
          await(all);
          lock.lock();
        }
      }),
      new Thread(() -> {
        lock.lock();
        await(all);
        write.lock();
      }),
      new Thread(() -> {
        write.lock();
        await(all);
        synchronized (monitor) {
          System.out.println("never");
        }
      })
    };
    for (Thread thread : threads) thread.start();
    for (Thread thread : threads) {
      while (thread.getState() != Thread.State.BLOCKED && thread.getState() != Thread.State.WAITING) Thread.sleep(10);
    }
    Thread.sleep(200);
    System.out.println("ready");
  }

  static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
