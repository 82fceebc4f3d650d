// A lock obtained by tryLock is held like any other: the blocking acquisition after it can still close the cycle.
import java.util.concurrent.locks.ReentrantLock;

class LockOrderTryLockOuter {
    private static final ReentrantLock PAPER = new ReentrantLock();
    private static final ReentrantLock INK = new ReentrantLock();
    private static int pages;

    public static void main(String[] arguments) {
        new Thread(LockOrderTryLockOuter::print).start();
        new Thread(LockOrderTryLockOuter::refill).start();
    }

    static void print() {
        if (PAPER.tryLock()) {
            try {
                INK.lock();                  // expect: deadlock/lock-order
                try {
                    pages++;
                } finally {
                    INK.unlock();
                }
            } finally {
                PAPER.unlock();
            }
        }
    }

    static void refill() {
        INK.lock();
        try {
            PAPER.lock();
            try {
                pages = 0;
            } finally {
                PAPER.unlock();
            }
        } finally {
            INK.unlock();
        }
    }
}
