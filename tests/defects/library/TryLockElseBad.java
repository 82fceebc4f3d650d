// mode: library
// If the lock is busy, the counter is incremented without it.
import java.util.concurrent.locks.ReentrantLock;

public class TryLockElseBad {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    public void add() {
        if (lock.tryLock()) {
            try {
                count++;
            } finally {
                lock.unlock();
            }
        } else {
            count++; // expect: data-race/unlocked
        }
    }

    public int count() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }
}
