// mode: library
// The optimistic read is validated, and repeated under the read lock if a writer came in between.
import java.util.concurrent.locks.StampedLock;

public class StampedLockOk {
    private final StampedLock lock = new StampedLock();
    private double x;
    private double y;

    public void move(double byX, double byY) {
        long stamp = lock.writeLock();
        try {
            x += byX;
            y += byY;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    public double distance() {
        long stamp = lock.tryOptimisticRead();
        double nowX = x;
        double nowY = y;
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            try {
                nowX = x;
                nowY = y;
            } finally {
                lock.unlockRead(stamp);
            }
        }
        return Math.sqrt(nowX * nowX + nowY * nowY);
    }
}
