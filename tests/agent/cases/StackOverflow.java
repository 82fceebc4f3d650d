// trace: "record":"end","reason":"exit"
// jvm: -Xss512k
// The stack runs out inside hooks as well as anywhere else; the program sees its own error and nothing else.
public class StackOverflow {
  private int depth;
  private static int total;

  public static void main(String[] arguments) throws Exception {
    StackOverflow shared = new StackOverflow();
    Thread[] threads = new Thread[3];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> {
        for (int j = 0; j < 20; j++) {
          try {
            shared.fall();
          } catch (StackOverflowError e) {
            continue;
          }
          throw new AssertionError();
        }
      });
      threads[i].start();
    }
    for (Thread thread : threads) thread.join();
    System.out.println("end");
  }

  private void fall() {
    depth++;
    total++;
    synchronized (this) {
      fall();
    }
  }
}
