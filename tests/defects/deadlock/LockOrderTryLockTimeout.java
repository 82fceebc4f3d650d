// The inner acquisition of one order gives up after a time limit, so nobody waits forever.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

class LockOrderTryLockTimeout {
    private static final ReentrantLock PAPER = new ReentrantLock();
    private static final ReentrantLock INK = new ReentrantLock();
    private static int pages;

    public static void main(String[] arguments) throws InterruptedException {
        new Thread(LockOrderTryLockTimeout::print).start();
        refill();
    }

    static void print() {
        PAPER.lock();
        try {
            INK.lock();
            try {
                pages++;
            } finally {
                INK.unlock();
            }
        } finally {
            PAPER.unlock();
        }
    }

    static void refill() throws InterruptedException {
        INK.lock();
        try {
            if (PAPER.tryLock(1, TimeUnit.SECONDS)) {
                try {
                    pages = 0;
                } finally {
                    PAPER.unlock();
                }
            }
        } finally {
            INK.unlock();
        }
    }
}
