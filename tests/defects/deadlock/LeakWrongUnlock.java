// The method acquires the write lock and releases the read lock.
// mode: library
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LeakWrongUnlock {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int size;

    public void grow() {
        lock.writeLock().lock();             // expect: deadlock/lock-leak
        try {
            size++;
        } finally {
            lock.readLock().unlock();
        }
    }
}
