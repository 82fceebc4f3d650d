// A function given by the caller runs while the lock is held: an audit notes it.
// mode: library
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

public class ForeignFunction {
    private final Map<String, String> values = new HashMap<>();

    public synchronized String get(String key, Function<String, String> loader) {
        String value = values.get(key);
        if (value == null) {
            value = loader.apply(key);       // expect-audit: deadlock/foreign-call
            values.put(key, value);
        }
        return value;
    }

    public synchronized void clear() {
        values.clear();
    }
}
