// Nothing between lock and unlock can throw: fields of the object itself and plain arithmetic.
// mode: library
import java.util.concurrent.locks.ReentrantLock;

public class LeakArithmetic {
    private final ReentrantLock lock = new ReentrantLock();
    private int hits;
    private int misses;

    public void hit() {
        lock.lock();
        hits++;
        lock.unlock();
    }

    public int total() {
        lock.lock();
        int total = hits + misses;
        lock.unlock();
        return total;
    }

    public void miss() {
        lock.lock();
        misses++;
        lock.unlock();
    }
}
