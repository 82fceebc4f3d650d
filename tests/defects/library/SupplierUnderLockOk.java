// mode: library
// A helper runs the given action under the lock (the "execute around" idiom).
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

public class SupplierUnderLockOk {
    private final Lock lock = new ReentrantLock();
    private int count;

    public int next() {
        return locked(() -> ++count);
    }

    public int count() {
        return locked(() -> count);
    }

    private <T> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }
}
