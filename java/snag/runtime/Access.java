package snag.runtime;

/**
 * An access as it is recorded in cells: who, when (slot and time of its vector clock), where, with which locks. Immutable, and shared:
 * while its time and locks stay the same, a thread uses one Access for all objects and fields that it touches at a site
 * (PerThread.access). So ten thousand objects that were handed over cost ten thousand references here, and the stack is looked for
 * once.
 */
final class Access {
    final PerThread who;
    final int slot;
    final long time;
    final int site;
    final boolean write;
    final int stack;
    final boolean exact;
    final LockSet locks;

    Access(PerThread who, int site, boolean write, int stack, boolean exact) {
        this.who = who;
        this.slot = who.slot;
        this.time = who.time;
        this.site = site;
        this.write = write;
        this.stack = stack;
        this.exact = exact;
        this.locks = who.locks;
    }

    /** As Native.report wants it. */
    static int[] describe(Access a, int field) {
        if (a == null) return new int[5];
        return new int[] {a.site, a.write ? 1 : 0, a.stack, a.exact ? 1 : 0, Site.of(a.site).lineOf(field)};
    }

    static String[] locksOf(Access a) {
        return a == null || a.locks == null ? new String[0] : a.locks.describe();
    }

    static String nameOf(Access a) {
        return a == null ? "" : a.who.name();
    }
}
