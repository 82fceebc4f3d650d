// Two threads change one account, and nothing is locked.
class UnlockedFieldBad {
    public static void main(String[] arguments) throws InterruptedException {
        Account account = new Account();
        Thread first = new Thread(() -> account.deposit(10));
        Thread second = new Thread(() -> account.deposit(20));
        first.start();
        second.start();
        first.join();
        second.join();
        if (account.balance != 30) {
            throw new IllegalStateException("lost: " + account.balance);
        }
    }
}

class Account {
    int balance;

    void deposit(int amount) {
        balance += amount; // expect: data-race/unlocked
    }
}
