// mode: library
// Writers hold both locks, readers one of the two: every two accesses that conflict have a lock in common.
public class TwoLocksPairwiseOk {
    private final Object first = new Object();
    private final Object second = new Object();
    private int value;

    public void set(int newValue) {
        synchronized (first) {
            synchronized (second) {
                value = newValue;
            }
        }
    }

    public int viaFirst() {
        synchronized (first) {
            return value;
        }
    }

    public int viaSecond() {
        synchronized (second) {
            return value;
        }
    }
}
