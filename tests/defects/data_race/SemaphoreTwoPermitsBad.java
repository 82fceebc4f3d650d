// A Semaphore with two permits lets two threads in at the same time: it is no lock.
import java.util.concurrent.Semaphore;

class SemaphoreTwoPermitsBad {
    public static void main(String[] arguments) {
        Account account = new Account();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> account.deposit(10)).start();
        }
    }
}

class Account {
    private final Semaphore semaphore = new Semaphore(2);
    private int balance;

    void deposit(int amount) {
        semaphore.acquireUninterruptibly();
        try {
            balance += amount; // expect: data-race/unlocked
        } finally {
            semaphore.release();
        }
    }
}
