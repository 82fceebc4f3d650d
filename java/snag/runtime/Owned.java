package snag.runtime;

/**
 * OWNED, of an object with which its owner has synchronised, first at {@code site}. Immutable; where only its monitor
 * was taken, shared by all objects whose monitors this thread took first at this site ({@link PerThread#ownedLocked}).
 */
final class Owned extends State {
    /** The object's monitor has been taken, but by the owner only; there is no record of it. See Records. */
    static final Side LOCAL = new Side();

    final Site site;
    /**
     * null: its monitor was never taken; LOCAL; or the record of the object (then this Owned is the object's alone).
     */
    final Side monitor;
    /** The owner's last volatile write to the object (then this Owned is the object's alone), or null. */
    final Clock clock;

    Owned(Thread owner, Site site, Side monitor, Clock clock) {
        super(owner);
        this.site = site;
        this.monitor = monitor;
        this.clock = clock;
    }
}
