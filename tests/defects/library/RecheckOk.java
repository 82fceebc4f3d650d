// mode: library
// The value is computed without the lock, but stored only if nothing has changed in the meantime.
public class RecheckOk {
    private int version;
    private long value = 1;

    public boolean square() {
        int seen;
        long old;
        synchronized (this) {
            seen = version;
            old = value;
        }
        long next = old * old;
        synchronized (this) {
            if (version != seen) {
                return false;
            }
            value = next;
            version++;
            return true;
        }
    }

    public synchronized long value() {
        return value;
    }
}
