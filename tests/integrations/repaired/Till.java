package till;

/** The money in one till, as it is after the repair: roundUp() holds the lock from the read to the write. */
public final class Till {
    private long cents;

    public synchronized long cents() {
        return cents;
    }

    public synchronized void setCents(long cents) {
        this.cents = cents;
    }

    public synchronized void payIn(long amount) {
        cents += amount;
    }

    public synchronized void roundUp() {
        long before = cents();
        setCents((before + 99) / 100 * 100);
    }
}
