// error-prone#943: the field is accessed only where tryLock() has succeeded.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

class Ask943TryLockOk {
    public static void main(String[] arguments) {
        Meter meter = new Meter();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> meter.add(2)).start();
        }
        new Thread(() -> meter.addSoon(3)).start();
    }
}

class Meter {
    private final ReentrantLock lock = new ReentrantLock();
    private int total;

    boolean add(int amount) {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            total += amount;
            return total < 100;
        } finally {
            lock.unlock();
        }
    }

    void addSoon(int amount) {
        try {
            if (lock.tryLock(1, TimeUnit.SECONDS)) {
                try {
                    total += amount;
                } finally {
                    lock.unlock();
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
