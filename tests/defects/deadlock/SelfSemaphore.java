// A semaphore with one permit is used as a lock, and its holder acquires it again.
import java.util.concurrent.Semaphore;

class SelfSemaphore {
    private static final Semaphore MUTEX = new Semaphore(1);
    private static int entries;

    public static void main(String[] arguments) {
        new Thread(SelfSemaphore::addTwice).start();
        new Thread(SelfSemaphore::addTwice).start();
    }

    static void addTwice() {
        MUTEX.acquireUninterruptibly();
        try {
            add();
            add();
        } finally {
            MUTEX.release();
        }
    }

    private static void add() {
        MUTEX.acquireUninterruptibly();      // expect: deadlock/self-deadlock !known-gap No lock.
        try {
            entries++;
        } finally {
            MUTEX.release();
        }
    }
}
