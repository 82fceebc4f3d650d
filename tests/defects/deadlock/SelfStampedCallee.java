// The holder of the write lock calls a method that acquires the read lock of the same StampedLock.
import java.util.concurrent.locks.StampedLock;

class SelfStampedCallee {
    private final StampedLock lock = new StampedLock();
    private int size;

    public static void main(String[] arguments) {
        SelfStampedCallee box = new SelfStampedCallee();
        new Thread(() -> box.grow()).start();
        new Thread(() -> System.out.println(box.size())).start();
    }

    void grow() {
        long stamp = lock.writeLock();
        try {
            size = size() + 1;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    int size() {
        long stamp = lock.readLock();        // expect: deadlock/self-deadlock
        try {
            return size;
        } finally {
            lock.unlockRead(stamp);
        }
    }
}
