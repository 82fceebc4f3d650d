// attach: attach pause pause pause pause stop
// args: {scratch}
// exit: 7
// once: "record":"deadlock"
// trace: "record":"deadlock","threads":\[\{"thread":"(left|right)","waits-for":"java.lang.Object@[0-9a-f]+","holds":\["java.lang.Object@[0-9a-f]+"\],"stack":\[\{"class":"AttachedDeadlock"
// A program that hangs is attached to, and the reason is found and written while it hangs, but not again at the end.
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

public class AttachedDeadlock {
  public static void main(String[] arguments) throws Exception {
    Object one = new Object();
    Object other = new Object();
    CountDownLatch both = new CountDownLatch(2);
    Thread left = new Thread(() -> take(one, other, both), "left");
    Thread right = new Thread(() -> take(other, one, both), "right");
    left.start();
    right.start();
    while (left.getState() != Thread.State.BLOCKED || right.getState() != Thread.State.BLOCKED) Thread.sleep(10);
    System.out.println("ready");
    while (!Files.exists(Path.of(arguments[0], "go"))) Thread.sleep(10);
    Runtime.getRuntime().halt(7);
  }

  static void take(Object first, Object second, CountDownLatch both) {
    synchronized (first) {
      both.countDown();
      try {
        both.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      synchronized (second) {
        System.out.println("never");
      }
    }
  }
}
