// spotbugs#3516: two sections of a lock in an AutoCloseable wrapper, one to read and one to update.
import java.util.concurrent.locks.ReentrantLock;

class Ask3516WrapperSplit {
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
        Ask3516WrapperSplit tank = new Ask3516WrapperSplit();
        new Thread(() -> tank.fill()).start();
        new Thread(() -> tank.fill()).start();
    }

    void fill() {
        int now = level();
        try (Guard held = guard.enter()) {   // expect: method-atomicity/split-update
            level = now + 5;
        }
    }

    private int level() {
        try (Guard held = guard.enter()) {
            return level;
        }
    }
}
