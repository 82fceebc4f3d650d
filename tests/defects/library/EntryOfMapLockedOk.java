// mode: library
// The entries of the concurrent map are locked one by one.
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

public class EntryOfMapLockedOk {
    private final ConcurrentMap<String, Entry> entries = new ConcurrentHashMap<>();

    public void hit(String key) {
        Entry entry = entries.computeIfAbsent(key, k -> new Entry());
        synchronized (entry) {
            entry.hits++;
        }
    }

    public int hits(String key) {
        Entry entry = entries.get(key);
        if (entry == null) {
            return 0;
        }
        synchronized (entry) {
            return entry.hits;
        }
    }

    private static class Entry {
        int hits;
    }
}
