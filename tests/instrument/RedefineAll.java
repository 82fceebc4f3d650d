import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/**
 * Redefines every class whose name is on standard input while the JVM runs, with the class files of the folder that is
 * the first argument. Prints those that the verifier rejects. For classes that the JVM loads before it can search a
 * class path.
 */
public final class RedefineAll {
  private static Instrumentation instrumentation;

  public static void premain(String options, Instrumentation given) {
    instrumentation = given;
  }

  public static void main(String[] arguments) throws Exception {
    // JVMTI does the same for the modules of classes that an agent changes.
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
