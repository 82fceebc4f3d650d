// The lock is acquired as the first statement inside of the try block, which is bad style but releases it.
// mode: library
import java.util.concurrent.locks.ReentrantLock;

public class LeakLockInsideTry {
    private final ReentrantLock lock = new ReentrantLock();
    private int sum;

    public void add(String text) {
        try {
            lock.lock();
            sum += Integer.parseInt(text);
        } finally {
            lock.unlock();
        }
    }
}
