package snag.runtime;

/**
 * The clock of one volatile field (of one object, or static): all writes so far, because each of them precedes a later
 * read.
 */
final class VolatileClock {
    static final long CLOCK = Raw.UNSAFE.objectFieldOffset(VolatileClock.class, "clock");

    final int field;
    /** Changes only when the next one's class is unloaded. */
    VolatileClock next;
    volatile Clock clock;

    VolatileClock(int field, VolatileClock next) {
        this.field = field;
        this.next = next;
    }
}
