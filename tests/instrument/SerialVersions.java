import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.ObjectStreamClass;

/** Prints the serialVersionUID of every serializable class whose name is on standard input. */
public final class SerialVersions {
  public static void main(String[] arguments) throws Exception {
    ClassLoader loader = ClassLoader.getSystemClassLoader();
    BufferedReader names = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    StringBuilder out = new StringBuilder();
    for (String name; (name = names.readLine()) != null; ) {
      try {
        ObjectStreamClass description = ObjectStreamClass.lookup(Class.forName(name, false, loader));
        if (description != null) out.append(name).append(' ').append(description.getSerialVersionUID()).append('\n');
      } catch (Throwable problem) {
        out.append(name).append(' ').append(problem.getClass().getName()).append('\n');
      }
    }
    // The classes just initialised may have changed System.out.
    new java.io.FileOutputStream(arguments[0]).write(out.toString().getBytes("UTF-8"));
    Runtime.getRuntime().halt(0);
  }
}
