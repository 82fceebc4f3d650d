/** Runs the main methods of the named classes one after the other, and prints what they throw. */
public final class RunAll {
  public static void main(String[] names) {
    for (String name : names) {
      System.out.print(name + ": ");
      try {
        Class.forName(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
      } catch (Throwable problem) {
        System.out.println(problem + " " + problem.getCause());
      }
    }
  }
}
