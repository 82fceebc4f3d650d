package papers.burrows;

/** Section 5: the length of a shared array, used to walk over what may be another array by then. */
class ArrayLength {
    private int[] a = {1, 2, 3};

    synchronized void replace(int[] other) {
        a = other;
    }

    int sumBad() {
        int t;
        synchronized (this) {
            t = a.length;
        }
        int s = 0;
        synchronized (this) {
            int i = 0;
            while (i < t) { // expect: stale-value/stale-use
                s = s + a[i];
                i = i + 1;
            }
        }
        return s;
    }

    int sumOk() {
        int s = 0;
        synchronized (this) {
            int t = a.length;
            int i = 0;
            while (i < t) {
                s = s + a[i];
                i = i + 1;
            }
        }
        return s;
    }
}
