// The opposite order is in a private method that nobody calls.
// mode: library
public class LockOrderLibraryPrivateOrder {
    private final Object head = new Object();
    private final Object tail = new Object();
    private int length;

    public void append() {
        synchronized (head) {
            synchronized (tail) {
                length++;
            }
        }
    }

    public void clear() {
        synchronized (head) {
            synchronized (tail) {
                length = 0;
            }
        }
    }

    private void formerClear() {
        synchronized (tail) {
            synchronized (head) {
                length = 0;
            }
        }
    }
}
