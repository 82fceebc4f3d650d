// mode: library
// A helper returns with the lock held, another releases it.
import java.util.concurrent.locks.ReentrantLock;

public class CalleeHoldsLockOk {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    public void add() {
        begin();
        try {
            count++;
        } finally {
            end();
        }
    }

    public int count() {
        begin();
        try {
            return count;
        } finally {
            end();
        }
    }

    private void begin() {
        lock.lock();
    }

    private void end() {
        lock.unlock();
    }
}
