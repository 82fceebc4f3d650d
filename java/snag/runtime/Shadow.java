package snag.runtime;

/**
 * The state of an object that a second thread has touched: HANDOFF, SHARED or CONFLICT, for each field in its Cells.
 * Belongs to the object (or to its Side record); any thread may come, under a spin lock that is held for a few dozen
 * instructions and never across a call out of this package.
 */
final class Shadow extends State {
    static final long BUSY = Raw.UNSAFE.objectFieldOffset(Shadow.class, "busy");
    static final long MONITOR = Raw.UNSAFE.objectFieldOffset(Shadow.class, "monitor");

    /**
     * What {@link Hooks#read} asks second: has this thread, at its present stamp, been here already at this site? Four
     * keys in the object itself, further ones in a table (see Seen).
     */
    long key0;
    long key1;
    long key2;
    long key3;
    long[] seen = Seen.NOTHING;

    private volatile int busy;
    private int refused;

    /** o.t1, for reports and for fields that only it has touched. */
    final Thread firstOwner;
    final Site firstSite;
    final PerThread handedTo;
    final Site handoverSite;
    final Stack handoverStack;
    /** The release of the first owner that the second thread knew of at the hand-over, or NONE. */
    final Site escapeSite;

    /** The record of the object (monitor and volatile fields); null until there is need of one. */
    volatile Side monitor;
    /** The first owner's last volatile write to the object before the hand-over, or null. */
    final Clock clock;
    /**
     * Before the hand-over the monitor was taken, by the first owner only, and nothing about it was recorded (Locks).
     */
    final boolean lockedBefore;

    /**
     * The thread that has the object for itself again: all recorded accesses of others happen before its last recorded
     * one. When it has come by often enough ({@link #usedAloneBy}), it becomes the owner. Only with the happens-before
     * filter; the paper's automaton never goes back.
     */
    Thread alone;
    private int uses;
    private static final int OFTEN = 64;

    private Cell cells;
    private int missed;

    /** For {@link #isOnlyRead}. */
    private static final int FIRST_READS = 4;
    private PerThread reader;
    private boolean manyReaders;
    private boolean written;
    private int reads;
    /** Came out of FROZEN: all fields are shared, by threads that are not known. */
    private final boolean thawed;

    /** Object consistency: number of writes recorded so far. */
    long version;

    Shadow(Owned before, PerThread p, Site site, Stack stack) {
        super(null);
        firstOwner = before.owner;
        firstSite = before.site;
        escapeSite = escape(before.owner, p);
        handedTo = p;
        handoverSite = site;
        handoverStack = stack;
        thawed = false;
        lockedBefore = before.monitor == Owned.LOCAL;
        if (!lockedBefore) monitor = before.monitor;
        clock = before.clock;
    }

    private static Site escape(Thread from, PerThread to) {
        PerThread owner = Threads.find(from);
        return owner == null || owner == to ? Site.NONE : Site.of(owner.releaseAt(to.known.get(owner.slot)));
    }

    /** Thaws an object that p writes. */
    Shadow(PerThread p, Site site, Stack stack) {
        super(null);
        firstOwner = null;
        firstSite = Site.NONE;
        escapeSite = Site.NONE;
        handedTo = p;
        handoverSite = site;
        handoverStack = stack;
        thawed = true;
        lockedBefore = false;
        clock = null;
    }

    /** An access of p was recorded, under the lock. */
    void notice(PerThread p, boolean write) {
        written |= write;
        if (reader == null) reader = p;
        manyReaders |= reader != p;
        if (reads < FIRST_READS) reads++;
    }

    /** Can it be FROZEN? Not a second time: what was written once after it was shared may be again. */
    boolean isOnlyRead() {
        return manyReaders && !written && !thawed && reads == FIRST_READS && monitor == null && !lockedBefore
                && clock == null;
    }

    /** Of a static field: was it reported? */
    boolean isInConflict() {
        return cells != null && cells.state == Cell.CONFLICT;
    }

    /**
     * Counts, by plain increments of the one thread concerned, so that objects which threads share cost nothing. An
     * object that was used 64 times by one thread will likely be used that often again; a hand-over costs about as much.
     */
    boolean usedAloneBy(Thread me) {
        if (alone != me || ++uses <= OFTEN) return false;
        uses = 0;
        return seen != Seen.EVERYTHING;
    }

    /** After an access of p was recorded, under the lock: is every access of another thread ordered before it? */
    void noticeWhoIsAlone(PerThread p, Thread me) {
        if (alone == me) return;
        alone = null;
        uses = 0;
        for (Cell c = cells; c != null; c = c.next) {
            if (!c.isOrderedBefore(p)) return;
        }
        alone = me;
    }

    /** False: could not be had in a reasonable time, the event is dropped. */
    boolean lock() {
        if (Raw.lock(this, BUSY)) return true;
        Counters.droppedBusy++;
        // A holder that never comes back (StackOverflowError at the wrong place): it is not waited for again and again.
        if (++refused > 8) seen = Seen.EVERYTHING;
        return false;
    }

    void unlock() {
        Raw.unlock(this, BUSY);
    }

    boolean stuck() {
        return seen == Seen.EVERYTHING;
    }

    /** The state of a field; with object granularity the same for all. Under the lock. */
    Cell cell(int field) {
        int key = Hooks.byField || field < 0 ? field : Hooks.WHOLE;
        for (Cell c = cells; c != null; c = c.next) {
            if (c.field == key) return c;
        }
        Cell made = Hooks.consistency ? new UnitCell(key, cells) : new Cell(key, cells);
        if (thawed) made.state = Cell.SHARED;
        cells = made;
        return made;
    }

    Cell cells() {
        return cells;
    }

    /** Remembers for the fast path that nothing is left to do at this stamp and site. Under the lock. */
    void remember(long key) {
        if (key0 == 0 || Seen.sameOwner(key0, key)) {
            key0 = key;
        } else if (key1 == 0 || Seen.sameOwner(key1, key)) {
            key1 = key;
        } else if (key2 == 0 || Seen.sameOwner(key2, key)) {
            key2 = key;
        } else if (key3 == 0 || Seen.sameOwner(key3, key)) {
            key3 = key;
        } else {
            rememberMore(key);
        }
    }

    private void rememberMore(long key) {
        long[] now = seen;
        if (now == Seen.EVERYTHING) return;
        if (now == Seen.NOTHING) {
            now = new long[Seen.FIRST];
            seen = now;
        }
        int i = Seen.index(key, now.length);
        long old = now[i];
        if (old == 0 || Seen.sameOwner(old, key) || ++missed <= now.length || now.length >= Seen.LAST) {
            now[i] = key;
            return;
        }
        missed = 0;
        long[] grown = new long[now.length * 2];
        for (int j = 0; j < now.length; j++) {
            if (now[j] != 0) grown[Seen.index(now[j], grown.length)] = now[j];
        }
        grown[Seen.index(key, grown.length)] = key;
        seen = grown;
    }

    /**
     * Others must look again: something was written (object consistency), or a field was handed over. Under the lock.
     */
    void invalidate() {
        key0 = 0;
        key1 = 0;
        key2 = 0;
        key3 = 0;
        long[] now = seen;
        if (now == Seen.EVERYTHING || now == Seen.NOTHING) return;
        for (int i = 0; i < now.length; i++) now[i] = 0;
    }
}
