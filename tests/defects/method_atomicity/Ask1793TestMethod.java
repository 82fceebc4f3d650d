// infer#1793: only a method for tests has separate sections, and tests do not call it from many threads.
// mode: library
public class Ask1793TestMethod {
    @interface VisibleForTesting {
    }

    private int level;

    public synchronized void add(int amount) {
        level += amount;
    }

    private synchronized int level() {
        return level;
    }

    private synchronized void setLevel(int value) {
        level = value;
    }

    @VisibleForTesting
    void doubleLevel() {
        int now = level();
        setLevel(2 * now);
    }
}
