import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Asks the JVM what it thinks of classes: structure by reflection, resolution by method handles (whose lookup is the
 * JVM's own link resolver), selection by calling. Prints one fact a line, fields separated by spaces; the test compares
 * each line with what Snag says. A class line starts the facts of one class:
 *
 * <pre>
 * class NAME            super NAME|-            interface NAME         (in order)
 * fields COUNT          field ACCESS NAME DESC
 * methods COUNT         method ACCESS NAME DESC (with constructors, without static initialisers)
 * getfield|getstatic NAME DESC OWNER|!          a field reference through the class
 * invoke NAME DESC OWNER|!|*                    a virtual or interface call through the class; *: a method of some
 *                                               superinterface that has no code, or of several that have
 * special REFERENCE NAME DESC OWNER|!|*         a super call from the class
 * subtype NAME 0|1
 * call DECLARED_IN NAME DESC OWNER|ERROR        what ran, with an object of the class
 * </pre>
 */
public final class ReflectionOracle {
    private static final int MOST_MEMBERS = 50; // asked about per class, evenly spread
    // Reflection hides fields of these (jdk.internal.reflect.Reflection), so they cannot be counted.
    private static final Set<String> HIDES_FIELDS = Set.of("jdk/internal/reflect/Reflection",
            "java/lang/reflect/AccessibleObject", "java/lang/Class", "java/lang/ClassLoader",
            "java/lang/reflect/Constructor", "java/lang/reflect/Field", "java/lang/reflect/Method", "java/lang/Module",
            "java/lang/System", "java/lang/Throwable", "jdk/internal/reflect/ConstantPool",
            "jdk/internal/reflect/UnsafeStaticFieldAccessorImpl");

    private final MethodHandles.Lookup lookup;
    private final PrintWriter out;
    private final List<Class<?>> sample = new ArrayList<>();

    private ReflectionOracle(PrintWriter out) throws ReflectiveOperationException {
        this.out = out;
        Field trusted = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
        trusted.setAccessible(true);
        lookup = (MethodHandles.Lookup) trusted.get(null);
    }

    /** Arguments: the output file, every how many-th class of the JDK, names of further classes to instantiate. */
    public static void main(String[] args) throws Exception {
        try (BufferedWriter file = Files.newBufferedWriter(Path.of(args[0])); PrintWriter out = new PrintWriter(file)) {
            ReflectionOracle oracle = new ReflectionOracle(out);
            oracle.load(jdkClasses(Integer.parseInt(args[1])));
            for (Class<?> c : List.copyOf(oracle.sample)) oracle.describe(c);
            oracle.sample.clear();
            oracle.load(List.of(args).subList(2, args.length));
            for (Class<?> c : oracle.sample) oracle.describe(c);
            for (Class<?> c : oracle.sample) oracle.call(c);
        }
    }

    private static List<String> jdkClasses(int every) throws IOException {
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
        List<String> names = new ArrayList<>();
        try (Stream<Path> files = Files.walk(modules)) {
            for (Path file : files.sorted().collect(Collectors.toList())) {
                String name = file.toString();
                if (!name.endsWith(".class") || name.endsWith("-info.class")) continue;
                names.add(file.subpath(2, file.getNameCount()).toString().replace(".class", "").replace('/', '.'));
            }
        }
        List<String> chosen = new ArrayList<>();
        for (int i = 0; i < names.size(); i += every) chosen.add(names.get(i));
        return chosen;
    }

    private void load(List<String> names) throws ClassNotFoundException {
        Class<?> event = Class.forName("jdk.internal.event.Event");
        for (String name : names) {
            try {
                Class<?> c = Class.forName(name, false, ClassLoader.getSystemClassLoader());
                c.getDeclaredMethods(); // fails when a class in a signature is missing
                c.getDeclaredFields();
                if (!supertypes(c).contains(event)) sample.add(c); // JFR rewrites its events when they are loaded
            } catch (ClassNotFoundException | LinkageError e) {
                out.println("skipped " + name);
            }
        }
    }

    private void describe(Class<?> c) {
        out.println("class " + internal(c));
        out.println("super " + (c.isInterface() ? "java/lang/Object" : internal(c.getSuperclass())));
        for (Class<?> i : c.getInterfaces()) out.println("interface " + internal(i));
        if (!HIDES_FIELDS.contains(internal(c))) out.println("fields " + c.getDeclaredFields().length);
        for (Field f : c.getDeclaredFields()) {
            out.println("field " + f.getModifiers() + " " + f.getName() + " " + f.getType().descriptorString());
        }
        out.println("methods " + (c.getDeclaredMethods().length + c.getDeclaredConstructors().length));
        for (Method m : c.getDeclaredMethods()) {
            out.println("method " + m.getModifiers() + " " + m.getName() + " " + type(m).descriptorString());
        }
        for (Constructor<?> m : c.getDeclaredConstructors()) {
            MethodType type = MethodType.methodType(void.class, m.getParameterTypes());
            out.println("method " + m.getModifiers() + " <init> " + type.descriptorString());
        }
        Set<Class<?>> above = supertypes(c);
        try {
            resolveFields(c, above);
            resolveMethods(c, above);
        } catch (NoClassDefFoundError e) {
            out.println("incomplete"); // a supertype's signature names a class that this JDK does not have
        }
        for (int i = 0; i < sample.size(); i += Math.max(1, sample.size() / 10)) {
            Class<?> other = sample.get((i + c.getName().length()) % sample.size());
            out.println("subtype " + internal(other) + (other.isAssignableFrom(c) ? " 1" : " 0"));
        }
        for (Class<?> other : above) out.println("subtype " + internal(other) + " 1");
    }

    private void resolveFields(Class<?> c, Set<Class<?>> above) {
        Map<String, Field> asked = new LinkedHashMap<>();
        for (Class<?> s : above) {
            for (Field f : s.getDeclaredFields()) asked.putIfAbsent(f.getName() + " " + f.getType().descriptorString(), f);
        }
        spread(asked).forEach((key, f) -> {
            for (boolean isStatic : new boolean[] {false, true}) {
                String owner = answer(() -> isStatic ? lookup.findStaticGetter(c, f.getName(), f.getType())
                                                     : lookup.findGetter(c, f.getName(), f.getType()));
                out.println((isStatic ? "getstatic " : "getfield ") + key + " " + owner);
            }
        });
    }

    private void resolveMethods(Class<?> c, Set<Class<?>> above) {
        // Signature polymorphic methods cannot be asked for by name and type.
        if (MethodHandle.class.isAssignableFrom(c) || VarHandle.class.isAssignableFrom(c)) return;
        Map<String, Method> asked = new LinkedHashMap<>();
        for (Class<?> s : above) {
            for (Method m : s.getDeclaredMethods()) {
                asked.putIfAbsent(m.getName() + " " + type(m).descriptorString(), m);
            }
        }
        spread(asked).forEach((key, m) -> {
            // Handles show an interface's redeclaration of a method of Object as Object's.
            if (c.isInterface() && isInObject(m) && m.getDeclaringClass() != Object.class) return;
            String owner = declaredIn(m, () -> lookup.findVirtual(c, m.getName(), type(m)));
            if (owner.equals("*")) {
                // What comes from an interface is shown as the class's own. A direct call tells which, if it has code.
                owner = declaredIn(m, () -> lookup.findSpecial(c, m.getName(), type(m), c));
                if (owner.equals("!")) owner = "*";
            }
            out.println("invoke " + key + " " + owner);
            if (c.isInterface() || c.getSuperclass() == null) return;
            Class<?> s = c.getSuperclass();
            String called = declaredIn(m, () -> lookup.findSpecial(s, m.getName(), type(m), c));
            out.println("special " + internal(s) + " " + key + " " + called);
        });
    }

    /** Makes an object of the class and calls, through each supertype, every method that takes nothing. */
    private void call(Class<?> c) throws ReflectiveOperationException {
        if (c.isInterface() || Modifier.isAbstract(c.getModifiers())) return;
        Object object;
        try {
            Constructor<?> constructor = c.getDeclaredConstructor();
            constructor.setAccessible(true);
            object = constructor.newInstance();
        } catch (NoSuchMethodException e) {
            return; // an enum or a record
        }
        out.println("class " + internal(c));
        for (Class<?> s : supertypes(c)) {
            for (Method m : s.getDeclaredMethods()) {
                if (m.getReturnType() != String.class || m.getParameterCount() != 0) continue;
                if (Modifier.isStatic(m.getModifiers()) || m.getName().equals("toString")) continue;
                String result;
                try {
                    result = (String) lookup.findVirtual(s, m.getName(), type(m)).invoke(object);
                } catch (IncompatibleClassChangeError e) {
                    result = e.getClass().getSimpleName();
                } catch (Throwable e) {
                    throw new AssertionError(c + " " + m, e);
                }
                out.println("call " + internal(s) + " " + m.getName() + " " + type(m).descriptorString() + " " + result);
            }
        }
    }

    private interface Question {
        MethodHandle ask() throws ReflectiveOperationException;
    }

    /** The class that declares the field that was found; ! if none was. */
    private String answer(Question question) {
        try {
            return internal(lookup.revealDirect(question.ask()).getDeclaringClass());
        } catch (ReflectiveOperationException | IncompatibleClassChangeError e) {
            return "!";
        }
    }

    /** The same for a method; * when it is said to be in a class that does not declare it. */
    private String declaredIn(Method asked, Question question) {
        try {
            Class<?> owner = lookup.revealDirect(question.ask()).getDeclaringClass();
            for (Method m : owner.getDeclaredMethods()) {
                if (m.getName().equals(asked.getName()) && type(m).equals(type(asked))) return internal(owner);
            }
            return "*";
        } catch (ReflectiveOperationException | IncompatibleClassChangeError e) {
            return "!";
        }
    }

    private static boolean isInObject(Method asked) {
        for (Method m : Object.class.getMethods()) {
            if (m.getName().equals(asked.getName()) && type(m).equals(type(asked))) return true;
        }
        return false;
    }

    private static <T> Map<String, T> spread(Map<String, T> all) {
        int step = all.size() / MOST_MEMBERS + 1;
        Map<String, T> chosen = new LinkedHashMap<>();
        int i = 0;
        for (Map.Entry<String, T> entry : all.entrySet()) {
            if (i++ % step == 0) chosen.put(entry.getKey(), entry.getValue());
        }
        return chosen;
    }

    private static Set<Class<?>> supertypes(Class<?> c) {
        Set<Class<?>> found = new LinkedHashSet<>();
        for (Class<?> k = c; k != null; k = k.getSuperclass()) addWithInterfaces(k, found);
        found.add(Object.class);
        return found;
    }

    private static void addWithInterfaces(Class<?> c, Set<Class<?>> found) {
        if (!found.add(c)) return;
        for (Class<?> i : c.getInterfaces()) addWithInterfaces(i, found);
    }

    private static MethodType type(Method m) {
        return MethodType.methodType(m.getReturnType(), m.getParameterTypes());
    }

    private static String internal(Class<?> c) {
        return c == null ? "-" : c.getName().replace('.', '/');
    }
}
