// lockInterruptibly blocks like lock: nobody interrupts the two threads that wait for each other.
import java.util.concurrent.locks.ReentrantLock;

class LockOrderInterruptibly {
    private static final ReentrantLock MAP = new ReentrantLock();
    private static final ReentrantLock ROUTE = new ReentrantLock();
    private static int steps;

    public static void main(String[] arguments) throws InterruptedException {
        new Thread(LockOrderInterruptibly::draw).start();
        plan();
    }

    static void draw() {
        MAP.lock();
        try {
            ROUTE.lock();                    // expect: deadlock/lock-order
            try {
                steps++;
            } finally {
                ROUTE.unlock();
            }
        } finally {
            MAP.unlock();
        }
    }

    static void plan() throws InterruptedException {
        ROUTE.lockInterruptibly();
        try {
            MAP.lockInterruptibly();
            try {
                steps = 0;
            } finally {
                MAP.unlock();
            }
        } finally {
            ROUTE.unlock();
        }
    }
}
