// The method that reads also counts, under the read lock, which any number of threads may hold at the same time.
import java.util.concurrent.locks.ReentrantReadWriteLock;

class ReadLockWriteBad {
    public static void main(String[] arguments) {
        Cache cache = new Cache();
        for (int i = 0; i < 3; i++) {
            new Thread(cache::use).start();
        }
    }
}

class Cache {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int usesLeft = 100;

    void use() {
        lock.readLock().lock();
        try {
            usesLeft--; // expect: data-race/unlocked
            if (usesLeft < 0) {
                throw new IllegalStateException("evict");
            }
        } finally {
            lock.readLock().unlock();
        }
    }
}
