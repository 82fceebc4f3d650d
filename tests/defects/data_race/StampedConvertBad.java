// The write lock is converted to the read lock, under which the field is written once more.
import java.util.concurrent.locks.StampedLock;

class StampedConvertBad {
    public static void main(String[] arguments) {
        Tank tank = new Tank();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> tank.fill()).start();
            new Thread(() -> System.out.println(tank.level())).start();
        }
    }
}

class Tank {
    private final StampedLock lock = new StampedLock();
    private int level;

    void fill() {
        long stamp = lock.writeLock();
        level++;
        long read = lock.tryConvertToReadLock(stamp);
        if (read == 0) {
            lock.unlockWrite(stamp);
            return;
        }
        try {
            level++; // expect: data-race/unlocked high
        } finally {
            lock.unlockRead(read);
        }
    }

    int level() {
        long stamp = lock.readLock();
        try {
            return level;
        } finally {
            lock.unlockRead(stamp);
        }
    }
}
