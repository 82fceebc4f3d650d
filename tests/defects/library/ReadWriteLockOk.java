// mode: library
// Readers share the read lock, writers have the write lock.
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteLockOk {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, String> values = new HashMap<>();
    private int changes;

    public void put(String key, String value) {
        lock.writeLock().lock();
        try {
            values.put(key, value);
            changes++;
        } finally {
            lock.writeLock().unlock();
        }
    }

    public String get(String key) {
        lock.readLock().lock();
        try {
            return values.get(key);
        } finally {
            lock.readLock().unlock();
        }
    }

    public int changes() {
        lock.readLock().lock();
        try {
            return changes;
        } finally {
            lock.readLock().unlock();
        }
    }
}
