// The other thread counts down before it asks for the lock that the waiting thread holds.
import java.util.concurrent.CountDownLatch;

class LatchCountedBefore {
    private static final CountDownLatch STARTED = new CountDownLatch(1);
    private static final Object TABLE = new Object();
    private static int rows;

    public static void main(String[] arguments) throws InterruptedException {
        new Thread(LatchCountedBefore::load).start();
        synchronized (TABLE) {
            STARTED.await();
            rows = 1;
        }
    }

    static void load() {
        STARTED.countDown();
        synchronized (TABLE) {
            rows = 100;
        }
    }
}
