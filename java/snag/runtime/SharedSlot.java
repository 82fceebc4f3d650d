package snag.runtime;

/**
 * A slot of the vector clocks that many living threads share, because all {@link Threads#OWN_SLOTS} others are taken.
 *
 * Its members take their times from one counter, the largest time at which any of them has released. A member stamps
 * its accesses with the next time, and its next release has that time or a later one; so a thread that acquires the
 * release knows the access, and no order is lost. What is lost is exactness: a thread that acquires a later release of
 * another member seems to know the access, too. That can hide a race, of accesses that are far apart; it never invents
 * one.
 *
 * A release only advances the time if a member has stamped an access since the last one: most have nothing to tell, and
 * a thread that acquires them learns nothing and copies nothing.
 *
 * Two shortcuts of the clocks do not hold here. Who knows a time of the slot does not know what the member knew that
 * released at that time; and members do not know of each other.
 */
final class SharedSlot {
    private static final long STATE = Raw.UNSAFE.objectFieldOffset(SharedSlot.class, "state");

    /** Twice the time of the last release; plus one if an access was stamped since. */
    private volatile long state;

    /** The time of an access that a member makes now. */
    long accessTime() {
        for (;;) {
            long now = state;
            if ((now & 1) != 0 || Raw.UNSAFE.compareAndSetLong(this, STATE, now, now + 1)) return (now >> 1) + 1;
        }
    }

    /** The time of a release that a member makes now: that of all its accesses so far, or later. */
    long releaseTime() {
        for (;;) {
            long now = state;
            if ((now & 1) == 0) return now >> 1;
            if (Raw.UNSAFE.compareAndSetLong(this, STATE, now, now + 1)) return (now >> 1) + 1;
        }
    }
}
