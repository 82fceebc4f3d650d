package papers;

/** Sections 2.3 and 4.6: two different witnesses, one after the other, which only --relaxed reports. */
public class Variant {
    public static class Cell {
        private int value;

        public synchronized int get() {
            return value;
        }

        public synchronized void set(int newValue) {
            value = newValue;
        }
    }

    private final Cell left = new Cell();
    private final Cell right = new Cell();

    public synchronized int sumBad() {
        int sum = left.get();
        sum += right.get(); // expect-relaxed: reacquired-lock/two-locks
        return sum;
    }

    public synchronized int sumOfSnapshotOk() {
        synchronized (left) {
            synchronized (right) {
                return left.get() + right.get();
            }
        }
    }

    public int sumWithoutContextOk() {
        int sum = left.get();
        sum += right.get();
        return sum;
    }

    public int oneIsTheContextOk() {
        synchronized (left) {
            int sum = left.get();
            sum += right.get();
            return sum;
        }
    }

    public synchronized int eitherOk(boolean first) {
        return first ? left.get() : right.get();
    }

    /** Both witnesses are the same lock: the pattern itself. */
    public synchronized void sameLockBad() {
        int old = left.get();
        left.set(old + 1); // expect: reacquired-lock/dependent
    }
}
