// mode: library
// The annotation on the method says that its callers hold the lock.
public class GuardedByMethodOk {
    private int size;

    public synchronized void add() {
        addLocked(1);
    }

    public synchronized int size() {
        return size;
    }

    @GuardedBy("this")
    public void addLocked(int n) {
        size += n;
        check();
    }

    private void check() {
        if (size < 0) {
            throw new IllegalStateException();
        }
    }

    @interface GuardedBy {
        String value();
    }
}
