// attach: attach refused stop attach
// args: {scratch}
// trace: "record":"start".*"attached":true
// trace: "record":"note","text":"attached to a running program
// trace: "record":"end","reason":"stopped"
// trace: "record":"end","reason":"exit"
// trace: "record":"conflict".*"field":"Attached.counter"
import java.nio.file.Files;
import java.nio.file.Path;

public class Attached {
  private int counter;

  public static void main(String[] arguments) throws Exception {
    System.out.println("ready");
    while (!Files.exists(Path.of(arguments[0], "go"))) Thread.sleep(10);
    Attached shared = new Attached();
    Thread[] threads = {new Thread(shared::work), new Thread(shared::work)};
    for (Thread thread : threads) thread.start();
    for (Thread thread : threads) thread.join();
    System.out.println("end");
  }

  private void work() {
    for (int i = 0; i < 10; i++) {
      add();
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private void add() {
    counter++;
  }
}
