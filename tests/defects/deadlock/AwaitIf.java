// A condition of an explicit lock is awaited after `if` instead of in a loop.
// mode: library
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class AwaitIf {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int free = 3;

    public void acquire() throws InterruptedException {
        lock.lock();
        try {
            if (free == 0) {
                changed.await();             // expect: deadlock/wait-not-in-loop
            }
            free--;
        } finally {
            lock.unlock();
        }
    }

    public void release() {
        lock.lock();
        try {
            free++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
