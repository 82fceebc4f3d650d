// mode: library
// The result of tryLock is ignored, so the counter is also incremented when another thread has the lock.
import java.util.concurrent.locks.ReentrantLock;

public class TryLockUntestedBad {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    public void add() {
        lock.tryLock();
        try {
            count++; // expect: data-race/unlocked
        } finally {
            if (lock.isHeldByCurrentThread()) {
                lock.unlock();
            }
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
