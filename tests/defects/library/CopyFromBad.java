// mode: library
// The method holds its own lock, but not that of the object from which it copies.
public class CopyFromBad {
    private int value;

    public synchronized void set(int newValue) {
        value = newValue;
    }

    public synchronized int get() {
        return value;
    }

    public synchronized void copyFrom(CopyFromBad other) {
        value = other.value; // expect: data-race/all-writes-locked !known-gap Not found yet.
    }
}
