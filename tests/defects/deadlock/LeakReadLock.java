// The read lock is not released when the map's comparison throws a ClassCastException or the key is null.
// mode: library
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LeakReadLock {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final TreeMap<String, String> names = new TreeMap<>();

    public String find(String key) {
        lock.readLock().lock();              // expect: deadlock/lock-leak
        String name = names.get(key);
        lock.readLock().unlock();
        return name;
    }

    public void add(String key, String name) {
        lock.writeLock().lock();
        try {
            names.put(key, name);
        } finally {
            lock.writeLock().unlock();
        }
    }
}
