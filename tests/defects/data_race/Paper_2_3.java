// Program 2.3: update() is not atomic, but every access of the balance holds the lock of the account: no data race.
// checks: data-race
class Paper_2_3 {
    public static void main(String[] arguments) throws InterruptedException {
        Account account = new Account();
        Thread first = new Thread(() -> account.update(10));
        Thread second = new Thread(() -> account.update(20));
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(account.read());
    }
}

class Account {
    private int balance;

    synchronized int read() {
        return balance;
    }

    void update(int amount) {
        int before = read();
        synchronized (this) {
            balance = before + amount;
        }
    }
}
