// The writes hold the write lock, but the reader holds nothing.
import java.util.concurrent.locks.ReentrantReadWriteLock;

class ReadOutsideReadLockBad {
    public static void main(String[] arguments) {
        Rate rate = new Rate();
        new Thread(() -> rate.set(120)).start();
        new Thread(() -> rate.set(130)).start();
        new Thread(() -> System.out.println(rate.convert(10))).start();
    }
}

class Rate {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int percent = 100;

    void set(int value) {
        lock.writeLock().lock();
        try {
            percent = value;
        } finally {
            lock.writeLock().unlock();
        }
    }

    int convert(int amount) {
        return amount * percent / 100; // expect: data-race/all-writes-locked
    }
}
