// A latch separates the two orders: the second thread begins after the first has released its locks.
import java.util.concurrent.CountDownLatch;

class LockOrderLatch {
    private static final Object LEFT = new Object();
    private static final Object RIGHT = new Object();
    private static final CountDownLatch LOADED = new CountDownLatch(1);
    private static int total;

    public static void main(String[] arguments) {
        new Thread(LockOrderLatch::load).start();
        new Thread(LockOrderLatch::use).start();
    }

    static void load() {
        synchronized (LEFT) {
            synchronized (RIGHT) {
                total = 10;
            }
        }
        LOADED.countDown();
    }

    static void use() {
        try {
            LOADED.await();
        } catch (InterruptedException e) {
            return;
        }
        synchronized (RIGHT) {
            synchronized (LEFT) {
                total--;
            }
        }
    }
}
