package snag.runtime;

import java.util.Arrays;

/**
 * Finds the PerThread of a thread, quickly: a table keyed by the thread's id (never reused by the JVM), chained, read
 * without a lock. A ThreadLocal costs 3.5 ns and is part of what an application may replace; this is two loads and a
 * comparison.
 *
 * Threads die unseen. Whenever the table has grown by a quarter since the last sweep, dead ones are buried: the final
 * clock goes to the side record of the Thread object if that is still reachable (for a later join), and the slot into a
 * queue for reuse, oldest first. The first 64 slots are handed out before any is reused, because reuse can hide
 * unordered pairs (see Clock).
 *
 * A vector clock has one time for each slot, so slots are bounded: with one for each of 20,000 virtual threads, what
 * they know of each other took 31 s instead of 0.65, and a heap of 256 MB was full at 10,000. Threads that come when
 * all slots of their own are taken share the last ones (SharedSlot), which costs exactness and is counted.
 */
final class Threads {
    private static final int FRESH = 64;
    /** So many threads that are alive at the same time have a slot of their own. */
    static final int OWN_SLOTS = 512;
    /** The others share these. */
    static final int SHARED_SLOTS = 8;
    private static final int SWEEP_AT_LEAST = 64;

    private static final Threads LOCK = new Threads();
    private static final long BUSY = Raw.UNSAFE.objectFieldOffset(Threads.class, "busy");
    private volatile int busy;

    private static PerThread[] table = new PerThread[128];
    /** Threads in the table. */
    static int living;
    private static int sweepAt = SWEEP_AT_LEAST;
    /** Slots of their own that were handed out. */
    static int slots;
    private static final SharedSlot[] SHARED = new SharedSlot[SHARED_SLOTS];

    static {
        for (int i = 0; i < SHARED_SLOTS; i++) SHARED[i] = new SharedSlot();
    }

    /** Ring of free slots and the time at which each goes on. */
    private static final int[] FREE_SLOTS = new int[OWN_SLOTS];
    private static final long[] FREE_TIMES = new long[OWN_SLOTS];
    private static int freeHead;
    private static int freeCount;

    private Threads() {}

    /** The record of a thread, or null if it has none yet. */
    static PerThread find(Thread thread) {
        long id = Raw.UNSAFE.getLong(thread, Raw.TID);
        PerThread[] now = table;
        PerThread p = now[(int) id & now.length - 1];
        if (p != null && p.id == id) return p;
        return p == null ? null : walk(p, id);
    }

    /** The same of any thread, also while the chains are rebuilt. */
    private static PerThread findSurely(Thread thread) {
        PerThread p = find(thread);
        if (p != null || !Raw.lockTable(LOCK, BUSY)) return p;
        try {
            return find(thread);
        } finally {
            Raw.unlock(LOCK, BUSY);
        }
    }

    /** The side record that this thread last had at a site; null if it takes more than a look to find out. */
    static Side cachedSide(Thread thread, int site) {
        long id = Raw.UNSAFE.getLong(thread, Raw.TID);
        PerThread[] now = table;
        PerThread p = now[(int) id & now.length - 1];
        return p != null && p.id == id ? p.cachedSide(site) : null;
    }

    private static PerThread walk(PerThread p, long id) {
        while (p != null && p.id != id) p = p.next;
        return p;
    }

    /** The record of the current thread, made if necessary; null if the table is stuck or full. */
    static PerThread current(Thread me) {
        PerThread p = find(me);
        return p != null ? p : enter(me);
    }

    private static PerThread enter(Thread me) {
        long id = Raw.threadId(me);
        PerThread made;
        if (!Raw.lockTable(LOCK, BUSY)) return null;
        try {
            // The chains may have been rebuilt while we walked one.
            PerThread p = walk(table[(int) id & table.length - 1], id);
            if (p != null) return p;
            if (living >= Math.min(sweepAt, Memory.mostThreads())) sweep();
            if (living >= Memory.mostThreads()) {
                giveUp();
                return null;
            }
            made = make(me, id);
            made.known = Starting.remove(id);
            insert(table, made);
            Counters.threads++;
        } finally {
            Raw.unlock(LOCK, BUSY);
        }
        // Another thread may have tried to wake this one up already.
        Side side = SideTable.find(me);
        if (side != null) made.acquire(side.clock);
        return made;
    }

    /** Under the lock: there is no memory for more threads. Snag stops, and its tables become garbage. */
    private static void giveUp() {
        int alive = living;
        // First: a thread that looked into empty tables would find no order, and report false races.
        Hooks.stop();
        table = new PerThread[128];
        living = 0;
        Starting.forget();
        PerThread.forgetSidesOfSharers(true);
        SideTable.forget();
        Native.agent.log(new StringBuilder("Snag stopped watching when ")
                           .append(alive)
                           .append(" threads were alive: what it keeps of more would take too much of the heap;"
                                   + " raise -Xmx, and --max-memory if that is set")
                           .toString());
    }

