// mode: library
// The two bounds belong together, but one method writes them in two critical sections.
public class SplitStateBad {
    private int low;
    private int high = 10;

    public synchronized void set(int newLow, int newHigh) {
        low = newLow;
        high = newHigh;
    }

    public void moveTo(int newLow, int newHigh) {
        synchronized (this) { low = newLow; }
        synchronized (this) { high = newHigh; } // expect: method-atomicity/split-state
    }

    public synchronized boolean contains(int x) {
        return low <= x && x < high;
    }
}
