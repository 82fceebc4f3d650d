package locks;

import java.util.concurrent.locks.StampedLock;

/** What callers hold and what callees take. */
public class Around {
    private final StampedLock stamped = new StampedLock();
    private int count;

    public synchronized void caller() {
        inside();
    }

    private void inside() {
        count++;
    }

    public void takes() {
        caller();
    }

    public long optimistic() {
        long stamp = stamped.tryOptimisticRead();
        long seen = count;
        return stamped.validate(stamp) ? seen : -1;
    }
}
