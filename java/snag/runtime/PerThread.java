package snag.runtime;

import java.lang.ref.WeakReference;

/**
 * What Snag knows about one thread: its locks, its vector clock, its stamp, the units of object consistency it is in,
 * and small caches. Only the thread itself changes it (but for {@code slot} at the end, see Threads). It refers to the
 * thread weakly.
 *
 * There may be 100,000 threads, so those that share a slot have hardly a cache of their own until they have made
 * several accesses: a record takes 0.4 KB then, and took 1.3 KB with all caches.
 *
 * The stamp is the key of the fast path for shared objects: it changes at every release that follows an access (and at
 * the begin of a unit on an object that is written by several threads), and at nothing else. Why an acquire need not
 * change it: an access seen at this stamp was made with no more locks and no more knowledge than now, so refining the
 * lockset again changes nothing; and a write of another thread that came in between was either checked against the
 * recorded access (and reported if unordered), or is ordered after it, which needs a release of this thread, and so a
 * new stamp.
 */
final class PerThread extends WeakReference<Thread> {
    private static final long TIME = Raw.UNSAFE.objectFieldOffset(PerThread.class, "time");
    private static final long RELEASED = Raw.UNSAFE.objectFieldOffset(PerThread.class, "released");
    /** Lengths of a cache by site when it is made, and when it is as long as it gets. */
    private static final int FIRST_SITES = 8;
    private static final int LAST_SITES = 64;
    private static final int RELEASES = 16;
    /** A thread in a shared slot that has made so many accesses will make more. */
    private static final int SEVERAL = 16;
    /** The records that threads which share a slot last had at a site. Any of them may replace one at any time. */
    private static final Side[] SIDES_OF_SHARERS = new Side[LAST_SITES];

    final long id;
    PerThread next;
    /** Found dead by Threads.sweep. */
    boolean dead;

    /** Number of this thread in vector clocks; of no other living thread, unless {@code shared}. */
    int slot;
    /** The slot if other threads have it, too; null if it is this thread's own. */
    private final SharedSlot shared;
    /** This thread's own time: advances at every release. */
    long time;
    /** The time of its last release, in a shared slot. */
    private long released;
    /** What it knows of other threads' times. */
    Times known = Times.NONE;
    long stamp;
    private Clock lastMerged;

    /**
     * Locks held that other threads know. {@link LocalLocks} are not among them until an access to a shared object
     * asks.
     */
    LockSet locks;
    LocalLocks localLocks = LocalLocks.NONE;
    UnitStack units;

    /** Set while a slow path runs: hooks that are reached from inside Snag do nothing. */
    boolean inside;
    /**
     * An event of synchronisation was lost (out of memory, stack overflow): what locks it holds is not known, so
     * nothing it does is checked.
     */
    boolean lost;
    /** The thread's name when it was last asked for: the Thread may be gone when a report needs it. */
    private String lastName;

    /**
     * Caches by site, each made when it is first needed, and made anew twice as long when two sites meet: a thread that
     * only runs one task should stay small.
     */
    private Owned[] ownedLocked;
    private Side[] sides;
    private Access[] accesses;
    private StackCache stacks;
    /** In place of the last two, in a shared slot, for the first accesses. */
    private Access lastRead;
    private Access lastWrite;
    private byte accessesMade;

    /** The last thread that it started, or null. */
    private Started started;
    /** Was an access recorded since the last release? */
    private boolean accessed;

    /** Where it last synchronised, and where its last releases were, by time: how objects got to other threads. */
    int at;
    private int[] releases;

    /** Locks given back by wait or await, with their counts. */
    private Waiting waiting;

    PerThread(Thread thread, long id, int slot, long time, SharedSlot shared) {
        super(thread);
        this.id = id;
        this.slot = slot;
        this.time = time;
        this.shared = shared;
        locks = shared == null ? new LockSet() : LockSet.NONE;
        if (shared != null) sides = SIDES_OF_SHARERS;
        // Spread over all bits: the high ones tell threads apart (Seen), the low ones count.
        this.stamp = (id + 1) * 0x9E3779B97F4A7C15L & ~0xFFFFFFFFFFFL;
    }