    private static PerThread make(Thread me, long id) {
        if (freeCount > 0 && slots >= FRESH) {
            int slot = FREE_SLOTS[freeHead];
            long time = FREE_TIMES[freeHead] + 1;
            freeHead = freeHead + 1 & OWN_SLOTS - 1;
            freeCount--;
            return new PerThread(me, id, slot, time, null);
        }
        if (slots < OWN_SLOTS) return new PerThread(me, id, slots++, 1, null);
        int i = (int) Counters.sharers++ & SHARED_SLOTS - 1;
        Memory.made(Memory.THREAD);
        return new PerThread(me, id, OWN_SLOTS + i, 0, SHARED[i]);
    }

    static boolean isShared(int slot) {
        return slot >= OWN_SLOTS;
    }

    private static void insert(PerThread[] into, PerThread p) {
        int i = (int) p.id & into.length - 1;
        p.next = into[i];
        Raw.UNSAFE.storeFence();
        into[i] = p;
        living++;
    }

    /** Under the lock: takes the dead out of the table, which is rebuilt. */
    static void sweep() {
        PerThread[] old = table;
        int kept = 0;
        for (int i = 0; i < old.length; i++) {
            for (PerThread p = old[i]; p != null; p = p.next) {
                Thread t = p.get();
                p.dead = t == null || !t.isAlive();
                if (!p.dead) {
                    kept++;
                    continue;
                }
                // Before it leaves the table: a join that looks now must find its clock in one place or the other.
                Side side = t == null ? null : SideTable.of(t);
                if (side != null) Ordering.release(side, p);
            }
        }
        int length = 128;
        while (length < kept * 2) length *= 2;
        PerThread[] fresh = new PerThread[length];
        PerThread dead = null;
        living = 0;
        for (int i = 0; i < old.length; i++) {
            PerThread p = old[i];
            while (p != null) {
                PerThread after = p.next;
                if (p.dead) {
                    p.next = dead;
                    dead = p;
                } else {
                    insert(fresh, p);
                }
                p = after;
            }
        }
        table = fresh;
        PerThread.forgetSidesOfSharers(false);
        sweepAt = Math.max(SWEEP_AT_LEAST, kept + kept / 4);
        while (dead != null) {
            PerThread p = dead;
            dead = p.next;
            p.next = null;
            free(p);
            p.buried();
        }
    }

    private static void free(PerThread p) {
        if (isShared(p.slot)) return;
        int tail = freeHead + freeCount & OWN_SLOTS - 1;
        FREE_SLOTS[tail] = p.slot;
        FREE_TIMES[tail] = p.time;
        freeCount++;
    }

    /** Keeps for {@code thread} what p knows now. Called before p starts the thread or passes it to an executor. */
    static void starts(PerThread p, Thread thread) {
        if (!Raw.lockTable(LOCK, BUSY)) return;
        try {
            Starting.put(thread, p.startTimes());
        } finally {
            Raw.unlock(LOCK, BUSY);
        }
    }

    /** What the starter of a thread left for it, if it has not come by yet. */
    static Times startOf(Thread thread) {
        if (!Raw.lockTable(LOCK, BUSY)) return Times.NONE;
        try {
            return Starting.of(thread);
        } finally {
            Raw.unlock(LOCK, BUSY);
        }
    }

    /** Makes {@code p} know all that {@code thread} did, if it has ended (a join may have timed out). */
    static void joined(PerThread p, Thread thread) {
        if (thread.isAlive()) return;
        PerThread other = findSurely(thread);
        // Its last time: everything it did carries at most that.
        if (other == null) {
            p.acquire(startOf(thread));
        } else if (other != p) {
            p.acquire(other.known, other.slot, other.time);
        }
        Side side = SideTable.find(thread);
        if (side != null) p.acquire(side.clock);
    }

    /** What a thread, which may be running, has done up to its last release; null if nothing is known. */
    static Clock clockOf(Thread thread) {
        PerThread other = findSurely(thread);
        if (other == null) {
            Side side = SideTable.find(thread);
            return side == null ? null : side.clock;
        }
        // The time first: what is known may only be newer than the time, not older.
        long time = thread.isAlive() ? other.lastRelease() : other.time;
        return new Clock(other.known, other.slot, time);
    }

    /** The virtual threads of the table that are alive. Reads without the lock: some may be missing. */
    static Thread[] virtual() {
        PerThread[] now = table;
        Thread[] found = new Thread[16];
        int count = 0;
        for (int i = 0; i < now.length; i++) {
            for (PerThread p = now[i]; p != null; p = p.next) {
                Thread t = p.get();
                if (t == null || !t.isAlive() || !t.getClass().getName().equals("java.lang.VirtualThread")) continue;
                if (count == found.length) found = Arrays.copyOf(found, count * 2);
                found[count++] = t;
            }
        }
        return found;
    }
}
