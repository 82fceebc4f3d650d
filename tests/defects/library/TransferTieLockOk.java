// mode: library
// A static lock is taken before the locks of the two accounts, so only one transfer runs at a time.
public class TransferTieLockOk {
    private static final Object TRANSFERS = new Object();
    private long balance;

    public void transferTo(TransferTieLockOk other, long amount) {
        synchronized (TRANSFERS) {
            synchronized (this) {
                synchronized (other) {
                    balance -= amount;
                    other.balance += amount;
                }
            }
        }
    }

    public synchronized long balance() {
        return balance;
    }
}
