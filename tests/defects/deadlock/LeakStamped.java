// The write lock of a StampedLock is released only on the path without an exception.
// mode: library
import java.util.concurrent.locks.StampedLock;

public class LeakStamped {
    private final StampedLock lock = new StampedLock();
    private long number;

    public void set(String text) {
        long stamp = lock.writeLock();       // expect: deadlock/lock-leak
        number = Long.parseLong(text);
        lock.unlockWrite(stamp);
    }

    public long get() {
        long stamp = lock.readLock();
        try {
            return number;
        } finally {
            lock.unlockRead(stamp);
        }
    }
}
