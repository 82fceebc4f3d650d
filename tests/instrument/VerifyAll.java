import java.io.BufferedReader;
import java.io.InputStreamReader;

/**
 * Loads and links every class whose name is on standard input, without initializing it, and prints those that fail with
 * the reason. HotSpot links and verifies a class when its methods are requested.
 */
public final class VerifyAll {
  public static void main(String[] arguments) throws Exception {
    ClassLoader loader = ClassLoader.getSystemClassLoader();
    BufferedReader names = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    int good = 0, bad = 0;
    for (String name; (name = names.readLine()) != null; ) {
      try {
        Class.forName(name, false, loader).getDeclaredMethods();
        ++good;
      } catch (Throwable problem) {
        ++bad;
        String message = String.valueOf(problem.getMessage());
        System.out.println(name + "\t" + problem.getClass().getName() + "\t"
            + message.substring(0, Math.min(message.length(), 1500)).replace("\n", " "));
      }
    }
    System.err.println(good + " good, " + bad + " bad");
  }
}
