// The permit is given back before it is acquired again.
import java.util.concurrent.Semaphore;

class SelfSemaphoreReleased {
    private static final Semaphore MUTEX = new Semaphore(1);
    private static int entries;

    public static void main(String[] arguments) {
        new Thread(SelfSemaphoreReleased::addTwice).start();
        new Thread(SelfSemaphoreReleased::addTwice).start();
    }

    static void addTwice() {
        add();
        add();
    }

    private static void add() {
        MUTEX.acquireUninterruptibly();
        try {
            entries++;
        } finally {
            MUTEX.release();
        }
    }
}
