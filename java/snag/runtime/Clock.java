package snag.runtime;

/**
 * Vector clocks: the order of synchronisation (start, join, locks, volatile fields, …) among threads.
 *
 * Example: T1 { x = 1; unlock(l); }  T2 { lock(l); x = 2; }. T1's write carries T1's time; the unlock publishes that
 * time with l; the lock makes T2 know it; so the write of T2 is ordered after that of T1.
 *
 * A thread's knowledge is a vector of times, one for each slot (thread number), held as an immutable tree: leaves of 8
 * times, blocks of 16 leaves, and the vector of blocks. Snapshots are shared by reference, so a release costs O(1) and
 * copies nothing; an acquire that learns something copies the way to what changes (200 bytes at most), and takes leaves
 * and blocks over that are newer in every entry. The number of slots is bounded (Threads), and with it what a thread's
 * vector and an acquire can cost.
 *
 * A Clock is one published snapshot: everything {@code known}, plus (slot, time) of the publisher. If it comes from one
 * release (slot >= 0), a thread that knows (slot, time) already knows all of it, because a thread's time advances at
 * every release: the common re-acquire is O(1). A merged clock (several releases, for volatile fields, latches, …) has
 * slot -1 and is compared whole, and so is the clock of a slot that threads share (SharedSlot).
 *
 * Limit: a slot is reused after its thread died (Threads); the new thread then seems to know what the dead one did.
 * That can hide an unordered pair between a dead thread and its successor, never invent one.
 */
final class Clock {
    static final long[][][] NOTHING = new long[0][][];
    private static final int LEAF_BITS = 3;
    private static final int LEAF = 1 << LEAF_BITS;
    private static final int BLOCK = 16;
    private static final int BLOCK_BITS = LEAF_BITS + 4;
    private static final long[] EMPTY_LEAF = new long[LEAF];
    private static final long[][] EMPTY_BLOCK = new long[BLOCK][];

    private static final int FIRST = 1;
    private static final int SECOND = 2;
    private static final int BOTH = 3;

    static {
        for (int i = 0; i < BLOCK; i++) EMPTY_BLOCK[i] = EMPTY_LEAF;
    }

    final long[][][] known;
    final int slot;
    final long time;

    Clock(long[][][] known, int slot, long time) {
        this.known = known;
        this.slot = slot;
        this.time = time;
    }

    /** The time of a slot in a vector. */
    static long get(long[][][] vector, int slot) {
        int block = slot >> BLOCK_BITS;
        return block < vector.length ? vector[block][slot >> LEAF_BITS & BLOCK - 1][slot & LEAF - 1] : 0;
    }

    /** The vector with one entry raised; the same array if nothing changes. */
    static long[][][] with(long[][][] vector, int slot, long time) {
        if (get(vector, slot) >= time) return vector;
        int block = slot >> BLOCK_BITS;
        int leaf = slot >> LEAF_BITS & BLOCK - 1;
        long[][][] result = resized(vector, Math.max(vector.length, block + 1));
        long[][] leaves = result[block].clone();
        long[] times = leaves[leaf].clone();
        times[slot & LEAF - 1] = time;
        leaves[leaf] = times;
        result[block] = leaves;
        return result;
    }

    /** The least upper bound; returns {@code a} or {@code b} itself when that is it. */
    static long[][][] join(long[][][] a, long[][][] b) {
        if (a == b || b.length == 0) return a;
        if (a.length == 0) return b;
        long[][][] result = a;
        boolean isB = a.length <= b.length;
        for (int i = 0; i < b.length; i++) {
            long[][] mine = i < a.length ? a[i] : EMPTY_BLOCK;
            long[][] joined = mine == b[i] ? mine : joinBlocks(mine, b[i]);
            isB &= joined == b[i];
            if (joined == mine) continue;
            if (result == a) result = resized(a, Math.max(a.length, b.length));
            result[i] = joined;
        }
        return isB && result != a ? b : result;
    }

    private static long[][] joinBlocks(long[][] a, long[][] b) {
        int newer = BOTH;
        for (int i = 0; i < BLOCK && newer != 0; i++) newer &= compare(a[i], b[i]);
        if (newer != 0) return (newer & FIRST) != 0 ? a : b;
        long[][] result = new long[BLOCK][];
        for (int i = 0; i < BLOCK; i++) result[i] = joinLeaves(a[i], b[i]);
        return result;
    }

    private static long[] joinLeaves(long[] a, long[] b) {
        int newer = compare(a, b);
        if (newer != 0) return (newer & FIRST) != 0 ? a : b;
        long[] result = new long[LEAF];
        for (int i = 0; i < LEAF; i++) result[i] = Math.max(a[i], b[i]);
        return result;
    }

    /** Which leaf has no entry that is older than the other's: FIRST, SECOND, BOTH, or 0 for none. */
    private static int compare(long[] a, long[] b) {
        if (a == b) return BOTH;
        int newer = BOTH;
        for (int i = 0; i < LEAF; i++) {
            if (a[i] < b[i]) newer &= SECOND;
            if (b[i] < a[i]) newer &= FIRST;
        }
        return newer;
    }

    private static long[][][] resized(long[][][] vector, int length) {
        if (length == vector.length) return vector.clone();
        long[][][] copy = new long[length][][];
        for (int i = 0; i < length; i++) copy[i] = i < vector.length ? vector[i] : EMPTY_BLOCK;
        return copy;
    }

    /**
     * This clock and one more release: the old one if that tells nothing new, just the new one if its releaser knew the
     * old one, else a merged one.
     */
    static Clock merge(Clock old, PerThread releaser) {
        long now = releaser.releaseTime();
        if (old == null || old.slot >= 0 && releaser.knowsClock(old.slot, old.time)) {
            return new Clock(releaser.known, releaser.slot, now);
        }
        long[][][] all = join(releaser.known, old.known);
        if (old.slot >= 0) all = with(all, old.slot, old.time);
        if (all == releaser.known) return new Clock(all, releaser.slot, now);
        all = with(all, releaser.slot, now);
        return all == old.known ? old : new Clock(all, -1, 0);
    }
}
