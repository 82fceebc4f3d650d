// The helper takes the lock, runs what it is given, and releases the lock: the lambdas run under it.
import java.util.concurrent.locks.ReentrantLock;

class ExecuteAroundOk {
    public static void main(String[] arguments) {
        Account account = new Account();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> account.deposit(10)).start();
            new Thread(() -> account.withdraw(5)).start();
        }
    }
}

class Account {
    private final ReentrantLock lock = new ReentrantLock();
    private int balance;

    void deposit(int amount) {
        locked(() -> balance += amount);
    }

    void withdraw(int amount) {
        locked(() -> balance -= amount);
    }

    private void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }
}
