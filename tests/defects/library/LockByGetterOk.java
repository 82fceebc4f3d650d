// mode: library
// The lock is found through a getter, an alias and a parameter; it is always the same one.
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class LockByGetterOk {
    private final Lock lock = new ReentrantLock();
    private int count;

    public void add() {
        Lock alias = getLock();
        alias.lock();
        try {
            count++;
        } finally {
            alias.unlock();
        }
    }

    public int count() {
        return read(lock);
    }

    private int read(Lock held) {
        held.lock();
        try {
            return count;
        } finally {
            held.unlock();
        }
    }

    private Lock getLock() {
        return lock;
    }
}
