// mode: library
// The statistics are written under the read lock, which several threads hold at once.
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadLockWriteBad {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private String value = "";
    private int reads;

    public String get() {
        lock.readLock().lock();
        try {
            reads++; // expect: data-race/unlocked
            return value;
        } finally {
            lock.readLock().unlock();
        }
    }

    public int set(String newValue) {
        lock.writeLock().lock();
        try {
            value = newValue;
            return reads;
        } finally {
            lock.writeLock().unlock();
        }
    }
}
