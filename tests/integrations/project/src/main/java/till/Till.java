package till;

/** The money in one till. Each method holds the lock, and yet roundUp() loses what others pay in meanwhile. */
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

    public void roundUp() {
        long before = cents();
        setCents((before + 99) / 100 * 100);
    }
}
