// mode: library
// The helper has released the lock when it returns, so the last write is not protected.
import java.util.concurrent.locks.ReentrantLock;

public class CalleeReleasesLockBad {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;
    private String last = "";

    public void add(String name) {
        increment();
        last = name; // expect: data-race/unlocked
    }

    public String state() {
        lock.lock();
        try {
            return last + count;
        } finally {
            lock.unlock();
        }
    }

    private void increment() {
        lock.lock();
        try {
            count++;
        } finally {
            lock.unlock();
        }
    }
}
