// mode: library
// A gate with a condition of a ReentrantLock.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionLoopOk {
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
            while (!open) {
                opened.await();
            }
            open = false;
        } finally {
            lock.unlock();
        }
    }
}
