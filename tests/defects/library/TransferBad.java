// mode: library
// Two transfers between the same accounts in opposite directions block each other.
public class TransferBad {
    private long balance;

    public void transferTo(TransferBad other, long amount) {
        synchronized (this) {
            synchronized (other) { // expect: deadlock/lock-order
                balance -= amount;
                other.balance += amount;
            }
        }
    }

    public synchronized long balance() {
        return balance;
    }
}
