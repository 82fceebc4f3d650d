// The lock is released after tryLock has succeeded, but not when the division fails in a callee.
// mode: library
import java.util.concurrent.locks.ReentrantLock;

public class LeakTryLock {
    private final ReentrantLock lock = new ReentrantLock();
    private int average;

    public boolean update(int sum, int count) {
        if (!lock.tryLock()) {               // expect: deadlock/lock-leak
            return false;
        }
        average = divide(sum, count);
        lock.unlock();
        return true;
    }

    private static int divide(int sum, int count) {
        if (count == 0) {
            throw new IllegalArgumentException("nothing to divide by");
        }
        return sum / count;
    }
}
