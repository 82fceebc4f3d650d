// A wrapper hands the lock over on purpose: one method acquires it and another one releases it.
import java.util.concurrent.locks.ReentrantLock;

class LeakWrapper {
    static class Turnstile {
        private final ReentrantLock lock = new ReentrantLock();

        void acquire() {
            lock.lock();
        }

        void release() {
            lock.unlock();
        }
    }

    private static final Turnstile TURNSTILE = new Turnstile();
    private static int visitors;

    public static void main(String[] arguments) {
        new Thread(() -> enter("2")).start();
        new Thread(() -> enter("3")).start();
    }

    static void enter(String number) {
        TURNSTILE.acquire();
        try {
            visitors += Integer.parseInt(number);
        } finally {
            TURNSTILE.release();
        }
    }
}
