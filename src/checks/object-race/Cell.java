package snag.runtime;

/**
 * The state of one field of a shared object (of the whole object with --granularity object; of a segment of an array),
 * after figure 7.4 of von Praun 2004, and the accesses to it that reports and the happens-before filter need.
 *
 * Example: main makes o (OWNED); T1 writes o.x (HANDOFF, modified); T2 writes o.x without a common lock (SHARED,
 * modified, lockset empty): conflict.
 *
 * Where the figure and the text differ, the text and figure 7.1 decide: a write that hands the object over makes it
 * "handoff modified" (the figure sets w only from the second access on), and w is accumulated (the figure's "and" would
 * keep it false).
 *
 * Hybrid (7.1.7): the empty lockset alone is not reported; there must be a recorded access of another thread, one of
 * the two a write, that does not happen before this one. The last write and the last reads of up to three threads are
 * recorded; a fourth reader takes the place of one that is ordered before it, or of the last one, so a race with a
 * reader that was displaced can be missed.
 *
 * All under the lock of the Shadow.
 */
class Cell {
    static final byte OWNED = 0;
    static final byte HANDOFF = 1;
    static final byte SHARED = 2;
    static final byte CONFLICT = 3;
    static final int READERS = 3;
    static final int NOWHERE = -2;

    final int field;
    final Cell next;
    byte state;
    /** o.w: there was a write in state HANDOFF or SHARED. */
    boolean modified;
    /** The last call of race() found a conflict. */
    boolean found;
    /** o.t2. */
    private PerThread second;
    /** o.l; null: all locks. */
    Side[] candidates;
    Access lastWrite;
    long writeTime;
    /** The last reads of different threads. */
    private Access read0;
    private Access read1;
    private Access read2;
    private long time0;
    private long time1;
    private long time2;

    Cell(int field, Cell next) {
        this.field = field;
        this.next = next;
        Memory.made(Memory.CELL);
    }

    /**
     * One access. Sets {@code found} if it is in conflict, and returns where the earlier access is recorded: -1 the
     * write, 0 and up the reads, NOWHERE. {@code firstOwner}: is p the thread that owned the object before it was
     * shared?
     */
    final int race(PerThread p, boolean write, boolean firstOwner) {
        found = false;
        if (state == CONFLICT) return NOWHERE;
        if (state == OWNED) {
            // Only with field granularity: this field has not been touched by a second thread yet.
            if (firstOwner) return NOWHERE;
            state = HANDOFF;
            second = p;
        } else if (state == HANDOFF && second != p) {
            state = SHARED;
            second = null;
        }
        modified |= write;
        candidates = LockSet.intersect(candidates, p.locks.protecting(write));
        if (candidates.length != 0 || state != SHARED || !modified) return NOWHERE;
        int other = Hooks.hybrid ? unordered(p, write) : latest(p);
        if (other == NOWHERE && Hooks.hybrid) {
            Counters.conflictsOrdered++;
            return NOWHERE;
        }
        state = CONFLICT;
        found = true;
        return other;
    }

    final Access at(int place) {
        return place == -1 ? lastWrite : place == 0 ? read0 : place == 1 ? read1 : place == 2 ? read2 : null;
    }

    final long timeAt(int place) {
        return place == -1 ? writeTime : place == 0 ? time0 : place == 1 ? time1 : time2;
    }

    /** Is there an access at the place, of another thread, that does not happen before what p does now? */
    final boolean isUnordered(int place, PerThread p) {
        Access a = at(place);
        return a != null && a.who != p && !p.knows(a.slot, timeAt(place)) && !holdsWith(a, p);
    }

    /**
     * Do both hold one lock? Then they are ordered, or one of them is an optimistic read, which finds out by itself
     * that it met a write. The lockset does not tell: an access before the object was shared may have emptied it.
     */
    private static boolean holdsWith(Access a, PerThread p) {
        return LockSet.intersect(a.locks.protecting(a.write), p.locks.protecting(false)).length != 0;
    }

    final boolean isOrderedBefore(PerThread p) {
        for (int place = -1; place < READERS; place++) {
            if (isUnordered(place, p)) return false;
        }
        return true;
    }

    /**
     * A recorded access of another thread that conflicts with one of p now and is not ordered before it; writes first.
     */
    private int unordered(PerThread p, boolean write) {
        int last = write ? READERS : 0;
        for (int place = -1; place < last; place++) {
            if (isUnordered(place, p)) return place;
        }
        return NOWHERE;
    }

    /** For the lockset criterion alone: some access of another thread to show, a write if there is one recorded. */
    private int latest(PerThread p) {
        for (int place = -1; place < READERS; place++) {
            Access a = at(place);
            if (a != null && a.who != p) return place;
        }
        return NOWHERE;
    }

    /**
     * Remembers an access at p's present time, as a write or as a read. Returns the place. References are only stored
     * if they change (write barriers).
     */
    final int record(PerThread p, Access a, boolean write) {
        int place = write ? -1 : placeFor(p);
        if (at(place) != a) {
            if (place == -1) {
                lastWrite = a;
            } else if (place == 0) {
                read0 = a;
            } else if (place == 1) {
                read1 = a;
            } else {
                read2 = a;
            }
        }
        if (place == -1) {
            writeTime = p.time;
        } else if (place == 0) {
            time0 = p.time;
        } else if (place == 1) {
            time1 = p.time;
        } else {
            time2 = p.time;
        }
        return place;
    }

    /** Where p's reads go: its old place, a free one, that of a read which is ordered before, or the last. */
    private int placeFor(PerThread p) {
        if (read0 == null || read0.who == p) return 0;
        int ordered = -1;
        for (int i = 0; i < READERS; i++) {
            Access r = at(i);
            if (r == null) return ordered >= 0 ? ordered : i;
            if (r.who == p) return i;
            if (ordered < 0 && p.knows(r.slot, timeAt(i))) ordered = i;
        }
        return ordered >= 0 ? ordered : READERS - 1;
    }

    /** The place of p's reads, or NOWHERE. */
    final int placeOf(PerThread p) {
        for (int i = 0; i < READERS; i++) {
            Access r = at(i);
            if (r != null && r.who == p) return i;
        }
        return NOWHERE;
    }
}
