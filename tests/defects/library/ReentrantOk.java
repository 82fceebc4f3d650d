// mode: library
// Monitors and reentrant locks may be taken again by the thread that holds them.
import java.util.concurrent.locks.ReentrantLock;

public class ReentrantOk {
    private final ReentrantLock lock = new ReentrantLock();
    private int size;
    private int total;

    public synchronized void addTwice() {
        add();
        add();
    }

    public synchronized void add() {
        size++;
    }

    public void countTwice() {
        lock.lock();
        try {
            count();
            count();
        } finally {
            lock.unlock();
        }
    }

    public int count() {
        lock.lock();
        try {
            total++;
            return total;
        } finally {
            lock.unlock();
        }
    }

    public synchronized int size() {
        return size;
    }
}
