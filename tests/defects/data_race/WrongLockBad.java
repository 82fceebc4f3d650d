// One of four methods takes another lock than the other three.
class WrongLockBad {
    public static void main(String[] arguments) {
        Account account = new Account();
        new Thread(() -> account.deposit(5)).start();
        new Thread(() -> account.withdraw(3)).start();
        new Thread(() -> account.raise(2)).start();
        new Thread(() -> account.clear()).start();
    }
}

class Account {
    private final Object balanceLock = new Object();
    private final Object historyLock = new Object();
    private int balance;

    void deposit(int amount) {
        synchronized (balanceLock) {
            balance += amount;
        }
    }

    void withdraw(int amount) {
        synchronized (balanceLock) {
            balance -= amount;
        }
    }

    void raise(int factor) {
        synchronized (balanceLock) {
            balance *= factor;
        }
    }

    void clear() {
        synchronized (historyLock) {
            balance = 0; // expect: data-race/unlocked high
        }
    }
}
