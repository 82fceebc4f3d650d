// error-prone#1495: an optimistic read holds nothing, and nobody asks afterwards whether it was valid.
import java.util.concurrent.locks.StampedLock;

class Ask1495NotValidatedBad {
    public static void main(String[] arguments) {
        Level level = new Level();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> level.raise(2)).start();
        }
        new Thread(() -> {
            if (level.height() > 4) {
                throw new IllegalStateException();
            }
        }).start();
    }
}

class Level {
    private final StampedLock lock = new StampedLock();
    private int height;

    void raise(int by) {
        long stamp = lock.writeLock();
        try {
            height += by;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    int height() {
        lock.tryOptimisticRead();
        return height; // expect: data-race/all-writes-locked
    }
}
