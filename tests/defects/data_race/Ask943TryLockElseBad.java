// error-prone#943: where tryLock() has failed, the thread does not hold the lock, and writes all the same.
import java.util.concurrent.locks.ReentrantLock;

class Ask943TryLockElseBad {
    public static void main(String[] arguments) {
        Meter meter = new Meter();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> meter.add(2)).start();
        }
    }
}

class Meter {
    private final ReentrantLock lock = new ReentrantLock();
    private int total;

    void add(int amount) {
        if (lock.tryLock()) {
            try {
                total += amount;
                if (total > 1000) {
                    total = 0;
                }
            } finally {
                lock.unlock();
            }
        } else {
            total += 2 * amount; // expect: data-race/unlocked
        }
    }
}
