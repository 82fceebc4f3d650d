package jigsaw;

import java.util.HashMap;
import java.util.Map;

/** Entries may be added after shutdown: load does not hold the lock from the check to the look-up. */
final class ResourceStoreManager {
    private final Map<String, Integer> entries = new HashMap<>();
    private boolean closed;

    private synchronized void checkClosed() {
        if (closed) {
            throw new IllegalStateException("closed");
        }
    }

    int load(String path) {
        checkClosed();
        return lookUp(path);
    }

    private synchronized int lookUp(String path) {
        Integer entry = entries.get(path);
        if (entry == null) {
            entry = entries.size();
            entries.put(path, entry);
        }
        return entry;
    }

    synchronized void shutdown() {
        entries.clear();
        closed = true;
    }
}
