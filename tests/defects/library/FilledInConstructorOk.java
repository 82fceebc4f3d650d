// mode: library
// A HashMap in a final field that is filled by the constructor and only read afterwards.
import java.util.HashMap;
import java.util.Map;

@FilledInConstructorOk.ThreadSafe
public class FilledInConstructorOk {
    private final Map<String, Integer> codes = new HashMap<>();

    public FilledInConstructorOk(String... names) {
        for (String name : names) {
            register(name);
        }
    }

    private void register(String name) {
        codes.put(name, codes.size());
    }

    public int code(String name) {
        return codes.getOrDefault(name, -1);
    }

    public int size() {
        return codes.size();
    }

    @interface ThreadSafe { }
}
