// mode: library
// A lock behind an AutoCloseable: try-with-resources acquires and releases it.
import java.util.concurrent.locks.ReentrantLock;

public class CloseableLockOk {
    private final Guard guard = new Guard();
    private int count;

    public void add() {
        try (Guard held = guard.enter()) {
            count++;
        }
    }

    public int count() {
        try (Guard held = guard.enter()) {
            return count;
        }
    }

    private static final class Guard implements AutoCloseable {
        private final ReentrantLock lock = new ReentrantLock();

        Guard enter() {
            lock.lock();
            return this;
        }

        @Override
        public void close() {
            lock.unlock();
        }
    }
}
