// The counterpart of infer#785: the value that is returned is read again after the unlock.
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Ask785ReadAfterUnlockBad {
    public static void main(String[] arguments) {
        Account account = new Account();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                if (account.deposit(60) > 180) {
                    throw new IllegalStateException();
                }
            }).start();
        }
    }
}

class Account {
    private final Lock lock = new ReentrantLock();
    private int balance;

    int deposit(int amount) {
        lock.lock();
        try {
            balance += amount;
        } finally {
            lock.unlock();
        }
        return balance; // expect: data-race/all-writes-locked
    }
}
