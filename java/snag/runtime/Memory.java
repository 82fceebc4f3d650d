package snag.runtime;

/**
 * --max-memory, and at most a quarter of the heap: how much Snag's records of objects and threads may take. Those of
 * objects (Shadows, their Cells, Side records) die with their objects, so what is made is counted (by rough sizes, on
 * 64 bits with compressed references), and what lives is measured by the agent (a walk over the heap) only when so much
 * was made that the limit may have been reached. The stacks of sites are not counted; they are bounded by the code.
 *
 * At the limit no object is handed over any more: it stays OWNED, other threads' accesses to it are not checked; nor is
 * what an array or collection holds that has no Side record yet. That is counted. Side records of locks, tasks and
 * volatile fields are made all the same: without them there would be false reports. Now and then, and ever more seldom,
 * what lives is measured again.
 *
 * A thread cannot go without its record either. Where the records of threads alone would take half of that, Snag stops
 * watching ({@link Threads}): 100,000 virtual threads that run in 256 MB leave no room for it, and the program would
 * spend its time collecting garbage.
 */
final class Memory {
    static final int SHADOW = 144;
    static final int CELL = 88;
    static final int SIDE = 88;
    /**
     * With its vector clock and its last accesses: 370 bytes for each of 100,000 virtual threads that had met at a lock,
     * a monitor and a queue. Counted for threads that share a slot: as many as have one of their own always fit.
     */
    static final int THREAD = 450;
    private static final int PART_OF_HEAP = 4;
    private static final int REFUSALS = 1 << 20, MOST_REFUSALS = 1 << 30;
    /** So many questions come between two looks at the side table. */
    private static final int LOOK = 64;

    /** In bytes; 0: none. */
    private static long limit;
    private static int mostThreads = Integer.MAX_VALUE;
    /** What may be made before the next measurement. */
    private static volatile long allowance;
    /** Nothing is allowed until it is measured again. */
    private static volatile boolean full;
    private static int refusals;
    /** So many refusals are between two measurements. */
    private static int patience = REFUSALS;
    private static int asked;
    /** Entries of the side table when it was last looked at; the dead take memory, too, until they are swept out. */
    private static int sides;

    private Memory() {}

    static void configure(long maxBytes) {
        long part = Runtime.getRuntime().maxMemory() / PART_OF_HEAP;
        limit = Math.max(0, Math.min(maxBytes, part));
        // Half of it: a program with so many threads is slowed down where they wait for each other, and their stacks
        // take more of the heap than without Snag.
        long counted = Math.min(Integer.MAX_VALUE / 2, (limit == 0 ? part : limit) / 2 / THREAD);
        mostThreads = Threads.OWN_SLOTS + (int) counted;
        allowance = limit;
        full = false;
        refusals = 0;
        patience = REFUSALS;
        asked = 0;
        sides = 0;
    }

    /** So many threads may be in the table at the same time. */
    static int mostThreads() {
        return mostThreads;
    }

    /** Something was made without asking. Not exact among threads. */
    static void made(int bytes) {
        if (limit != 0) allowance -= bytes;
    }

    /** May one more be made? Counts it. */
    static boolean allowsShadow() {
        return allows(SHADOW);
    }

    /** May one more be made for what can go unchecked? The side table counts it. */
    static boolean allowsSide() {
        return allows(0);
    }

    /** Not exact among threads. */
    private static boolean allows(int bytes) {
        if (limit == 0) return true;
        if (asked++ % LOOK == 0) lookAtSides();
        if (allowance > 0) {
            allowance -= bytes;
            return true;
        }
        if (full && ++refusals < patience || !measure()) {
            Counters.droppedMemory++;
            return false;
        }
        return true;
    }

    private static void lookAtSides() {
        int now = SideTable.size();
        made((now - sides) * SIDE);
        sides = now;
    }

    private static boolean measure() {
        full = true;  // for the others, in the meantime
        refusals = 0;
        long free = limit - Native.agent.liveBytes() - Math.max(0, Threads.living - Threads.OWN_SLOTS) * (long) THREAD;
        // Less than an eighth free: not worth a walk over the heap each time.
        if (free <= limit / 8) {
            patience = Math.min(patience, MOST_REFUSALS / 2) * 2;
            return false;
        }
        patience = REFUSALS;
        sides = SideTable.size();
        allowance = free;
        full = false;
        return true;
    }
}
