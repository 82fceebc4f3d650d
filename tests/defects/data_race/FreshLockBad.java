// The lock is made anew in each call, so that no two threads ever lock the same object.
class FreshLockBad {
    public static void main(String[] arguments) {
        Account account = new Account();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> account.deposit(10)).start();
        }
    }
}

class Account {
    private int balance;

    void deposit(int amount) {
        Object lock = new Object();
        synchronized (lock) {
            balance += amount; // expect: data-race/lock-not-unique
        }
    }
}
