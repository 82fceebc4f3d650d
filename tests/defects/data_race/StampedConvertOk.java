// As in the documentation of StampedLock: an optimistic read, or one under a lock, that becomes a write.
import java.util.concurrent.locks.StampedLock;

class StampedConvertOk {
    public static void main(String[] arguments) {
        Point point = new Point();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> point.move(1, 2)).start();
            new Thread(() -> System.out.println(point.distance())).start();
            new Thread(() -> point.moveIfAtOrigin(3, 4)).start();
            new Thread(() -> point.moveIfAtOriginUnderReadLock(3, 4)).start();
        }
    }
}

class Point {
    private final StampedLock lock = new StampedLock();
    private double x;
    private double y;

    void move(double byX, double byY) {
        long stamp = lock.writeLock();
        try {
            x += byX;
            y += byY;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    double distance() {
        long stamp = lock.tryOptimisticRead();
        try {
            for (;; stamp = lock.readLock()) {
                if (stamp == 0L) {
                    continue;
                }
                double nowX = x;
                double nowY = y;
                if (!lock.validate(stamp)) {
                    continue;
                }
                return Math.hypot(nowX, nowY);
            }
        } finally {
            if (StampedLock.isReadLockStamp(stamp)) {
                lock.unlockRead(stamp);
            }
        }
    }

    void moveIfAtOrigin(double newX, double newY) {
        long stamp = lock.tryOptimisticRead();
        try {
            for (;; stamp = lock.writeLock()) {
                if (stamp == 0L) {
                    continue;
                }
                double nowX = x;
                double nowY = y;
                if (!lock.validate(stamp)) {
                    continue;
                }
                if (nowX != 0.0 || nowY != 0.0) {
                    break;
                }
                stamp = lock.tryConvertToWriteLock(stamp);
                if (stamp == 0L) {
                    continue;
                }
                x = newX;
                y = newY;
                return;
            }
        } finally {
            if (StampedLock.isWriteLockStamp(stamp)) {
                lock.unlockWrite(stamp);
            }
        }
    }

    void moveIfAtOriginUnderReadLock(double newX, double newY) {
        long stamp = lock.readLock();
        try {
            while (x == 0.0 && y == 0.0) {
                long write = lock.tryConvertToWriteLock(stamp);
                if (write != 0L) {
                    stamp = write;
                    x = newX;
                    y = newY;
                    break;
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
