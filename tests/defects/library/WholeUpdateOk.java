// mode: library
// Test and update, and the two bounds, are each in one critical section.
public class WholeUpdateOk {
    private int low;
    private int high = 10;

    public synchronized void moveTo(int newLow, int newHigh) {
        low = newLow;
        high = newHigh;
    }

    public void extendTo(int value) {
        synchronized (this) {
            if (value > high) {
                high = value;
            }
        }
    }

    public synchronized boolean contains(int x) {
        return low <= x && x < high;
    }
}
