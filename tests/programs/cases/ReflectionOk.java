// Reflection sees the program's own members. What Snag adds is synthetic and transient, and begins with $snag: whoever
// lists all fields or methods and does not skip synthetic ones sees it (documented).
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
            if (!field.isSynthetic()) {
                names.add(field.toGenericString());
            }
        }
        for (Method method : ReflectionOk.class.getDeclaredMethods()) {
            if (!method.isSynthetic()) {
                names.add(method.toGenericString());
            }
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
