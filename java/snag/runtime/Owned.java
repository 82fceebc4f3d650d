package snag.runtime;

/**
 * OWNED, of an object whose monitor was taken, first at {@code site}. Immutable and, without a record of the monitor, shared by all
 * objects whose monitors this thread took first at this site ({@link PerThread#ownedLocked}).
 */
final class Owned extends State {
    private static final long[] NEVER = new long[1];

    /** The object's monitor has been taken, but by the owner only; there is no record of it. See Locks. */
    static final Side LOCAL = new Side();

    final int site;
    /** null: its monitor was never taken; LOCAL; or the record of the monitor (then this Owned is the object's alone). */
    final Side monitor;

    Owned(Thread owner, int site, Side monitor) {
        super(owner, NEVER);
        this.site = site;
        this.monitor = monitor;
    }
}
