// mode: library
// The value is read in one critical section and written back in another: updates in between are lost.
public class SplitUpdateBad {
    private int highest;

    public void report(int value) {
        int old;
        synchronized (this) { old = highest; }
        int next = Math.max(old, value);
        synchronized (this) { highest = next; } // expect: method-atomicity/split-update
    }

    public synchronized int highest() {
        return highest;
    }
}
