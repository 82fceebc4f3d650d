// The read lock is released before the write lock is acquired, and the condition is tested again.
import java.util.concurrent.locks.ReentrantReadWriteLock;

class SelfUpgradeReleased {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private volatile String cached;

    public static void main(String[] arguments) {
        SelfUpgradeReleased cache = new SelfUpgradeReleased();
        new Thread(() -> System.out.println(cache.get())).start();
        new Thread(() -> System.out.println(cache.get())).start();
    }

    String get() {
        lock.readLock().lock();
        try {
            if (cached != null) {
                return cached;
            }
        } finally {
            lock.readLock().unlock();
        }
        lock.writeLock().lock();
        try {
            if (cached == null) {
                cached = "value";
            }
            return cached;
        } finally {
            lock.writeLock().unlock();
        }
    }
}
