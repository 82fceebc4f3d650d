// The methods of the helper lock nothing; each of their callers, some calls further up, holds the lock of the bank.
class LockInCallersOk {
    public static void main(String[] arguments) {
        Bank bank = new Bank();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> bank.pay(10)).start();
            new Thread(() -> bank.collect(5)).start();
        }
    }
}

class Bank {
    private final Vault vault = new Vault();

    synchronized void pay(int amount) {
        book(-amount);
    }

    void collect(int amount) {
        synchronized (this) {
            book(amount);
        }
    }

    private void book(int amount) {
        vault.change(amount);
    }
}

class Vault {
    private int content = 100;
    private int bookings;

    void change(int amount) {
        content += amount;
        count();
    }

    private void count() {
        bookings++;
    }
}
