// mode: library
// A fast path reads the flag without the lock under which it is written.
public class UnlockedFastPathBad {
    private boolean closed;
    private int closings;

    public void close() {
        if (closed) { // expect: data-race/all-writes-locked
            return;
        }
        synchronized (this) {
            closed = true;
            closings++;
        }
    }

    public synchronized int closings() {
        return closings;
    }
}
