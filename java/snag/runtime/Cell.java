package snag.runtime;

/**
 * The state of one field of a shared object (of the whole object with --granularity object; of a segment of an array), after
 * figure 7.4 of von Praun 2004, and the accesses to it that reports and the happens-before filter need.
 *
 * Example: main makes o (OWNED); T1 writes o.x (HANDOFF, modified); T2 writes o.x without a common lock (SHARED, modified, lockset
 * empty): conflict.
 *
 * Where the figure and the text differ, the text and figure 7.1 decide: a write that hands the object over makes it "handoff
 * modified" (the figure sets w only from the second access on), and w is accumulated (the figure's "and" would keep it false).
 *
 * Hybrid (7.1.7): the empty lockset alone is no report; there must be a recorded access of another thread, one of the two a write,
 * that does not happen before this one. The last write and the last reads of up to four threads are recorded; a fifth reader takes
 * the place of one that is ordered before it, or of the last one, so a race with a reader that was displaced can be missed.
 *
 * All under the lock of the Shadow.
 */
class Cell {
    static final byte OWNED = 0;
    static final byte HANDOFF = 1;
    static final byte SHARED = 2;
    static final byte CONFLICT = 3;
    static final int READERS = 4;

    final int field;
    final Cell next;
    byte state;
    /** o.w: there was a write in state HANDOFF or SHARED. */
    boolean modified;
    /** race() found a conflict; {@code other} is the earlier access, or null if that is not known any more. */
    boolean found;
    /** o.t2. */
    private PerThread second;
    /** o.l; null: all locks. */
    Side[] candidates;
    Access lastWrite;
    /** The last reads of different threads, newest first as they came in. */
    private Access read0;
    private Access read1;
    private Access read2;
    private Access read3;

    Cell(int field, Cell next) {
        this.field = field;
        this.next = next;
    }

    /**
     * One access. Sets {@code found} if it is in conflict, and answers the earlier access then. {@code firstOwner}: is p the
     * thread that owned the object before it was shared?
     */
    final Access race(PerThread p, boolean write, boolean firstOwner) {
        found = false;
        if (state == CONFLICT) return null;
        if (state == OWNED) {
            // Only with field granularity: this field has not been touched by a second thread yet.
            if (firstOwner) return null;
            state = HANDOFF;
            second = p;
        } else if (state == HANDOFF && second != p) {
            state = SHARED;
            second = null;
        }
        modified |= write;
        candidates = LockSet.intersect(candidates, p.locks.protecting(write));
        if (candidates.length != 0 || state != SHARED || !modified) return null;
        Access other = Hooks.hybrid ? unordered(p, write) : latest(p);
        if (other == null && Hooks.hybrid) {
            Counters.conflictsOrdered++;
            return null;
        }
        state = CONFLICT;
        found = true;
        return other;
    }

    private static boolean isUnordered(Access a, PerThread p) {
        return a != null && a.who != p && !p.knows(a.slot, a.time);
    }

    /** A recorded access of another thread that conflicts with one of p now and is not ordered before it; writes first. */
    private Access unordered(PerThread p, boolean write) {
        if (isUnordered(lastWrite, p)) return lastWrite;
        if (!write) return null;
        if (isUnordered(read0, p)) return read0;
        if (isUnordered(read1, p)) return read1;
        if (isUnordered(read2, p)) return read2;
        return isUnordered(read3, p) ? read3 : null;
    }

    /** For the lockset criterion alone: some access of another thread to show, a write if there is one recorded. */
    private Access latest(PerThread p) {
        if (lastWrite != null && lastWrite.who != p) return lastWrite;
        for (int i = 0; i < READERS; i++) {
            Access r = read(i);
            if (r != null && r.who != p) return r;
        }
        return null;
    }

    /** Remembers an access; answers the place of a read. */
    final int record(Access a) {
        if (a.write) {
            lastWrite = a;
            return -1;
        }
        int i = placeFor(a.who);
        setRead(i, a);
        return i;
    }

    final Access read(int i) {
        return i == 0 ? read0 : i == 1 ? read1 : i == 2 ? read2 : read3;
    }

    private void setRead(int i, Access a) {
        if (i == 0) {
            read0 = a;
        } else if (i == 1) {
            read1 = a;
        } else if (i == 2) {
            read2 = a;
        } else {
            read3 = a;
        }
    }

    /** Where p's reads go: its old place, a free one, that of a read which is ordered before, or the last. */
    private int placeFor(PerThread p) {
        if (read0 == null || read0.who == p) return 0;
        int ordered = p.knows(read0.slot, read0.time) ? 0 : -1;
        for (int i = 1; i < READERS; i++) {
            Access r = read(i);
            if (r == null) return ordered >= 0 ? ordered : i;
            if (r.who == p) return i;
            if (ordered < 0 && p.knows(r.slot, r.time)) ordered = i;
        }
        return ordered >= 0 ? ordered : READERS - 1;
    }

    /** The place of p's reads, or -1. */
    final int placeOf(PerThread p) {
        for (int i = 0; i < READERS; i++) {
            Access r = read(i);
            if (r != null && r.who == p) return i;
        }
        return -1;
    }
}
