// spotbugs#3516: locks taken through an AutoCloseable wrapper in different orders by two threads.
import java.util.concurrent.locks.ReentrantLock;

class Ask3516AutoCloseableOrder {
    static final class Guard implements AutoCloseable {
        private final ReentrantLock lock = new ReentrantLock();

        Guard enter() {
            lock.lock();                     // expect: deadlock/lock-order
            return this;
        }

        @Override
        public void close() {
            lock.unlock();
        }
    }

    private static final Guard FIRST = new Guard();
    private static final Guard SECOND = new Guard();
    private static int sum;

    public static void main(String[] arguments) {
        new Thread(() -> add("1")).start();
        new Thread(() -> subtract("2")).start();
    }

    static void add(String number) {
        try (Guard one = FIRST.enter(); Guard two = SECOND.enter()) {
            sum += Integer.parseInt(number);
        }
    }

    static void subtract(String number) {
        try (Guard two = SECOND.enter(); Guard one = FIRST.enter()) {
            sum -= Integer.parseInt(number);
        }
    }
}
