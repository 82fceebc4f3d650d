// The latch is awaited before the lock is acquired that the other thread needs.
import java.util.concurrent.CountDownLatch;

class LatchOutsideLock {
    private static final CountDownLatch LOADED = new CountDownLatch(1);
    private static final Object TABLE = new Object();
    private static int rows;

    public static void main(String[] arguments) throws InterruptedException {
        new Thread(LatchOutsideLock::load).start();
        LOADED.await();
        synchronized (TABLE) {
            System.out.println(rows);
        }
    }

    static void load() {
        synchronized (TABLE) {
            rows = 100;
        }
        LOADED.countDown();
    }
}
