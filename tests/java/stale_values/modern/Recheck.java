package modern;

import papers.Use;

/** The later section looks again before it writes; or looks too late, or at something else. */
class Recheck {
    private Object cached;
    private String text = "";
    private int count;
    private int other;

    synchronized Object getCached() {
        return cached;
    }

    synchronized void setCached(Object made) {
        cached = made;
    }

    synchronized Object keepFirst(Object made) {
        if (cached == null) cached = made;
        return cached;
    }

    synchronized void setOther(int value) {
        other = value;
    }

    void lazyBad() {
        boolean missing;
        synchronized (this) {
            missing = cached == null;
        }
        if (missing) {
            Object made = new Object();
            synchronized (this) {
                cached = made; // expect: stale-value/check-then-act
            }
        }
    }

    void lazyWithAccessorsBad() {
        Object found = getCached();
        if (found == null) {
            found = new Object();
            setCached(found); // expect: stale-value/check-then-act
        }
        Use.of(found);
    }

    void lazyOk() {
        boolean missing;
        synchronized (this) {
            missing = cached == null;
        }
        if (missing) {
            Object made = new Object();
            synchronized (this) {
                if (cached == null) cached = made;
            }
        }
    }

    void lazyInCalleeOk() {
        Object found = getCached();
        if (found == null) {
            found = keepFirst(new Object());
        }
        Use.of(found);
    }

    boolean comparedAgainOk() {
        int old;
        synchronized (this) {
            old = count;
        }
        int next = old * 2 + 1;
        synchronized (this) {
            if (count != old) return false;
            count = next;
            return true;
        }
    }

    void comparedWithEqualsOk() {
        String old;
        synchronized (this) {
            old = text;
        }
        String next = old + "!";
        synchronized (this) {
            if (text.equals(old)) text = next;
        }
    }

    void comparedTooLateBad() {
        int old;
        synchronized (this) {
            old = count;
        }
        synchronized (this) {
            count = old + 1; // expect: stale-value/lost-update
            if (count > 10) Use.of(10);
        }
    }

    void otherFieldComparedBad() {
        int old;
        synchronized (this) {
            old = count;
        }
        synchronized (this) {
            if (other == 0) count = old + 1; // expect: stale-value/lost-update
        }
    }
}
