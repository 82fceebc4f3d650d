// error-prone#1495: a StampedLock for writing and for reading; an optimistic read holds nothing.
import java.util.concurrent.locks.StampedLock;

class LockStamped {
    public static void main(String[] arguments) {
        Cell cell = new Cell(); // object: global shared escape unique
        for (int i = 0; i < 3; i++) {
            new Thread(() -> cell.use()).start(); // thread: lambda@8 many thread
        }
    }
}

class Cell {
    private final StampedLock lock = new StampedLock(); // object: global unique
    private int value;

    void use() {
        long stamp = lock.writeLock();
        try {
            value++; // access: threads=lambda@8 locks=lock(write)
        } finally {
            lock.unlockWrite(stamp);
        }
        stamp = lock.readLock();
        try {
            System.out.println(value); // access value: threads=lambda@8 locks=lock(read)
        } finally {
            lock.unlockRead(stamp);
        }
        stamp = lock.tryOptimisticRead();
        int seen = value; // access: threads=lambda@8 locks=none
        System.out.println(lock.validate(stamp) ? seen : 0);
    }
}
