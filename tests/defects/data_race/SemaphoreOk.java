// A Semaphore with one permit, used as a lock.
import java.util.concurrent.Semaphore;

class SemaphoreOk {
    public static void main(String[] arguments) {
        Account account = new Account();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> account.deposit(10)).start();
        }
    }
}

class Account {
    private final Semaphore semaphore = new Semaphore(1);
    private int balance;

    void deposit(int amount) {
        semaphore.acquireUninterruptibly();
        try {
            balance += amount;
        } finally {
            semaphore.release();
        }
    }
}
