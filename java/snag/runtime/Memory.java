package snag.runtime;

/**
 * --max-memory: how much of the heap Snag's records of objects may take: Shadows, their Cells, Side records. They die
 * with their objects, so what is made is counted (by rough sizes, on 64 bits with compressed references), and what
 * lives is measured by the agent (a walk over the heap) only when so much was made that the limit may have been
 * reached. The records of threads, their locks and stacks are not counted; they are bounded by the program's own
 * threads and code.
 *
 * At the limit no object is handed over any more: it stays OWNED, other threads' accesses to it are not checked; nor is
 * what an array or collection holds that has no Side record yet. That is counted. Side records of locks, tasks and
 * volatile fields are made all the same: without them there would be false reports. Now and then, and ever more seldom,
 * what lives is measured again.
 */
final class Memory {
    static final int SHADOW = 144;
    static final int CELL = 88;
    static final int SIDE = 88;
    private static final int REFUSALS = 1 << 20, MOST_REFUSALS = 1 << 30;
    /** So many questions come between two looks at the side table. */
    private static final int LOOK = 64;

    /** In bytes; 0: none. */
    private static long limit;
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
        limit = Math.max(0, maxBytes);
        allowance = limit;
        full = false;
        refusals = 0;
        patience = REFUSALS;
        asked = 0;
        sides = 0;
    }

    /** Something was made, and nobody was asked. Not exact among threads. */
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
        long free = limit - Native.measure();
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
