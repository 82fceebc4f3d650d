// mode: library
// The method for tests is also called by a public method, without the lock.
public class VisibleForTestingCalledBad {
    private int size;

    public synchronized void add() {
        size++;
    }

    public synchronized int size() {
        return size;
    }

    public void restart() {
        reset();
    }

    @VisibleForTesting
    public void reset() {
        size = 0; // expect: data-race/unlocked
    }

    @interface VisibleForTesting { }
}
