// jvm: -Xmx32m
// trace: "record":"end","reason":"exit"
// Memory runs out again and again while hooks run; the program recovers each time.
import java.util.ArrayList;
import java.util.List;

public class OutOfMemoryInThreads {
  private Object last;
  private int failures;

  public static void main(String[] arguments) throws Exception {
    OutOfMemoryInThreads shared = new OutOfMemoryInThreads();
    Thread[] threads = new Thread[2];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> {
        for (int j = 0; j < 10; j++) shared.fill();
      });
      threads[i].start();
    }
    for (Thread thread : threads) thread.join();
    System.out.println(shared.failures);
  }

  private synchronized void fill() {
    try {
      List<Object> kept = new ArrayList<>();
      for (;;) {
        OutOfMemoryInThreads one = new OutOfMemoryInThreads();
        one.last = new byte[4096];
        kept.add(one);
        last = one;
      }
    } catch (OutOfMemoryError e) {
      last = null;
      failures++;
    }
  }
}
