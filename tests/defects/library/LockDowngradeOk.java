// mode: library
// The write lock may be downgraded: the read lock is taken before the write lock is released.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LockDowngradeOk {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int value;

    public int increase(int by) {
        lock.writeLock().lock();
        try {
            value += by;
            lock.readLock().lock();
        } finally {
            lock.writeLock().unlock();
        }
        try {
            return value;
        } finally {
            lock.readLock().unlock();
        }
    }
}
