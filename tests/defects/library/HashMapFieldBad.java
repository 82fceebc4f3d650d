// mode: library
// A HashMap in a thread-safe class without any lock.
import java.util.HashMap;
import java.util.Map;

@HashMapFieldBad.ThreadSafe
public class HashMapFieldBad {
    private final Map<String, String> names = new HashMap<>();

    public void put(String key, String name) {
        names.put(key, name); // expect: data-race/unsafe-object
    }

    public String get(String key) {
        return names.get(key);
    }

    @interface ThreadSafe { }
}
