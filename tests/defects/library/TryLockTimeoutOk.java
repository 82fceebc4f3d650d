// mode: library
// The method gives up if it does not get the lock in time; the test is negated and the result in a variable.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class TryLockTimeoutOk {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    public boolean add() throws InterruptedException {
        boolean locked = lock.tryLock(1, TimeUnit.SECONDS);
        if (!locked) {
            return false;
        }
        try {
            count++;
        } finally {
            lock.unlock();
        }
        return true;
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
