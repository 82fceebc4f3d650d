package bank;

/** An account. Every access to the balance holds the account's lock, and yet one method loses money. */
public final class Account {
    private final String number;
    private long balance;

    public Account(String number, long balance) {
        this.number = number;
        this.balance = balance;
    }

    public String number() {
        return number;
    }

    public synchronized long balance() {
        return balance;
    }

    public synchronized void setBalance(long balance) {
        this.balance = balance;
    }

    public synchronized void deposit(long amount) {
        balance += amount;
    }

    public synchronized boolean withdraw(long amount) {
        if (balance < amount) {
            return false;
        }
        balance -= amount;
        return true;
    }

    /** Defect: a deposit between the two synchronized calls is overwritten by the stale value. */
    public void addInterest(int percent) {
        long before = balance();
        long interest = before * percent / 100;
        setBalance(before + interest);
    }
}
