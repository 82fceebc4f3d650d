package modern;

/** A synchronized class of the application: the witness of most tests. */
public class Account {
    private int balance;
    private String owner = "";
    private final int number;

    public Account(int number) {
        this.number = number;
    }

    public synchronized int getBalance() {
        return balance;
    }

    public synchronized void setBalance(int newBalance) {
        balance = newBalance;
    }

    public synchronized void deposit(int amount) {
        balance += amount;
    }

    public synchronized void withdraw(int amount) {
        if (balance < amount) throw new IllegalStateException("not enough");
        balance -= amount;
    }

    public synchronized boolean tryWithdraw(int amount) {
        if (balance < amount) return false;
        balance -= amount;
        return true;
    }

    public synchronized String getOwner() {
        return owner;
    }

    public synchronized void setOwner(String newOwner) {
        owner = newOwner;
    }

    public synchronized int getLockedNumber() {
        return number;
    }

    public int getNumber() {
        return number;
    }
}
