// The writer takes the read lock before it releases the write lock, so that it reads its own value.
import java.util.concurrent.locks.ReentrantReadWriteLock;

class LockDowngradeOk {
    public static void main(String[] arguments) {
        Version version = new Version();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> System.out.println(version.next())).start();
        }
    }
}

class Version {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int number;

    int next() {
        lock.writeLock().lock();
        try {
            number++;
            lock.readLock().lock();
        } finally {
            lock.writeLock().unlock();
        }
        try {
            return number;
        } finally {
            lock.readLock().unlock();
        }
    }
}
