// The two StampedLocks belong to different objects, so the second acquisition is not one by the holder.
import java.util.concurrent.locks.StampedLock;

class SelfStampedTwoLocks {
    private static final StampedLock OUTER = new StampedLock();
    private static final StampedLock INNER = new StampedLock();
    private static int total;

    public static void main(String[] arguments) {
        new Thread(SelfStampedTwoLocks::add).start();
        new Thread(SelfStampedTwoLocks::add).start();
    }

    static void add() {
        long outer = OUTER.writeLock();
        try {
            long inner = INNER.writeLock();
            try {
                total++;
            } finally {
                INNER.unlockWrite(inner);
            }
        } finally {
            OUTER.unlockWrite(outer);
        }
    }
}
