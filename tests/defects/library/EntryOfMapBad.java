// mode: library
// The map is concurrent, but the entries that it holds are plain objects which every thread changes.
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

public class EntryOfMapBad {
    private final ConcurrentMap<String, Entry> entries = new ConcurrentHashMap<>();

    public void hit(String key) {
        Entry entry = entries.computeIfAbsent(key, k -> new Entry());
        entry.hits++; // expect: data-race/unlocked
    }

    public int hits(String key) {
        Entry entry = entries.get(key);
        return entry == null ? 0 : entry.hits;
    }

    private static class Entry {
        int hits;
    }
}
