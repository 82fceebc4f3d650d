package snag.runtime;

/**
 * --max-memory: how much the Shadows may take. They die with their objects, so making is counted and the living are
 * counted by the agent (a walk over the heap) only when enough were made to have passed the limit. The tables of
 * threads and locks are not counted; they are bounded by the program's own threads and locks.
 *
 * At the limit no object is handed over any more: it stays OWNED, other threads' accesses to it are not checked, and
 * that is counted. Now and then the living are counted again.
 */
final class Memory {
    /** A Shadow with its table and two cells, on 64-bit with compressed references. */
    private static final long BYTES_PER_SHADOW = 250;
    private static final int REFUSALS = 1 << 20;

    /** Shadows that may be made before the next count; Long.MAX_VALUE: no limit. */
    private static volatile long allowance = Long.MAX_VALUE;
    private static long limit;
    private static int refusals;

    private Memory() {}

    static void configure(long maxBytes) {
        limit = maxBytes <= 0 ? 0 : Math.max(1, maxBytes / BYTES_PER_SHADOW);
        allowance = limit == 0 ? Long.MAX_VALUE : limit;
        refusals = 0;
    }

    /** May one more be made? Counts it. Not exact among threads. */
    static boolean allowsShadow() {
        long left = allowance;
        if (left == Long.MAX_VALUE) return true;
        if (left > 0) {
            allowance = left - 1;
            return true;
        }
        Counters.droppedMemory++;
        if (left == 0 || ++refusals >= REFUSALS) {
            refusals = 0;
            allowance = -1;
            long free = limit - Native.countShadows();
            // Less than an eighth free: not worth a walk over the heap each time.
            allowance = free > limit / 8 ? free : -1;
            if (allowance > 0) Counters.droppedMemory--;
            return allowance > 0;
        }
        return false;
    }
}
