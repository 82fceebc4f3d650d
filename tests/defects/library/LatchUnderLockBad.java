// mode: library
// The latch is awaited under the lock without which nobody can count it down.
import java.util.concurrent.CountDownLatch;

public class LatchUnderLockBad {
    private final Object lock = new Object();
    private final CountDownLatch ready = new CountDownLatch(1);
    private String value = "";

    public String get() throws InterruptedException {
        synchronized (lock) {
            ready.await(); // expect: deadlock/waits-for-task
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
