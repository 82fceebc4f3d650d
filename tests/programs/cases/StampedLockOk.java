// StampedLock: write, read, optimistic read with validation and fallback.
// variant: default
import java.util.concurrent.locks.StampedLock;

public class StampedLockOk {
    private final StampedLock lock = new StampedLock();
    private int x;
    private int y;

    void move(int by) {
        long stamp = lock.writeLock();
        try {
            x += by;
            y -= by;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    int read() {
        long stamp = lock.readLock();
        try {
            return x + y;
        } finally {
            lock.unlockRead(stamp);
        }
    }

    int readOptimistically() {
        long stamp = lock.tryOptimisticRead();
        int sum = x + y;
        if (stamp == 0 || !lock.validate(stamp)) {
            stamp = lock.readLock();
            try {
                sum = x + y;
            } finally {
                lock.unlockRead(stamp);
            }
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        StampedLockOk shared = new StampedLockOk();
        int[] sums = new int[2];
        Thread writer = new Thread(() -> {
            for (int i = 0; i < 500; i++) {
                shared.move(i);
            }
        });
        Thread reader = new Thread(() -> {
            for (int i = 0; i < 500; i++) {
                sums[0] += shared.read();
            }
        });
        Thread optimist = new Thread(() -> {
            for (int i = 0; i < 500; i++) {
                sums[1] += shared.readOptimistically();
            }
        });
        writer.start();
        reader.start();
        optimist.start();
        writer.join();
        reader.join();
        optimist.join();
        System.out.println(sums[0] + " " + sums[1]);
    }
}
