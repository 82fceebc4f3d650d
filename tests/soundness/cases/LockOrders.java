import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Locks of all kinds that are acquired while others are held: in the method, by callees, by lambdas. */
public class LockOrders {
    private final Object first = new Object();
    private final Object second = new Object();
    private final Lock third = new ReentrantLock();
    private final ReentrantReadWriteLock fourth = new ReentrantReadWriteLock();
    private final StampedLock fifth = new StampedLock();
    private int count;

    static synchronized void ofTheClass(LockOrders orders) {
        orders.ofTheObject();
    }

    synchronized void ofTheObject() {
        synchronized (first) {
            nested(() -> {
                synchronized (second) {
                    locked();
                }
            });
        }
    }

    private static void nested(Runnable task) {
        task.run();
    }

    private void locked() {
        third.lock();
        try {
            fourth.readLock().lock();
            try {
                long stamp = fifth.writeLock();
                try {
                    count++;
                } finally {
                    fifth.unlockWrite(stamp);
                }
            } finally {
                fourth.readLock().unlock();
            }
            if (third.tryLock()) {
                third.unlock();
            }
        } finally {
            third.unlock();
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        LockOrders orders = new LockOrders();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int round = 0; round < 500; round++) {
                    ofTheClass(orders);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(orders.count);
    }
}
