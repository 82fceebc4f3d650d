// mode: library
// The method without a lock is public for tests only.
public class VisibleForTestingOk {
    private int size;

    public synchronized void add() {
        size++;
    }

    public synchronized int size() {
        return size;
    }

    @VisibleForTesting
    public void resetForTest() {
        size = 0;
    }

    @interface VisibleForTesting { }
}
