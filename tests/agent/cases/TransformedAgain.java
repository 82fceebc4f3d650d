// javaagent
// trace: "record":"conflict".*"field":"TransformedAgain\$Shared.counter"
// Another agent has a class transformed again that got members from Snag: it must keep them.
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

public class TransformedAgain {
  static class Shared {
    static int all;
    int counter;

    void add() {
      counter++;
      all++;
    }
  }

  private static Instrumentation instrumentation;

  public static void premain(String arguments, Instrumentation given) {
    instrumentation = given;
    given.addTransformer(new ClassFileTransformer() {
      @Override
      public byte[] transform(ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
        return name != null && name.startsWith("TransformedAgain$Shared") && type != null ? bytes.clone() : null;
      }
    }, true);
  }

  public static void main(String[] arguments) throws Exception {
    Shared shared = new Shared();
    run(shared);
    instrumentation.retransformClasses(Shared.class);
    instrumentation.retransformClasses(Shared.class, Thread.class);
    run(shared);
    System.out.println("end");
  }

  private static void run(Shared shared) throws InterruptedException {
    Thread[] threads = new Thread[2];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> {
        for (int j = 0; j < 5; j++) {
          shared.add();
          try {
            Thread.sleep(20);
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        }
      });
      threads[i].start();
    }
    for (Thread thread : threads) thread.join();
  }
}
