// signal: TERM
// exit: 143
// once: "record":"deadlock"
// trace: "record":"deadlock","threads":\[\{"thread":"(left|right)","waits-for":"DeadlockMonitors\$Fork@[0-9a-f]+","holds":\["DeadlockMonitors\$Fork@[0-9a-f]+"\],"stack":\[\{"class":"DeadlockMonitors","method":"eat"
// trace: "record":"end","reason":"SIGTERM"
// positions: 3
import java.util.concurrent.CyclicBarrier;

public class DeadlockMonitors {
  static class Fork {}

  static final CyclicBarrier BOTH = new CyclicBarrier(2);

  public static void main(String[] arguments) throws Exception {
    Fork one = new Fork();
    Fork other = new Fork();
    Thread left = new Thread(() -> eat(one, other), "left");
    Thread right = new Thread(() -> eat(other, one), "right");
    Thread waits = new Thread(() -> {
      synchronized (one) {
        System.out.println("never");
      }
    }, "outside of the circle");
    left.start();
    right.start();
    while (left.getState() != Thread.State.BLOCKED || right.getState() != Thread.State.BLOCKED) Thread.sleep(10);
    waits.start();
    System.out.println("ready");
  }

  static void eat(Fork first, Fork second) {
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
