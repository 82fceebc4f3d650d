// mode: library
// One method uses the field without the lock that its annotation names.
public class GuardedByFieldBad {
    private final Object lock = new Object();

    @GuardedBy("lock")
    private int size;

    public void grow() {
        synchronized (lock) {
            size++;
        }
    }

    public void shrink() {
        synchronized (lock) {
            size--;
        }
    }

    public boolean isEmpty() {
        return size == 0; // expect: data-race/all-writes-locked
    }

    @interface GuardedBy {
        String value();
    }
}
