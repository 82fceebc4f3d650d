package shapes;

/** Monitors. */
class Locks {
    private int count;
    private static int all;
    private final Object lock = new Object();

    synchronized int add(int n) {
        count += n;
        return count;
    }

    static synchronized void addAll() {
        all++;
    }

    void block(int n) {
        synchronized (lock) {
            count += n;
        }
    }

    int early(int n) {
        synchronized (this) {
            if (n > 0) return count;
            synchronized (Locks.class) {
                all = n;
            }
        }
        return 0;
    }

    synchronized void empty() {}

    synchronized int handles(int[] a) {
        try {
            return a[0];
        } catch (Throwable t) {
            return -1;
        }
    }
}