    /** The OWNED state of objects whose monitor this thread, and only it, has taken. */
    Owned ownedLocked(Thread me, Site site) {
        if (ownedLocked == null) ownedLocked = new Owned[FIRST_SITES];
        Owned cached = ownedLocked[site.number & ownedLocked.length - 1];
        if (cached != null && cached.site == site) return cached;
        if (cached != null && ownedLocked.length < LAST_SITES) ownedLocked = new Owned[ownedLocked.length * 2];
        Owned made = new Owned(me, site, Owned.LOCAL, null);
        ownedLocked[site.number & ownedLocked.length - 1] = made;
        return made;
    }

    /** The record of an access at this site, now. May take a stack: not under a lock of ours. */
    Access access(int site, boolean write) {
        if (shared != null) return accessOfSharer(site, write);
        if (accesses == null) {
            accesses = new Access[FIRST_SITES];
            stacks = new StackCache();
        }
        int place = site * 2 + (write ? 1 : 0);
        Access cached = accesses[place & accesses.length - 1];
        int uses = 0;
        if (cached != null && cached.site.number == site && cached.locks == locks && cached.write == write) {
            uses = ++cached.uses;
            if ((uses & uses - 1) != 0) return cached;
            stacks.at(site);
            if (!stacks.exact) return cached;
        } else {
            stacks.at(site);
            if (cached != null && cached.site.number != site && accesses.length < LAST_SITES) {
                accesses = new Access[accesses.length * 2];
            }
        }
        Access made = new Access(this, Site.of(site), write, stacks.stack, stacks.exact);
        made.uses = uses;
        accesses[place & accesses.length - 1] = made;
        return made;
    }

    private Access accessOfSharer(int number, boolean write) {
        int place = number * 2 + (write ? 1 : 0);
        Access cached = accesses != null ? accesses[place & accesses.length - 1] : write ? lastWrite : lastRead;
        if (cached != null && cached.site.number == number && cached.write == write && cached.locks.isSame(locks)) {
            return cached;
        }
        Site site = Site.of(number);
        boolean exact = site.wantsStack();
        Stack stack = exact ? Native.agent.stack() : site.lastStack;
        if (exact) site.lastStack = stack;
        Access made = new Access(this, site, write, stack, exact);
        if (accesses == null && ++accessesMade > SEVERAL) accesses = new Access[FIRST_SITES];
        if (accesses != null) {
            accesses[place & accesses.length - 1] = made;
        } else if (write) {
            lastWrite = made;
        } else {
            lastRead = made;
        }
        return made;
    }

    Side cachedSide(int site) {
        Side[] now = sides;
        return now == null ? null : now[site & now.length - 1];
    }

    /** The side record of an object, through a small cache by site; null if it is not to be had. */
    Side side(Object o, int site) {
        Side cached = cachedSide(site);
        if (cached != null && cached.refersTo(o)) return cached;
        return remembered(SideTable.of(o), site);
    }

    /** The same, but nothing is made. */
    Side knownSide(Object o, int site) {
        Side cached = cachedSide(site);
        if (cached != null && cached.refersTo(o)) return cached;
        return remembered(SideTable.find(o), site);
    }

    /** The same for an object that can go unchecked: null, too, where --max-memory allows no more. */
    Side checkedSide(Object o, int site) {
        Side known = knownSide(o, site);
        return known != null || !Memory.allowsSide() ? known : side(o, site);
    }

    /** What is left there of objects that are gone would keep their owners; {@code all}: nothing is needed any more. */
    static void forgetSidesOfSharers(boolean all) {
        for (int i = 0; i < LAST_SITES; i++) {
            Side side = SIDES_OF_SHARERS[i];
            if (all || side != null && side.refersTo(null)) SIDES_OF_SHARERS[i] = null;
        }
    }

    private Side remembered(Side found, int site) {
        if (found == null) return null;
        if (sides == null) sides = new Side[FIRST_SITES];
        if (sides[site & sides.length - 1] != null && sides.length < LAST_SITES) sides = new Side[sides.length * 2];
        sides[site & sides.length - 1] = found;
        return found;
    }

