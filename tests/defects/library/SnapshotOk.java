// mode: library
// The method returns a copy that was made under the lock, and an immutable view of it.
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

public class SnapshotOk {
    private final Map<String, Integer> counts = new HashMap<>();

    public synchronized void count(String word) {
        Integer old = counts.get(word);
        counts.put(word, old == null ? 1 : old + 1);
    }

    public synchronized Map<String, Integer> snapshot() {
        return Collections.unmodifiableMap(new HashMap<>(counts));
    }
}
