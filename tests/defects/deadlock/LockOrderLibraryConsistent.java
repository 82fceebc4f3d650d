// The public methods of a class take its two locks in the same order, or only one of them.
// mode: library
public class LockOrderLibraryConsistent {
    private final Object readers = new Object();
    private final Object writers = new Object();
    private int users;
    private int waiting;

    public void open() {
        synchronized (readers) {
            synchronized (writers) {
                users++;
            }
        }
    }

    public void shut() {
        synchronized (readers) {
            synchronized (writers) {
                users--;
            }
        }
    }

    public void queue() {
        synchronized (writers) {
            waiting++;
        }
    }
}
