// A latch is awaited under the lock that the other thread needs before it counts down.
import java.util.concurrent.CountDownLatch;

class LatchUnderLock {
    private static final CountDownLatch LOADED = new CountDownLatch(1);
    private static final Object TABLE = new Object();
    private static int rows;

    public static void main(String[] arguments) throws InterruptedException {
        new Thread(LatchUnderLock::load).start();
        synchronized (TABLE) {
            LOADED.await();                  // expect: deadlock/waits-for-task
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
