// The counterpart of spotbugs#3516: the fee is taken after the end of the try that holds the lock.
import java.util.concurrent.locks.ReentrantLock;

class Ask3516ClosedTooEarlyBad {
    public static void main(String[] arguments) {
        Account account = new Account();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> account.deposit(10)).start();
        }
    }
}

class Account {
    private final CloseableLock lock = new CloseableLock();
    private int balance;

    void deposit(int amount) {
        try (CloseableLock held = lock.open()) {
            balance += amount;
        }
        balance -= 1; // expect: data-race/unlocked
    }
}

class CloseableLock implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();

    CloseableLock open() {
        lock.lock();
        return this;
    }

    @Override
    public void close() {
        lock.unlock();
    }
}
