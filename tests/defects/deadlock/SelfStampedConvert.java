// The read lock of a StampedLock is converted, or released before the write lock is acquired.
import java.util.concurrent.locks.StampedLock;

class SelfStampedConvert {
    private final StampedLock lock = new StampedLock();
    private int size;

    public static void main(String[] arguments) {
        SelfStampedConvert box = new SelfStampedConvert();
        new Thread(() -> box.fill()).start();
        new Thread(() -> box.fill()).start();
    }

    void fill() {
        long stamp = lock.readLock();
        try {
            while (size == 0) {
                long write = lock.tryConvertToWriteLock(stamp);
                if (write != 0) {
                    stamp = write;
                    size = 1;
                } else {
                    lock.unlockRead(stamp);
                    stamp = lock.writeLock();
                }
            }
        } finally {
            lock.unlock(stamp);
        }
    }
}
