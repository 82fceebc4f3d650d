// mode: library
// The fields are used only under the locks that their annotations name.
public class GuardedByFieldOk {
    private final Object lock = new Object();

    @GuardedBy("lock")
    private int size;

    @GuardedBy("this")
    private String name = "";

    public void grow() {
        synchronized (lock) {
            size++;
        }
    }

    public int size() {
        synchronized (lock) {
            return size;
        }
    }

    public synchronized void rename(String newName) {
        name = newName;
    }

    public synchronized String name() {
        return name;
    }

    @interface GuardedBy {
        String value();
    }
}
