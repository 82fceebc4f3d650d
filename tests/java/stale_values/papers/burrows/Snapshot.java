package papers.burrows;

import papers.Use;

/** Section 1, second example: three uses of one snapshot. The assignments to t1, t2 and t3 are calls here. */
class Snapshot {
    private int x;

    synchronized void set(int value) {
        x = value;
    }

    void threeUsesBad() {
        int t0;
        synchronized (this) {
            t0 = x;
        }
        Use.of(t0);
        synchronized (this) {
            Use.of(t0); // expect: stale-value/stale-use
        }
        Use.of(t0);
    }

    /** The third use alone. */
    void lastUseBad() {
        int t0;
        synchronized (this) {
            t0 = x;
        }
        synchronized (this) {
            x = 0;
        }
        Use.of(t0); // expect-audit: stale-value/use-after
    }
}
