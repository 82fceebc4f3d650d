package snag.runtime;

/**
 * Vector clocks: the order of synchronisation (start, join, locks, volatile fields, …) among threads.
 *
 * Example: T1 { x = 1; unlock(l); }  T2 { lock(l); x = 2; }. T1's write carries T1's time; the unlock publishes that
 * time with l; the lock makes T2 know it; so the write of T2 is ordered after that of T1.
 *
 * A thread's knowledge is a vector of times, one for each slot (thread number), held as immutable chunks of 16 behind
 * an immutable array of chunks. Snapshots are shared by reference, so a release costs O(1) and copies nothing; an
 * acquire that learns something copies the chunks that change, and takes those over that are newer in every entry. The
 * number of slots is bounded (Threads), and with it what a thread's vector and an acquire can cost.
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
    static final long[][] NOTHING = new long[0][];
    private static final int SHIFT = 4;
    private static final int CHUNK = 1 << SHIFT;
    private static final long[] ZERO = new long[CHUNK];

    final long[][] known;
    final int slot;
    final long time;

    Clock(long[][] known, int slot, long time) {
        this.known = known;
        this.slot = slot;
        this.time = time;
    }

    /** The time of a slot in a vector. */
    static long get(long[][] vector, int slot) {
        int chunk = slot >> SHIFT;
        return chunk < vector.length ? vector[chunk][slot & CHUNK - 1] : 0;
    }

    /** The vector with one entry raised; the same array if nothing changes. */
    static long[][] with(long[][] vector, int slot, long time) {
        if (get(vector, slot) >= time) return vector;
        int chunk = slot >> SHIFT;
        long[][] result = resized(vector, Math.max(vector.length, chunk + 1));
        long[] entries = copyOf(result[chunk]);
        entries[slot & CHUNK - 1] = time;
        result[chunk] = entries;
        return result;
    }

    /** The least upper bound; answers {@code a} or {@code b} itself when that is it. */
    static long[][] join(long[][] a, long[][] b) {
        if (a == b || b.length == 0) return a;
        if (a.length == 0) return b;
        long[][] result = a;
        boolean isB = a.length <= b.length;
        for (int i = 0; i < b.length; i++) {
            long[] mine = i < a.length ? a[i] : ZERO;
            long[] joined = joinChunk(mine, b[i]);
            isB &= joined == b[i];
            if (joined == mine) continue;
            if (result == a) result = resized(a, Math.max(a.length, b.length));
            result[i] = joined;
        }
        return isB ? b : result;
    }

    private static long[] joinChunk(long[] a, long[] b) {
        if (a == b) return a;
        boolean isA = true;
        boolean isB = true;
        for (int i = 0; i < CHUNK; i++) {
            isA &= a[i] >= b[i];
            isB &= b[i] >= a[i];
        }
        if (isA) return a;
        if (isB) return b;
        long[] result = new long[CHUNK];
        for (int i = 0; i < CHUNK; i++) result[i] = Math.max(a[i], b[i]);
        return result;
    }

    private static long[] copyOf(long[] chunk) {
        long[] copy = new long[CHUNK];
        for (int i = 0; i < CHUNK; i++) copy[i] = chunk[i];
        return copy;
    }

    private static long[][] resized(long[][] vector, int length) {
        long[][] copy = new long[length][];
        for (int i = 0; i < length; i++) copy[i] = i < vector.length ? vector[i] : ZERO;
        return copy;
    }

    /** This clock and one more release: replaces this one if the releaser knew it, else a merged one. */
    static Clock merge(Clock old, PerThread releaser) {
        Clock mine = new Clock(releaser.known, releaser.slot, releaser.releaseTime());
        if (old == null || old.slot >= 0 && releaser.knowsClock(old.slot, old.time)) return mine;
        long[][] all = join(releaser.known, old.known);
        if (old.slot >= 0) all = with(all, old.slot, old.time);
        return all == releaser.known ? mine : new Clock(with(all, mine.slot, mine.time), -1, 0);
    }
}
