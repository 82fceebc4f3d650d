// mode: library
// The accounts are locked in the order of their numbers, which are all different, whoever pays.
public class TransferOrderedOk {
    private final int number;
    private long balance;

    public TransferOrderedOk(int number) {
        this.number = number;
    }

    public void transferTo(TransferOrderedOk other, long amount) {
        TransferOrderedOk first = number < other.number ? this : other;
        TransferOrderedOk second = first == this ? other : this;
        synchronized (first) {
            synchronized (second) {
                balance -= amount;
                other.balance += amount;
            }
        }
    }

    public synchronized long balance() {
        return balance;
    }
}
