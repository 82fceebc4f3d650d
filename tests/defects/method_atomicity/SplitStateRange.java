// The two ends of a range are moved in two sections, while a reader needs both to be consistent.
// mode: library
public class SplitStateRange {
    private final Object lock = new Object();
    private int lower;
    private int upper = 10;

    public void shift(int distance) {
        synchronized (lock) {
            lower += distance;
        }
        synchronized (lock) {                // expect: method-atomicity/split-state
            upper += distance;
        }
    }

    public boolean contains(int value) {
        synchronized (lock) {
            return lower <= value && value < upper;
        }
    }
}
