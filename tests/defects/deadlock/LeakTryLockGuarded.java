// tryLock is tested by `if`, and the lock is released in finally; otherwise it is not held.
// mode: library
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class LeakTryLockGuarded {
    private final ReentrantLock lock = new ReentrantLock();
    private int sum;

    public boolean add(String text) {
        if (lock.tryLock()) {
            try {
                sum += Integer.parseInt(text);
                return true;
            } finally {
                lock.unlock();
            }
        }
        return false;
    }

    public boolean addSoon(String text) throws InterruptedException {
        if (!lock.tryLock(10, TimeUnit.MILLISECONDS)) {
            return false;
        }
        try {
            sum += Integer.parseInt(text);
        } finally {
            lock.unlock();
        }
        return true;
    }
}
