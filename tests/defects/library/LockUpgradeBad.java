// mode: library
// A read lock cannot be upgraded: the thread waits for its own read lock to be released.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LockUpgradeBad {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private String value;

    public String value() {
        lock.readLock().lock();
        try {
            if (value == null) {
                lock.writeLock().lock(); // expect: deadlock/self-deadlock
                try {
                    value = "computed";
                } finally {
                    lock.writeLock().unlock();
                }
            }
            return value;
        } finally {
            lock.readLock().unlock();
        }
    }
}
