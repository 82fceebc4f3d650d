// The lock is taken only for large amounts; small ones are added without it.
class ConditionalLockBad {
    public static void main(String[] arguments) {
        Account account = new Account();
        for (int i = 0; i < 3; i++) {
            int amount = i * 100;
            new Thread(() -> account.deposit(amount)).start();
        }
    }
}

class Account {
    private int balance;

    void deposit(int amount) {
        if (amount > 100) {
            synchronized (this) {
                balance += amount;
            }
        } else {
            balance += amount + 1; // expect: data-race/unlocked
        }
    }
}
