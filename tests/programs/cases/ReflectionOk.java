// Reflection sees the program's own members, and none that Snag has added.
// variant: default
// variant: consistency options="--checks object-consistency"
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.TreeSet;

public class ReflectionOk {
    private int first = 1;
    protected String second = "two";
    static long third = 3;
    public final double fourth = 4;

    public ReflectionOk() {
    }

    synchronized int add(int by) {
        first += by;
        return first;
    }

    static void nothing() {
    }

    public static void main(String[] args) throws Exception {
        Set<String> names = new TreeSet<>();
        for (Field field : ReflectionOk.class.getDeclaredFields()) {
            names.add(field.toGenericString());
        }
        for (Method method : ReflectionOk.class.getDeclaredMethods()) {
            names.add(method.toGenericString());
        }
        for (Field field : ReflectionOk.class.getFields()) {
            names.add("public: " + field.toGenericString());
        }
        for (Constructor<?> constructor : ReflectionOk.class.getDeclaredConstructors()) {
            names.add(constructor.toGenericString());
        }
        names.forEach(System.out::println);
        ReflectionOk object = ReflectionOk.class.getDeclaredConstructor().newInstance();
        Field field = ReflectionOk.class.getDeclaredField("first");
        field.setInt(object, 40);
        Method method = ReflectionOk.class.getDeclaredMethod("add", int.class);
        System.out.println(method.invoke(object, 2) + " " + method.getModifiers() + " " + field.getModifiers() + " "
                           + ReflectionOk.class.getModifiers());
        StackTraceElement[] stack = new Throwable().getStackTrace();
        System.out.println(stack.length + " " + stack[0]);
    }
}
