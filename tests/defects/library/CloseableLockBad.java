// mode: library
// The counter is reset after the block of try-with-resources, when the lock has been released.
import java.util.concurrent.locks.ReentrantLock;

public class CloseableLockBad {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    public int add() {
        try (Held held = new Held(lock)) {
            count++;
            return count;
        }
    }

    public void reset(StringBuilder log) {
        try (Held held = new Held(lock)) {
            log.append("reset");
        }
        count = 0; // expect: data-race/unlocked
    }

    private static final class Held implements AutoCloseable {
        private final ReentrantLock lock;

        Held(ReentrantLock lock) {
            this.lock = lock;
            lock.lock();
        }

        @Override
        public void close() {
            lock.unlock();
        }
    }
}
