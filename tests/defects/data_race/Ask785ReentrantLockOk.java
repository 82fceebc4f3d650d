// infer#785: reads and writes between lock() and an unlock() in finally, with an early return in between.
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Ask785ReentrantLockOk {
    public static void main(String[] arguments) {
        Account account = new Account(100);
        for (int i = 0; i < 3; i++) {
            new Thread(() -> account.withdraw(60)).start();
        }
    }
}

class Account {
    private final Lock lock = new ReentrantLock();
    private int balance;

    Account(int balance) {
        this.balance = balance;
    }

    boolean withdraw(int amount) {
        lock.lock();
        try {
            if (balance < amount) {
                return false;
            }
            balance -= amount;
            return true;
        } finally {
            lock.unlock();
        }
    }
}
