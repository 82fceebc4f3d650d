// jvm: -Xmx24m
// exit: 1
// trace: "record":"end","reason":"exit"
// The program dies of it with everything still reachable, so that there is no memory at its end either.
import java.util.ArrayList;
import java.util.List;

public class OutOfMemory {
  private static final List<Object> KEPT = new ArrayList<>();

  public static void main(String[] arguments) {
    Thread.setDefaultUncaughtExceptionHandler((thread, error) -> System.err.write('x'));
    for (int size = 1 << 20; size > 0; size /= 2) {
      try {
        for (;;) KEPT.add(new byte[size]);
      } catch (OutOfMemoryError e) {
        if (size == 1) throw e;
      }
    }
  }
}
