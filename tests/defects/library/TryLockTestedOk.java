// mode: library
// The counter is used only if tryLock was successful.
import java.util.concurrent.locks.ReentrantLock;

public class TryLockTestedOk {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    public boolean add() {
        if (lock.tryLock()) {
            try {
                count++;
                return true;
            } finally {
                lock.unlock();
            }
        }
        return false;
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
