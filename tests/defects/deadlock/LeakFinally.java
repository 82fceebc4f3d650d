// Both locks are released in finally on every path, also when a method of the section throws.
// mode: library
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LeakFinally {
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantReadWriteLock table = new ReentrantReadWriteLock();
    private int sum;
    private int rows;

    public int add(String text) {
        lock.lock();
        try {
            if (text.isEmpty()) {
                return sum;
            }
            sum += Integer.parseInt(text);
            return sum;
        } finally {
            lock.unlock();
        }
    }

    public void insert(String text) {
        table.writeLock().lock();
        try {
            rows += Integer.parseInt(text);
        } finally {
            table.writeLock().unlock();
        }
    }
}
