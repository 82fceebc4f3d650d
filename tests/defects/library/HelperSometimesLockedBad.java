// mode: library
// A private helper is called once with the lock and once without it.
public class HelperSometimesLockedBad {
    private int size;

    public synchronized void add() {
        grow(1);
    }

    public void addFast() {
        grow(1);
    }

    public synchronized int size() {
        return size;
    }

    private void grow(int by) {
        size += by; // expect: data-race/unlocked
    }
}
