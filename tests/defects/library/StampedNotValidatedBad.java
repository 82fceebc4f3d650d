// mode: library
// The optimistic read is never validated, so it is a read without a lock.
import java.util.concurrent.locks.StampedLock;

public class StampedNotValidatedBad {
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

    public boolean covers(long amount) {
        long stamp = lock.tryOptimisticRead();
        if (stamp == 0) {
            return false;
        }
        return balance >= amount; // expect: data-race/all-writes-locked
    }
}
