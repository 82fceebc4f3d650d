// spotbugs#3516: the section of a lock in an AutoCloseable wrapper covers the read and the update.
import java.util.concurrent.locks.ReentrantLock;

class Ask3516WrapperSection {
    static final class Guard implements AutoCloseable {
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

    private final Guard guard = new Guard();
    private int level;

    public static void main(String[] arguments) {
        Ask3516WrapperSection tank = new Ask3516WrapperSection();
        new Thread(() -> tank.fill()).start();
        new Thread(() -> tank.fill()).start();
    }

    void fill() {
        try (Guard held = guard.enter()) {
            int now = level();
            level = now + 5;
        }
    }

    private int level() {
        try (Guard held = guard.enter()) {
            return level;
        }
    }
}
