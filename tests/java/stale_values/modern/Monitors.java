package modern;

import papers.Use;

/** synchronized methods and blocks: which lock, whether it was really released in between. */
class Monitors {
    private final Object other = new Object();
    private int count;
    private int last;
    private int paired;

    synchronized int getCount() {
        return count;
    }

    synchronized void setCount(int value) {
        count = value;
    }

    synchronized void increment() {
        count++;
    }

    synchronized void keep(int value) {
        last = value;
    }

    void blocksBad() {
        int old;
        synchronized (this) {
            old = count;
        }
        synchronized (this) {
            count = old + 1; // expect: stale-value/lost-update
        }
    }

    void getThenSetBad() {
        int old = getCount();
        setCount(old + 1); // expect: stale-value/lost-update
    }

    void withoutLocalBad() {
        setCount(getCount() + 1); // expect: stale-value/lost-update
    }

    void methodThenBlockBad() {
        int old = getCount();
        synchronized (this) {
            count = old + 1; // expect: stale-value/lost-update
        }
    }

    void checkThenActBad() {
        if (getCount() < 10) {
            increment(); // expect: stale-value/check-then-act
        }
    }

    void staleBranchInsideBad() {
        int old = getCount();
        synchronized (this) {
            if (old < 10) count++; // expect: stale-value/check-then-act
        }
    }

    void argumentBad() {
        int old = getCount();
        keep(old); // expect: stale-value/stale-use
    }

    void useAfterBad() {
        int old = getCount();
        increment();
        Use.of(old); // expect-audit: stale-value/use-after
    }

    synchronized void getThenSetOk() {
        int old = getCount();
        setCount(old + 1);
    }

    void outerBlockOk() {
        synchronized (this) {
            if (getCount() < 10) {
                increment();
            }
        }
    }

    void reentrantBlocksOk() {
        synchronized (this) {
            int old;
            synchronized (this) {
                old = count;
            }
            synchronized (this) {
                count = old + 1;
            }
        }
    }

    /** The inner exit gives nothing back, so the block goes on after it. */
    synchronized void afterReentrantExitOk() {
        int old = count;
        synchronized (this) {
            Use.of(old);
        }
        count = old + 1;
    }

    void snapshotOk() {
        int old;
        synchronized (this) {
            old = count;
        }
        if (old > 3) Use.of(old);
    }

    void otherLockOk() {
        int old;
        synchronized (this) {
            old = count;
        }
        synchronized (other) {
            Use.of(old);
        }
    }

    /** The other lock covers both sections, here and wherever the field is written. */
    void outerOtherLockOk() {
        synchronized (other) {
            int old;
            synchronized (this) {
                old = paired;
            }
            synchronized (this) {
                paired = old + 1;
            }
        }
    }

    void freshReadOk() {
        int old;
        synchronized (this) {
            old = count;
        }
        Use.of(old);
        synchronized (this) {
            int now = count;
            count = now + 1;
        }
    }

    void writeWithoutOldValueOk() {
        int old = getCount();
        Use.of(old);
        setCount(0);
    }

    synchronized void callsTwoBlocks() {
        onlyUnderLockOk();
    }

    private void onlyUnderLockOk() {
        int old;
        synchronized (this) {
            old = count;
        }
        synchronized (this) {
            count = old + 1;
        }
    }

    synchronized void callsUnderLock() {
        alsoWithoutLockBad();
    }

    void callsWithoutLock() {
        alsoWithoutLockBad();
    }

    private void alsoWithoutLockBad() {
        int old;
        synchronized (this) {
            old = count;
        }
        synchronized (this) {
            count = old + 1; // expect: stale-value/lost-update
        }
    }

    void otherInstanceOk(Monitors source) {
        int value = source.getCount();
        setCount(value);
    }
}
