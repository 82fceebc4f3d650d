import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/**
 * Gives every class whose name stands on standard input new code while the JVM runs, from the folder that is the first
 * argument; prints those that the verifier refuses. For classes that the JVM needs before it can look elsewhere.
 */
public final class RedefineAll {
  private static Instrumentation instrumentation;

  public static void premain(String options, Instrumentation given) {
    instrumentation = given;
  }

  public static void main(String[] arguments) throws Exception {
    // As JVMTI does for the modules of classes that an agent changes.
    java.util.Set<Module> hooks = java.util.Set.of(Class.forName("snag.runtime.Hooks", false, null).getModule());
    instrumentation.redefineModule(Object.class.getModule(), hooks, java.util.Map.of(), java.util.Map.of(),
        java.util.Set.of(), java.util.Map.of());
    BufferedReader names = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    int good = 0, bad = 0;
    for (String name; (name = names.readLine()) != null; ) {
      try {
        Class<?> type = Class.forName(name, false, ClassLoader.getSystemClassLoader());
        if (!instrumentation.isModifiableClass(type)) continue;
        Path file = Paths.get(arguments[0], name.replace('.', '/') + ".class");
        instrumentation.redefineClasses(new ClassDefinition(type, Files.readAllBytes(file)));
        ++good;
      } catch (Throwable problem) {
        ++bad;
        System.out.println(name + "\t" + problem);
      }
    }
    System.err.println(good + " good, " + bad + " bad");
  }
}
