// error-prone#1495: a StampedLock used well, with an optimistic read that falls back to the read lock.
import java.util.concurrent.locks.StampedLock;

class Ask1495StampedLock {
    private final StampedLock lock = new StampedLock();
    private volatile int height;

    public static void main(String[] arguments) {
        Ask1495StampedLock shape = new Ask1495StampedLock();
        new Thread(() -> shape.grow()).start();
        new Thread(() -> System.out.println(shape.height())).start();
    }

    void grow() {
        long stamp = lock.writeLock();
        try {
            height = 2 * height + 1;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    int height() {
        long stamp = lock.tryOptimisticRead();
        int value = height;
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            try {
                value = height;
            } finally {
                lock.unlockRead(stamp);
            }
        }
        return value;
    }
}
