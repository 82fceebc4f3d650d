// archive
// trace: "record":"conflict".*"field":"Archive.counter"
// Classes from an archive are rewritten like others.
public class Archive {
  private int counter;

  public static void main(String[] arguments) throws Exception {
    Archive shared = new Archive();
    Thread other = new Thread(shared::add);
    other.start();
    shared.add();
    other.join();
    System.out.println("end");
  }

  private void add() {
    for (int i = 0; i < 10; i++) {
      counter++;
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
