// spotbugs#3516: a wrapper takes the lock and try-with-resources closes it; every access of the balance holds it.
import java.util.concurrent.locks.ReentrantLock;

class Ask3516AutoCloseableOk {
    public static void main(String[] arguments) throws InterruptedException {
        Account account = new Account();
        Thread[] clerks = new Thread[3];
        for (int i = 0; i < clerks.length; i++) {
            clerks[i] = new Thread(() -> account.deposit(10));
            clerks[i].start();
        }
        for (Thread clerk : clerks) {
            clerk.join();
        }
        System.out.println(account.balance());
    }
}

class Account {
    private final CloseableLock lock = new CloseableLock();
    private int balance;

    void deposit(int amount) {
        try (CloseableLock held = lock.open()) {
            balance += amount;
        }
    }

    int balance() {
        try (CloseableLock held = lock.open()) {
            return balance;
        }
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
