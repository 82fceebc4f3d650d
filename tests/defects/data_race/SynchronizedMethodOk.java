// Every access of the account holds its lock, also the one in a block of another class.
class SynchronizedMethodOk {
    public static void main(String[] arguments) throws InterruptedException {
        Account account = new Account();
        Thread first = new Thread(() -> account.deposit(10));
        Thread second = new Thread(() -> {
            synchronized (account) {
                account.balance += 20;
            }
        });
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

    synchronized void deposit(int amount) {
        balance += amount;
    }
}
