// trace: "record":"end","reason":"exit"
// Daemons run on while the JVM ends.
public class DaemonThreads {
  private int counter;

  public static void main(String[] arguments) throws Exception {
    DaemonThreads shared = new DaemonThreads();
    for (int i = 0; i < 4; i++) {
      Thread daemon = new Thread(() -> {
        for (;;) shared.counter++;
      });
      daemon.setDaemon(true);
      daemon.start();
    }
    Thread.sleep(200);
    System.out.println("end");
  }
}
