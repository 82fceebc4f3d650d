// java: 21
// trace: "record":"end","reason":"exit"
// trace: "record":"conflict".*"field":"VirtualThreads.counter"
// trace: "stack":\[\{"class":"VirtualThreads","method":"add"
import java.util.ArrayList;
import java.util.List;

public class VirtualThreads {
  private int counter;
  private final Object lock = new Object();
  private int guarded;

  public static void main(String[] arguments) throws Exception {
    VirtualThreads shared = new VirtualThreads();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 5000; i++) threads.add(Thread.ofVirtual().start(shared::add));
    for (Thread thread : threads) thread.join();
    System.out.println(shared.guarded);
  }

  private void add() {
    counter++;
    Thread.yield();
    synchronized (lock) {
      guarded++;
    }
  }
}
