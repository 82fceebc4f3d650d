// infer#785: reads and writes under ReentrantLock.lock() in try/finally are locked, and the lock does not leak.
// mode: library
import java.util.concurrent.locks.ReentrantLock;

public class Ask785TryFinally {
    private final ReentrantLock lock = new ReentrantLock();
    private String text = "";

    public String get() {
        lock.lock();
        try {
            return text;
        } finally {
            lock.unlock();
        }
    }

    public void append(String more) {
        lock.lock();
        try {
            text = text.concat(more);
        } finally {
            lock.unlock();
        }
    }

    public void trim() {
        lock.lock();
        try {
            text = text.trim();
        } finally {
            lock.unlock();
        }
    }
}
