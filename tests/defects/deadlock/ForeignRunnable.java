// A task given by the caller runs under an explicit lock: an audit notes it.
// mode: library
import java.util.concurrent.locks.ReentrantLock;

public class ForeignRunnable {
    private final ReentrantLock lock = new ReentrantLock();
    private int runs;

    public void run(Runnable task) {
        lock.lock();
        try {
            runs++;
            task.run();                      // expect-audit: deadlock/foreign-call
        } finally {
            lock.unlock();
        }
    }

    public int runs() {
        lock.lock();
        try {
            return runs;
        } finally {
            lock.unlock();
        }
    }
}
