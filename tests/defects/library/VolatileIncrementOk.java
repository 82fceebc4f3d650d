// mode: library
// Incrementing a volatile field may lose updates, but it is no data race: stale-value is the check for it.
public class VolatileIncrementOk {
    private volatile int count;

    public void add() {
        count++;
    }

    public int count() {
        return count;
    }

    public boolean isEmpty() {
        return count == 0;
    }
}
