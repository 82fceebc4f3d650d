// trace: "record":"end","reason":"exit"
// no-trace: "record":"conflict".*ManyThreads.guarded
public class ManyThreads {
  private int guarded;

  public static void main(String[] arguments) throws Exception {
    ManyThreads shared = new ManyThreads();
    for (int round = 0; round < 4; round++) {
      Thread[] threads = new Thread[1000];
      for (int i = 0; i < threads.length; i++) {
        threads[i] = new Thread(() -> {
          synchronized (shared) {
            shared.guarded++;
          }
        });
        threads[i].start();
      }
      for (Thread thread : threads) thread.join();
    }
    System.out.println(shared.guarded);
  }
}
