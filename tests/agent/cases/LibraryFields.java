// trace: "record":"conflict".*"class":"java.awt.Point","field":"java.awt.Point.x","static":false
// no-trace: java.lang.System
// no-trace: LibraryFields.ready
// no-trace: LibraryFields\$Base.flag
// Fields of classes that the rewriter has not seen: found by asking the JVM, also that some are final.
import java.awt.Point;

public class LibraryFields {
  static class Base {
    volatile int flag;
  }

  static class Derived extends Base {}

  static final Point POINT = new Point();
  static volatile boolean ready;

  public static void main(String[] arguments) throws Exception {
    Derived derived = new Derived();
    Thread[] threads = new Thread[2];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> {
        for (int j = 0; j < 10; j++) {
          derived.flag++;
          ready = System.out != null && ready;
          sleep();
        }
        for (int j = 0; j < 100; j++) {
          POINT.x++;
          sleep();
        }
      });
      threads[i].start();
    }
    for (Thread thread : threads) thread.join();
    System.out.println("end");
  }

  static void sleep() {
    try {
      Thread.sleep(5);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
