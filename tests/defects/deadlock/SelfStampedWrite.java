// A StampedLock is not re-entrant: the thread waits for itself when it asks for the write lock again.
import java.util.concurrent.locks.StampedLock;

class SelfStampedWrite {
    private final StampedLock lock = new StampedLock();
    private int size;

    public static void main(String[] arguments) {
        SelfStampedWrite box = new SelfStampedWrite();
        new Thread(() -> box.growTwice()).start();
        new Thread(() -> box.growTwice()).start();
    }

    void growTwice() {
        long outer = lock.writeLock();
        try {
            size++;
            long inner = lock.writeLock();   // expect: deadlock/self-deadlock high
            try {
                size++;
            } finally {
                lock.unlockWrite(inner);
            }
        } finally {
            lock.unlockWrite(outer);
        }
    }
}
