// mode: library
// The await of a condition stands in an if instead of a loop.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionIfBad {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition opened = lock.newCondition();
    private boolean open;

    public void open() {
        lock.lock();
        try {
            open = true;
            opened.signalAll();
        } finally {
            lock.unlock();
        }
    }

    public void pass() throws InterruptedException {
        lock.lock();
        try {
            if (!open) {
                opened.await(); // expect: deadlock/wait-not-in-loop
            }
            open = false;
        } finally {
            lock.unlock();
        }
    }
}
