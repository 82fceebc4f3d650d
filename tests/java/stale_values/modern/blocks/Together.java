package modern.blocks;

import papers.Use;

/** Two values of another object that belong together, asked for one after the other. */
class Together {
    static final class Range {
        private long low, high; // written together
        private long uses;
        private boolean open, empty;

        synchronized boolean isOpen() {
            return open;
        }

        synchronized boolean isEmpty() {
            return empty;
        }

        synchronized long low() {
            return low;
        }

        synchronized long high() {
            return high;
        }

        synchronized long uses() {
            return uses;
        }

        synchronized void set(long from, long to) {
            low = from;
            high = to;
            open = from < to;
            empty = from == to;
        }

        synchronized void use() {
            uses++;
        }
    }

    private long width;

    synchronized void underOwnLockBad(Range range) {
        width = range.high() - range.low(); // expect: block-atomicity/mixed-blocks
    }

    synchronized void scaledBad(Range range) {
        width = range.high() * 1000 + range.low(); // expect: block-atomicity/mixed-blocks
    }

    long withoutLockBad(Range range) {
        return range.high() - range.low(); // expect: block-atomicity/mixed-blocks // expect-audit: stale-value/use-after
    }

    /** What becomes of them there is not known: only the audit wants to see it. */
    void passedOnBad(Range range) {
        long low = range.low();
        long high = range.high();
        show(low, high); // expect-audit: block-atomicity/mixed-blocks, stale-value/use-after
    }

    synchronized void notTogetherOk(Range range) {
        width = range.high() - range.uses(); // expect-audit: block-atomicity/mixed-blocks
    }

    /** Flags are no numbers. */
    synchronized boolean flagsOk(Range range) {
        return range.isOpen() | range.isEmpty(); // expect-audit: block-atomicity/mixed-blocks
    }

    synchronized void twoObjectsOk(Range one, Range other) {
        width = one.high() - other.low(); // expect-audit: block-atomicity/mixed-blocks
    }

    void lockedOk(Range range) {
        synchronized (range) {
            show(range.low(), range.high());
        }
    }

    private static void show(long low, long high) {
        Use.of((int) (low + high));
    }
}
