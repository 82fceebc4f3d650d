/** Runs the main methods of the named classes, one after the other; what one throws is printed. */
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
