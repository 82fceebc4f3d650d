package annotated;

import notes.Notes.NotThreadSafe;
import notes.Notes.ThreadSafe;

/** Findings in classes that are not for several threads are for audit. */
@NotThreadSafe
class Unsafe {
    private int count;

    void updateBad() {
        int old;
        synchronized (this) {
            old = count;
        }
        synchronized (this) {
            count = old + 1; // expect-audit: stale-value/lost-update
        }
    }

    Runnable lambdaBad() {
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

    Runnable anonymousBad() {
        return new Runnable() {
            public void run() {
                int old;
                synchronized (Unsafe.this) {
                    old = count;
                }
                synchronized (Unsafe.this) {
                    count = old + 1; // expect-audit: stale-value/lost-update
                }
            }
        };
    }

    static class Nested {
        private int count;

        void updateNestedBad() {
            int old;
            synchronized (this) {
                old = count;
            }
            synchronized (this) {
                count = old + 1; // expect-audit: stale-value/lost-update
            }
        }
    }

    @ThreadSafe
    static class Safe {
        private int count;

        void updateSafeBad() {
            int old;
            synchronized (this) {
                old = count;
            }
            synchronized (this) {
                count = old + 1; // expect: stale-value/lost-update
            }
        }
    }
}
