// error-prone#943: tryLock as the inner acquisition never blocks, so the opposite order cannot end in a deadlock.
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Ask943TryLock {
    private static final Lock INPUT = new ReentrantLock();
    private static final Lock OUTPUT = new ReentrantLock();
    private static int copied;

    public static void main(String[] arguments) {
        new Thread(Ask943TryLock::forward).start();
        new Thread(Ask943TryLock::backward).start();
    }

    static void forward() {
        INPUT.lock();
        try {
            OUTPUT.lock();
            try {
                copied++;
            } finally {
                OUTPUT.unlock();
            }
        } finally {
            INPUT.unlock();
        }
    }

    static void backward() {
        OUTPUT.lock();
        try {
            if (INPUT.tryLock()) {
                try {
                    copied--;
                } finally {
                    INPUT.unlock();
                }
            }
        } finally {
            OUTPUT.unlock();
        }
    }
}
