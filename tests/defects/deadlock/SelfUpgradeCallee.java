// The upgrade from the read to the write lock is hidden in a callee.
// mode: library
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class SelfUpgradeCallee {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Lock reading = lock.readLock();
    private final Lock writing = lock.writeLock();
    private int hits;

    public boolean look(int number) {
        reading.lock();
        try {
            if (number > 10) {
                count();
                return true;
            }
            return false;
        } finally {
            reading.unlock();
        }
    }

    private void count() {
        writing.lock();                      // expect: deadlock/self-deadlock
        try {
            hits++;
        } finally {
            writing.unlock();
        }
    }
}
