// mode: library
// The lock is released on every path, also by early returns and exceptions.
import java.util.concurrent.locks.ReentrantLock;

public class LockFinallyOk {
    private final ReentrantLock lock = new ReentrantLock();
    private int total;

    public boolean add(String number) {
        lock.lock();
        try {
            if (number == null) {
                return false;
            }
            total += Integer.parseInt(number);
            return true;
        } finally {
            lock.unlock();
        }
    }

    public int reset() {
        lock.lock();
        int old = total;
        total = 0;
        lock.unlock();
        return old;
    }
}
