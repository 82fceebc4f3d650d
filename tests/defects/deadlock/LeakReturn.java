// One path returns without releasing the lock.
// mode: library
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class LeakReturn {
    private final Lock lock = new ReentrantLock();
    private int free = 10;

    public boolean reserve(int number) {
        lock.lock();                         // expect: deadlock/lock-leak
        if (number > free) {
            return false;
        }
        free -= number;
        lock.unlock();
        return true;
    }
}
