// signal: TERM
// exit: 143
// no-trace: "record":"deadlock"
// trace: "record":"end","reason":"SIGTERM"
// Threads wait, but not for each other.
public class NoDeadlock {
  public static void main(String[] arguments) throws Exception {
    Object lock = new Object();
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
      System.out.println("ready");
      Thread.sleep(100_000);
    }
  }
}
