// mode: library
// The lock is released one statement too early.
import java.util.concurrent.locks.ReentrantLock;

public class ReleasedBeforeAccessBad {
    private final ReentrantLock lock = new ReentrantLock();
    private int hits;
    private int misses;

    public void hit() {
        lock.lock();
        try {
            hits++;
        } finally {
            lock.unlock();
        }
    }

    public void miss() {
        lock.lock();
        lock.unlock();
        misses++; // expect: data-race/unlocked
    }

    public String report() {
        lock.lock();
        try {
            return hits + " " + misses;
        } finally {
            lock.unlock();
        }
    }
}
