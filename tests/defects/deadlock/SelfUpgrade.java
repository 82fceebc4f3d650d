// A ReentrantReadWriteLock cannot be upgraded: the writer waits for the read lock that it holds itself.
import java.util.concurrent.locks.ReentrantReadWriteLock;

class SelfUpgrade {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private String cached;

    public static void main(String[] arguments) {
        SelfUpgrade cache = new SelfUpgrade();
        new Thread(() -> System.out.println(cache.get())).start();
        new Thread(() -> System.out.println(cache.get())).start();
    }

    String get() {
        lock.readLock().lock();
        try {
            if (cached == null) {
                lock.writeLock().lock();     // expect: deadlock/self-deadlock
                try {
                    cached = "value";
                } finally {
                    lock.writeLock().unlock();
                }
            }
            return cached;
        } finally {
            lock.readLock().unlock();
        }
    }
}
