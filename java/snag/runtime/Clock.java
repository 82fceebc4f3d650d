package snag.runtime;

/**
 * Vector clocks: the order of synchronisation (start, join, locks, volatile fields, …) among threads.
 *
 * Example: T1 { x = 1; unlock(l); }  T2 { lock(l); x = 2; }. T1's write carries T1's time; the unlock publishes that
 * time with l; the lock makes T2 know it; so the write of T2 is ordered after that of T1.
 *
 * A Clock is one published snapshot: everything {@code known}, plus (slot, time) of the publisher. If it comes from one
 * release (slot >= 0), a thread that knows (slot, time) already knows all of it, because a thread's time advances at
 * every release: the common re-acquire is O(1). A merged clock (several releases, for volatile fields, latches, …) has
 * slot -1 and is compared whole, and so is the clock of a slot that threads share (SharedSlot). The number of slots is
 * bounded (Threads), and with it what a thread's vector and an acquire can cost.
 *
 * Limit: a slot is reused after its thread died (Threads); the new thread then seems to know what the dead one did.
 * That can hide an unordered pair between a dead thread and its successor, never invent one.
 */
record Clock(Times known, int slot, long time) {
    /**
     * This clock and one more release: the old one if that tells nothing new, just the new one if its releaser knew the
     * old one, else a merged one.
     */
    static Clock merge(Clock old, PerThread releaser) {
        long now = releaser.releaseTime();
        if (old == null || old.slot >= 0 && releaser.knowsClock(old.slot, old.time)) {
            return new Clock(releaser.known, releaser.slot, now);
        }
        Times all = releaser.known.joinWith(old.known, old.slot, old.time);
        if (all == releaser.known) return new Clock(all, releaser.slot, now);
        all = all.with(releaser.slot, now);
        return all == old.known ? old : new Clock(all, -1, 0);
    }
}
