// attach: attach pause stop attach pause
// args: {scratch}
// trace: "record":"end","reason":"stopped"
// trace: "record":"end","reason":"exit"
// times: 2 "record":"conflict","id":\d+,"check":"object-race".*"field":"AttachedTwice.counter"
// trace: "text":"\d+ findings are those of an earlier session
// Both sessions tell of the race, though an object is reported only once.
import java.nio.file.Files;
import java.nio.file.Path;

public class AttachedTwice {
  private int counter;
  private static volatile boolean end;

  public static void main(String[] arguments) throws Exception {
    AttachedTwice shared = new AttachedTwice();
    Thread[] threads = {new Thread(shared::work), new Thread(shared::work)};
    for (Thread thread : threads) thread.start();
    System.out.println("ready");
    while (!Files.exists(Path.of(arguments[0], "go"))) Thread.sleep(10);
    end = true;
    for (Thread thread : threads) thread.join();
    System.out.println("end");
  }

  private void work() {
    while (!end) {
      new AttachedTwice().alone(this);
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private void alone(AttachedTwice shared) {
    shared.counter++;
  }
}
