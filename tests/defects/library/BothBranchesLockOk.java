// mode: library
// Both branches take the lock in their own way.
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class BothBranchesLockOk {
    private final Lock lock = new ReentrantLock();
    private int count;

    public void add(boolean interruptible) throws InterruptedException {
        if (interruptible) {
            lock.lockInterruptibly();
        } else {
            lock.lock();
        }
        try {
            count++;
        } finally {
            lock.unlock();
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
