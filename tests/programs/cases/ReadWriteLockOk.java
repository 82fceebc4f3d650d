// Readers under the read lock, writers under the write lock, and a downgrade.
// variant: default
// variant: lockset options="--lockset-only"
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteLockOk {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int value;

    int read() {
        lock.readLock().lock();
        try {
            return value;
        } finally {
            lock.readLock().unlock();
        }
    }

    int write(int by) {
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

    public static void main(String[] args) throws InterruptedException {
        ReadWriteLockOk shared = new ReadWriteLockOk();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int j = 0; j < 300; j++) {
                    if (number < 2) {
                        shared.write(1);
                    } else {
                        shared.read();
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(shared.read());
    }
}
