// jvm: -Xcheck:jni
// signal: TERM
// exit: 143
// trace: "record":"deadlock","threads":\[\{"thread":"(left|right)"
// trace: "record":"end","reason":"SIGTERM"
// JVMTI answers with all threads and all that wait at a monitor: more than a native method may have references to
// without saying so. The JVM would complain on standard output.
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;

public class CheckedJniDeadlock {
  static final int OTHERS = 600;
  static final Object CROWDED = new Object();
  static final Semaphore NEVER = new Semaphore(0);
  static final CyclicBarrier BOTH = new CyclicBarrier(2);

  public static void main(String[] arguments) throws Exception {
    Object one = new Object();
    Thread left = new Thread(null, () -> eat(one, CROWDED), "left", 1 << 18);
    Thread right = new Thread(null, () -> eat(CROWDED, one), "right", 1 << 18);
    left.start();
    right.start();
    wait(left, Thread.State.BLOCKED);
    wait(right, Thread.State.BLOCKED);
    for (int i = 0; i < OTHERS; i++) {
      Thread blocked = new Thread(null, () -> eat(CROWDED, one), "blocked", 1 << 18);
      Thread parked = new Thread(null, NEVER::acquireUninterruptibly, "parked", 1 << 18);
      blocked.start();
      parked.start();
      wait(blocked, Thread.State.BLOCKED);
      wait(parked, Thread.State.WAITING);
    }
    System.out.println("ready");
  }

  static void wait(Thread thread, Thread.State state) throws InterruptedException {
    while (thread.getState() != state) Thread.sleep(1);
  }

  static void eat(Object first, Object second) {
    synchronized (first) {
      try {
        BOTH.await();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
      synchronized (second) {
        System.out.println("never");
      }
    }
  }
}
