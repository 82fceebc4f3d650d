package snag.runtime;

/**
 * An access as it is recorded in cells: who, where, with which locks, on which stack. The cell adds the time. Of a site
 * that reads and writes the same fields ({@code n++}) one stands for both, as a write. Immutable
 * but for the counter, and shared: while its locks stay the same, a thread uses one Access for all objects and fields
 * that it touches at a site (PerThread.access). So ten thousand objects that were handed over cost ten thousand
 * references here, and an object that is accessed again and again under a lock costs no allocation (a fresh record each
 * time cost twice as much, through the collector's write barriers).
 */
final class Access {
    final PerThread who;
    final int slot;
    final Site site;
    final boolean write;
    /** Null: not known. */
    final Stack stack;
    /**
     * The time at which the stack was taken; a record with another time shows the stack of an earlier access at this
     * site.
     */
    final long stackTime;
    final LockSet locks;
    /** Uses so far, for the policy of StackCache. Only the thread itself counts. */
    int uses;

    Access(PerThread who, Site site, boolean write, Stack stack, boolean exact) {
        this.who = who;
        this.slot = who.slot;
        this.site = site;
        this.write = write;
        this.stack = stack;
        this.stackTime = exact ? who.time : -1;
        this.locks = who.locks;
    }
}
