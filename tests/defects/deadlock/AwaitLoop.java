// A classic bounded buffer with two conditions of one lock, each tested in a loop and signalled by the other side.
// mode: library
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class AwaitLoop {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    private final Condition notFull = lock.newCondition();
    private int count;

    public void put() throws InterruptedException {
        lock.lock();
        try {
            while (count == 8) {
                notFull.await();
            }
            count++;
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    public void take() throws InterruptedException {
        lock.lock();
        try {
            while (count == 0) {
                notEmpty.await();
            }
            count--;
            notFull.signal();
        } finally {
            lock.unlock();
        }
    }
}
