package app;

public class InModule {
  private int counter;

  public static void main(String[] arguments) throws Exception {
    InModule shared = new InModule();
    Thread other = new Thread(shared::add);
    other.start();
    shared.add();
    other.join();
    System.out.println(InModule.class.getModule());
    System.out.println(InModule.class.getModule().canRead(Object.class.getModule()));
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
