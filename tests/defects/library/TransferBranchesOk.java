// mode: library
// The order of the accounts is decided by an if, with one nest of locks in each branch.
public class TransferBranchesOk {
    private final int number;
    private long balance;

    public TransferBranchesOk(int number) {
        this.number = number;
    }

    public void transferTo(TransferBranchesOk other, long amount) {
        if (number < other.number) {
            synchronized (this) {
                synchronized (other) {
                    move(other, amount);
                }
            }
        } else if (number > other.number) {
            synchronized (other) {
                synchronized (this) {
                    move(other, amount);
                }
            }
        }
    }

    private void move(TransferBranchesOk other, long amount) {
        balance -= amount;
        other.balance += amount;
    }

    public synchronized long balance() {
        return balance;
    }
}
