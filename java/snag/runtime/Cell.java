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
 * the place of one that is ordered before it, or of the oldest, so a race with a reader that was displaced can be missed.
 *
 * All under the lock of the Shadow.
 */
final class Cell {
    static final byte OWNED = 0;
    static final byte HANDOFF = 1;
    static final byte SHARED = 2;
    static final byte CONFLICT = 3;
    private static final int READERS = 4;

    final int field;
    final Cell next;
    byte state;
    /** o.w: there was a write in state HANDOFF or SHARED. */
    boolean modified;
    /** Object consistency: reported already. */
    boolean inconsistent;
    /** o.t2. */
    private PerThread second;
    /** o.l; null: all locks. */
    Side[] candidates;
    Access lastWrite;
    Access reads;

    Cell(int field, Cell next) {
        this.field = field;
        this.next = next;
    }

    /**
     * One access. Answers the earlier access that it is in conflict with (a copy), or null. {@code firstOwner}: is p the thread
     * that owned the object before it was shared?
     */
    Access race(PerThread p, boolean write, boolean firstOwner) {
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
        Access other = Hooks.hybrid ? unordered(p, write) : latest(p, write);
        if (other == null) {
            if (Hooks.hybrid) {
                Counters.conflictsOrdered++;
                return null;
            }
            other = new Access();
        }
        state = CONFLICT;
        return other.copy();
    }

    /** A recorded access of another thread that conflicts with one of p now and is not ordered before it; writes first. */
    Access unordered(PerThread p, boolean write) {
        Access w = lastWrite;
        if (w != null && w.who != p && !p.knows(w.slot, w.time)) return w;
        if (!write) return null;
        for (Access r = reads; r != null; r = r.next) {
            if (r.who != p && !p.knows(r.slot, r.time)) return r;
        }
        return null;
    }

    /** For the lockset criterion alone: some access of another thread to show, a conflicting one if there is one recorded. */
    private Access latest(PerThread p, boolean write) {
        Access w = lastWrite;
        if (w != null && w.who != p) return w;
        for (Access r = reads; r != null; r = r.next) {
            if (r.who != p) return r;
        }
        return w;
    }

    /** Remembers the access. */
    Access record(PerThread p, Site site, int index, int fieldId, boolean write) {
        Access a;
        if (write) {
            a = lastWrite;
            if (a == null) {
                a = new Access();
                lastWrite = a;
            }
        } else {
            a = reader(p);
        }
        a.set(p, site, index, fieldId, write);
        return a;
    }

    /** The record of p's reads. */
    Access readBy(PerThread p) {
        for (Access r = reads; r != null; r = r.next) {
            if (r.who == p) return r;
        }
        return null;
    }

    private Access reader(PerThread p) {
        int count = 0;
        Access ordered = null;
        Access oldest = null;
        for (Access r = reads; r != null; r = r.next) {
            if (r.who == p) return r;
            if (p.knows(r.slot, r.time)) ordered = r;
            oldest = r;
            count++;
        }
        if (ordered != null && count > 1) return ordered;
        if (count >= READERS) return oldest;
        Access made = new Access();
        made.next = reads;
        reads = made;
        return made;
    }
}
