// mode: library
// Each method holds a lock, but not the same one.
public class TwoLocksBad {
    private final Object lockA = new Object();
    private final Object lockB = new Object();
    private int moves;

    public int left() {
        synchronized (lockA) {
            moves++; // expect: data-race/unlocked
            return moves;
        }
    }

    public int right() {
        synchronized (lockB) {
            moves++;
            return moves;
        }
    }
}
