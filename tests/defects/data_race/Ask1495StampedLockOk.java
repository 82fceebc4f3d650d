// error-prone#1495: a StampedLock for writing and for reading; what was read optimistically is validated or read again.
import java.util.concurrent.locks.StampedLock;

class Ask1495StampedLockOk {
    public static void main(String[] arguments) {
        Point point = new Point();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> point.move(1, 2)).start();
            new Thread(() -> System.out.println(point.sum())).start();
        }
    }
}

class Point {
    private final StampedLock lock = new StampedLock();
    private int x;
    private int y;

    void move(int right, int up) {
        long stamp = lock.writeLock();
        try {
            x += right;
            y += up;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    int sum() {
        long stamp = lock.tryOptimisticRead();
        int seenX = x;
        int seenY = y;
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            try {
                seenX = x;
                seenY = y;
            } finally {
                lock.unlockRead(stamp);
            }
        }
        return seenX + seenY;
    }
}
