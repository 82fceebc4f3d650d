// mode: library
// The early return forgets to release the lock.
import java.util.concurrent.locks.ReentrantLock;

public class LockLeakReturnBad {
    private final ReentrantLock lock = new ReentrantLock();
    private int size;

    public boolean take(int n) {
        lock.lock(); // expect: deadlock/lock-leak
        if (n > size) {
            return false;
        }
        size -= n;
        lock.unlock();
        return true;
    }

    public void put(int n) {
        lock.lock();
        try {
            size += n;
        } finally {
            lock.unlock();
        }
    }
}
