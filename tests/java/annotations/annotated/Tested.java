package annotated;

import java.util.List;
import notes.Notes.VisibleForTesting;

/** Findings in methods that only tests call are for audit. */
public class Tested {
    private int count;

    @VisibleForTesting
    public void onlyTestsBad() {
        int old;
        synchronized (this) {
            old = count;
        }
        synchronized (this) {
            count = old + 1; // expect-audit: stale-value/lost-update
        }
    }

    @VisibleForTesting
    public Runnable onlyTestsLambdaBad() {
        return () -> {
            int old;
            synchronized (this) {
                old = count;
            }
            synchronized (this) {
                count = old + 1; // expect-audit: stale-value/lost-update
            }
        };
    }

    @VisibleForTesting
    void calledBad() {
        int old;
        synchronized (this) {
            old = count;
        }
        synchronized (this) {
            count = old + 1; // expect: stale-value/lost-update
        }
    }

    @VisibleForTesting
    public void callsItselfBad(int depth) {
        int old;
        synchronized (this) {
            old = count;
        }
        synchronized (this) {
            count = old + 1; // expect-audit: stale-value/lost-update
        }
        if (depth > 0) callsItselfBad(depth - 1);
    }

    @VisibleForTesting
    void referredToBad() {
        int old;
        synchronized (this) {
            old = count;
        }
        synchronized (this) {
            count = old + 1; // expect: stale-value/lost-update
        }
    }

    /** What implements a method of the library has callers there. */
    Comparable<Object> libraryCallsItBad() {
        return new Comparable<Object>() {
            private int count;

            @Override
            @VisibleForTesting
            public int compareTo(Object other) {
                int old;
                synchronized (this) {
                    old = count;
                }
                synchronized (this) {
                    count = old + 1; // expect: stale-value/lost-update
                }
                return old;
            }
        };
    }

    /** It does not get further than the call it is given to. */
    @VisibleForTesting
    void forEachBad(Object item) {
        int old;
        synchronized (this) {
            old = count;
        }
        synchronized (this) {
            count = old + 1; // expect: stale-value/lost-update
        }
    }

    public void each(List<Object> items) {
        items.forEach(this::forEachBad);
    }

    public Runnable user() {
        calledBad();
        return this::referredToBad;
    }
}
