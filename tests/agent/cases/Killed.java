// signal: KILL
// exit: -9
// trace: "record":"conflict".*"field":"Killed.counter","static":false
// no-trace: "record":"end"
// What was found before a SIGKILL is in the trace.
public class Killed {
  int counter;

  public static void main(String[] arguments) throws Exception {
    Killed shared = new Killed();
    Thread[] threads = new Thread[2];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> {
        for (int j = 0; j < 10; j++) {
          shared.counter++;
          try {
            Thread.sleep(20);  // so that both are there at the same time
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        }
      });
      threads[i].start();
    }
    for (Thread thread : threads) thread.join();
    System.out.println("ready");
    Thread.sleep(100_000);
  }
}