    /**
     * What a thread knows that this one starts now. A thread that starts many in a loop, and has nothing else to tell
     * in between, gives all of them the same: what they know of each other is compared by reference then, and copied
     * seldom.
     */
    Times startTimes() {
        Started last = started;
        if (last != null && last.known == known && last.at == at && last.stamp == stamp && !accessed) return last.times;
        Times times = known.with(slot, releaseTime());
        tick();
        started = new Started(times, known, at, stamp);
        return times;
    }

    /** After each release: what comes now is not ordered by it. */
    void tick() {
        accessed = false;
        if (shared == null) {
            if (releases == null) releases = new int[RELEASES];
            releases[(int) time & RELEASES - 1] = at;
            time++;
        }
        stamp++;
    }

    /** After the exit of a monitor that no other thread has taken: what comes now belongs to a later time. */
    void left() {
        if (shared == null) {
            time++;
        } else {
            releaseTime();
        }
    }

    /** The site of this thread's release at that time, 0 if it is not known any more. Asked by other threads. */
    int releaseAt(long then) {
        int[] now = releases;
        return now == null || then <= 0 || time - then > RELEASES ? 0 : now[(int) then & RELEASES - 1];
    }

    void acquire(Clock clock) {
        if (clock == null) return;
        if (clock.slot() >= 0) {
            acquire(clock.known(), clock.slot(), clock.time());
        } else {
            // Knowledge only grows: a merged clock that was acquired once brings nothing new (a volatile flag in a
            // loop).
            if (clock == lastMerged) return;
            known = known.join(clock.known());
            lastMerged = clock;
        }
    }

    void acquire(Times times) {
        known = known.join(times);
    }

    void acquire(Times otherKnown, int otherSlot, long otherTime) {
        if (!knowsClock(otherSlot, otherTime)) known = known.joinWith(otherKnown, otherSlot, otherTime);
    }

    /** Does the access of another thread at (slot, time) happen before what this thread does now? */
    boolean knows(int otherSlot, long otherTime) {
        return otherSlot == slot && shared == null || known.get(otherSlot) >= otherTime;
    }

    /** Does this thread know all that the release at (slot, time) published? False also if that is not known. */
    boolean knowsClock(int otherSlot, long otherTime) {
        return !Threads.isShared(otherSlot) && knows(otherSlot, otherTime);
    }

    /** An access is about to be recorded with {@code time}. */
    void beforeAccess() {
        accessed = true;
        if (shared != null) time = shared.accessTime();
    }

    /** The time of a release that this thread makes now. */
    long releaseTime() {
        if (shared != null) {
            time = shared.releaseTime();
            Raw.UNSAFE.putLongRelease(this, RELEASED, time);
        }
        return time;
    }

    /** The time of the last release so far. Asked by other threads. */
    long lastRelease() {
        return shared != null ? Raw.UNSAFE.getLongAcquire(this, RELEASED)
                              : Raw.UNSAFE.getLongAcquire(this, TIME) - 1;
    }

    void pushWaiting(Object on, Side lock, int mode, int count) {
        waiting = new Waiting(waiting, on, lock, mode, count);
    }

    /** The lock given back for {@code on}; records of waits that were left without notice are dropped. */
    Waiting popWaiting(Object on) {
        for (Waiting w = waiting; w != null; w = w.next) {
            if (w.on == on) {
                waiting = w.next;
                return w;
            }
        }
        return null;
    }

    String name() {
        Thread t = get();
        if (t != null) {
            String name = t.getName();
            lastName = name == null || name.isEmpty() ? new StringBuilder("#").append(id).toString() : name;
        }
        return lastName == null ? new StringBuilder("#").append(id).toString() : lastName;
    }

    /** The thread is dead; accesses recorded by it may keep this object for long, so it becomes small. */
    void buried() {
        name();
        ownedLocked = null;
        accesses = null;
        sides = null;
        stacks = null;
        lastRead = null;
        lastWrite = null;
        units = null;
        waiting = null;
        started = null;
        locks = null;
        releases = null;
    }

    /** What a thread that was started got, and the state of its starter after that. */
    private record Started(Times times, Times known, int at, long stamp) {}

    /** A lock that the thread gave back while it waits. */
    record Waiting(Waiting next, Object on, Side lock, int mode, int count) {}
}
