// mode: library
// Static state that only the static initializer and its helper write.
import java.util.HashMap;
import java.util.Map;

@StaticInitializerOk.ThreadSafe
public class StaticInitializerOk {
    private static final Map<String, Integer> VALUES = new HashMap<>();
    private static int largest;

    static {
        VALUES.put("one", 1);
        VALUES.put("two", 2);
        add("three", 3);
    }

    private static void add(String name, int value) {
        VALUES.put(name, value);
        largest = value;
    }

    public static int value(String name) {
        return VALUES.getOrDefault(name, largest);
    }

    public int largest() {
        return largest;
    }

    @interface ThreadSafe { }
}
