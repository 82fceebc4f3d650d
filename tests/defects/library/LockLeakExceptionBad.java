// mode: library
// If the parser throws, the lock is never released.
import java.util.concurrent.locks.ReentrantLock;

public class LockLeakExceptionBad {
    private final ReentrantLock lock = new ReentrantLock();
    private int total;

    public void add(String number) {
        lock.lock(); // expect: deadlock/lock-leak
        total += Integer.parseInt(number);
        lock.unlock();
    }

    public int total() {
        lock.lock();
        try {
            return total;
        } finally {
            lock.unlock();
        }
    }
}
