// The read lock is released before the write lock is acquired, and the value read is not tested again.
import java.util.concurrent.locks.ReentrantReadWriteLock;

class SplitUpdateReadWriteLock {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int seats = 10;

    public static void main(String[] arguments) {
        SplitUpdateReadWriteLock bus = new SplitUpdateReadWriteLock();
        new Thread(() -> System.out.println(bus.reserve())).start();
        new Thread(() -> System.out.println(bus.reserve())).start();
    }

    boolean reserve() {
        int free;
        lock.readLock().lock();
        try {
            free = seats;
        } finally {
            lock.readLock().unlock();
        }
        if (free == 0) {
            return false;
        }
        lock.writeLock().lock();             // expect: method-atomicity/split-update
        try {
            seats = free - 1;
        } finally {
            lock.writeLock().unlock();
        }
        return true;
    }
}
