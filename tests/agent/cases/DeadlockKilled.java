// signal: KILL
// exit: -9
// once: "record":"deadlock","threads":\[\{"thread":"(left|right)","waits-for":"java.lang.Object@
// no-trace: "record":"end"
// A deadlock is in the trace while the program still hangs: nobody tells this one to end.
import java.util.concurrent.CyclicBarrier;

public class DeadlockKilled {
  public static void main(String[] arguments) throws Exception {
    Object one = new Object();
    Object other = new Object();
    CyclicBarrier both = new CyclicBarrier(2);
    Thread left = new Thread(() -> take(one, other, both), "left");
    Thread right = new Thread(() -> take(other, one, both), "right");
    left.start();
    right.start();
    while (left.getState() != Thread.State.BLOCKED || right.getState() != Thread.State.BLOCKED) Thread.sleep(10);
    Thread.sleep(6000);
    System.out.println("ready");
  }

  static void take(Object first, Object second, CyclicBarrier both) {
    synchronized (first) {
      try {
        both.await();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
      synchronized (second) {
        System.out.println("never");
      }
    }
  }
}
