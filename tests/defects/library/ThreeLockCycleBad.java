// mode: library
// Three methods and three locks: no two of the methods are in conflict, but all three together are.
public class ThreeLockCycleBad {
    private final Object red = new Object();
    private final Object green = new Object();
    private final Object blue = new Object();

    public int first(int x) {
        synchronized (red) {
            synchronized (green) { // expect: deadlock/lock-order
                return x + 1;
            }
        }
    }

    public int second(int x) {
        synchronized (green) {
            synchronized (blue) {
                return x + 2;
            }
        }
    }

    public int third(int x) {
        synchronized (blue) {
            synchronized (red) {
                return x + 3;
            }
        }
    }
}
