// mode: library
// The latch is awaited before the lock is taken.
import java.util.concurrent.CountDownLatch;

public class LatchOk {
    private final Object lock = new Object();
    private final CountDownLatch ready = new CountDownLatch(1);
    private String value = "";

    public String get() throws InterruptedException {
        ready.await();
        synchronized (lock) {
            return value;
        }
    }

    public void set(String newValue) {
        synchronized (lock) {
            value = newValue;
            ready.countDown();
        }
    }
}
