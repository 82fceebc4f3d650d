// mode: library
// Both modes of a StampedLock, without optimistic reads.
import java.util.concurrent.locks.StampedLock;

public class StampedReadLockOk {
    private final StampedLock lock = new StampedLock();
    private long balance;

    public void deposit(long amount) {
        long stamp = lock.writeLock();
        try {
            balance += amount;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    public long balance() {
        long stamp = lock.readLock();
        try {
            return balance;
        } finally {
            lock.unlock(stamp);
        }
    }
}
