// mode: library
// A private helper without a lock of its own: all its callers hold the lock, directly or through another helper.
public class HelperAllLockedOk {
    private final Object lock = new Object();
    private int size;

    public void add() {
        synchronized (lock) {
            grow(1);
        }
    }

    public void addTwo() {
        synchronized (lock) {
            growTwice();
        }
    }

    public int size() {
        synchronized (lock) {
            return size;
        }
    }

    private void growTwice() {
        grow(1);
        grow(1);
    }

    private void grow(int by) {
        size += by;
    }
}
