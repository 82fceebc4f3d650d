// The writer takes the read lock before it releases the write lock: a downgrade is allowed.
import java.util.concurrent.locks.ReentrantReadWriteLock;

class SelfDowngrade {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int version;

    public static void main(String[] arguments) {
        SelfDowngrade data = new SelfDowngrade();
        new Thread(() -> data.update()).start();
        new Thread(() -> data.update()).start();
    }

    void update() {
        lock.writeLock().lock();
        try {
            version++;
            lock.readLock().lock();
        } finally {
            lock.writeLock().unlock();
        }
        try {
            System.out.println(version);
        } finally {
            lock.readLock().unlock();
        }
    }
}
