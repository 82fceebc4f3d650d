// mode: library
// Every access to the counter holds the lock of the object.
@CounterLockedOk.ThreadSafe
public class CounterLockedOk {
    private int count;

    public synchronized void add() {
        count++;
    }

    public int count() {
        synchronized (this) {
            return count;
        }
    }

    @interface ThreadSafe { }
}
