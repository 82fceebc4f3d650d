// jdk: 21
// Virtual threads that hold a lock while they change the account; closing the executor waits for all of them.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

class VirtualThreadsOk {
    public static void main(String[] arguments) {
        Account account = new Account();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 100; i++) {
                executor.submit(() -> account.deposit(10));
            }
        }
        if (account.balance != 1000) {
            throw new IllegalStateException("lost: " + account.balance);
        }
    }
}

class Account {
    private final ReentrantLock lock = new ReentrantLock();
    int balance;

    void deposit(int amount) {
        lock.lock();
        try {
            balance += amount;
        } finally {
            lock.unlock();
        }
    }
}
