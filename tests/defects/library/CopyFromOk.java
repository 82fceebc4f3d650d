// mode: library
// The value of the other object is read under its lock, which is released before the own lock is taken.
public class CopyFromOk {
    private int value;

    public synchronized void set(int newValue) {
        value = newValue;
    }

    public synchronized int get() {
        return value;
    }

    public void copyFrom(CopyFromOk other) {
        int copy = other.get();
        set(copy);
    }
}
