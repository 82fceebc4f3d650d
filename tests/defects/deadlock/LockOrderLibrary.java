// Two public methods of a class nest its two locks in different orders; clients call them from many threads.
// mode: library
public class LockOrderLibrary {
    private final Object readers = new Object();
    private final Object writers = new Object();
    private int users;

    public void open() {
        synchronized (readers) {
            synchronized (writers) {         // expect: deadlock/lock-order
                users++;
            }
        }
    }

    public void shut() {
        synchronized (writers) {
            synchronized (readers) {
                users--;
            }
        }
    }
}
