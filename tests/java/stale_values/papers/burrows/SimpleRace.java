package papers.burrows;

import papers.Use;

/** Section 1, first example: the second read of x is a data race, which this technique does not look for. */
class SimpleRace {
    private int x;

    synchronized void set(int value) {
        x = value;
    }

    void readAgainOutsideOk() {
        int t0;
        synchronized (this) {
            t0 = x;
        }
        int t1 = x;
        Use.of(t0);
        Use.of(t1);
    }
}
