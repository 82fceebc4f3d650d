// The read lock of a StampedLock was converted to the write lock: asking for the read lock again waits forever.
import java.util.concurrent.locks.StampedLock;

class SelfStampedConverted {
    private final StampedLock lock = new StampedLock();
    private int size;

    public static void main(String[] arguments) {
        SelfStampedConverted box = new SelfStampedConverted();
        new Thread(() -> box.fill()).start();
        new Thread(() -> box.fill()).start();
    }

    void fill() {
        long stamp = lock.tryReadLock();
        if (stamp == 0) {
            return;
        }
        long write = lock.tryConvertToWriteLock(stamp);
        if (write == 0) {
            lock.unlockRead(stamp);
            return;
        }
        try {
            size++;
            long read = lock.readLock();     // expect: deadlock/self-deadlock high
            try {
                System.out.println(size);
            } finally {
                lock.unlockRead(read);
            }
        } finally {
            lock.unlockWrite(write);
        }
    }
}
