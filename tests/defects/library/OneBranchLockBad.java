// mode: library
// Only one branch takes the lock.
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class OneBranchLockBad {
    private final Lock lock = new ReentrantLock();
    private int count;

    public void add(boolean careful) {
        if (careful) {
            lock.lock();
            try {
                count++;
            } finally {
                lock.unlock();
            }
        } else {
            count++; // expect: data-race/unlocked
        }
    }

    public int count() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }
}
