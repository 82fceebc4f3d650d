package snag.runtime;

/**
 * Finds the record (Side) of an object that carries a shadow word, through that word and not through the side table: no
 * identity hash (which inflates a monitor that is held, on JDK 17), no entry to sweep. Objects without the word go to
 * the side table.
 *
 * Owned objects get by without a record as long as only their owner synchronises with them:
 *  - its monitor exits leave no trace but the mark LOCAL (see Locks);
 *  - its volatile writes leave a Clock in the word (Owned.clock), for all volatile fields of the object together.
 * A thread that needs a record makes it, and starts its clock with what the owner may have released unrecorded.
 */
final class Records {
    private static final int TRIES = 8;

    private Records() {}

    /** Offset of the shadow word, or -1. */
    static long offset(Object o, int site) {
        return o instanceof Class ? -1 : ClassInfo.at(site, o).offset;
    }

    /** The record of an object with a shadow word, made if necessary. */
    static Side of(PerThread p, Thread me, Object o, long offset, int site) {
        for (int tries = 0; tries < TRIES; tries++) {
            Object word = Raw.UNSAFE.getReferenceVolatile(o, offset);
            State s = word == State.FROZEN ? Races.thaw(o, offset, p, site) : State.of(word);
            if (s instanceof Shadow) return of((Shadow) s, o);
            if (word == State.FROZEN) continue;
            Owned owned = (Owned) s;
            if (owned != null && owned.monitor != null && owned.monitor != Owned.LOCAL) return owned.monitor;
            Thread owner = owned == null ? me : owned.owner;
            Side made = make(o);
            if (owned != null && owned.monitor == Owned.LOCAL && owner != me) made.base = Threads.clockOf(owner);
            Owned next = new Owned(owner, siteOf(owned, site), made, owned == null ? null : owned.clock);
            if (Raw.UNSAFE.compareAndSetReference(o, offset, word, next)) return made;
        }
        return p.side(o, site);
    }

    private static Site siteOf(Owned owned, int site) {
        return owned == null ? Site.of(site) : owned.site;
    }

    private static Side make(Object o) {
        Memory.made(Memory.SIDE);
        return new Side(o, 0);
    }

    static Side of(Shadow shadow, Object o) {
        Side side = shadow.monitor;
        if (side != null) return side;
        Side made = make(o);
        if (shadow.lockedBefore) made.base = Threads.clockOf(shadow.firstOwner);
        Raw.UNSAFE.compareAndSetReference(shadow, Shadow.MONITOR, null, made);
        return shadow.monitor;
    }

    /** For a monitor that p has just taken: LOCAL if it needs no record. */
    static Side forMonitor(PerThread p, Thread me, Object o, int site) {
        long offset = offset(o, site);
        if (offset < 0) return p.side(o, site);
        Object word = Raw.UNSAFE.getReferenceVolatile(o, offset);
        State s = State.of(word);
        if (s instanceof Shadow || s != null && s.owner != me) return of(p, me, o, offset, site);
        Owned owned = (Owned) s;
        if (owned != null && owned.monitor != null) return owned.monitor;
        Owned next = owned != null && owned.clock != null ? new Owned(me, owned.site, Owned.LOCAL, owned.clock)
                                                          : p.ownedLocked(me, siteOf(owned, site));
        if (Raw.UNSAFE.compareAndSetReference(o, offset, word, next)) return Owned.LOCAL;
        return of(p, me, o, offset, site);
    }

    /** A volatile write by the owner of the object, or by the first to touch it. Returns whether it is done with. */
    static boolean volatileWriteOwned(PerThread p, Thread me, Object o, long offset, int site) {
        Object word = Raw.UNSAFE.getReferenceVolatile(o, offset);
        State s = State.of(word);
        if (s != null && s.owner != me) return false;
        Owned owned = (Owned) s;
        Side monitor = owned == null ? null : owned.monitor;
        // A record exists: other threads have synchronised with the object.
        if (monitor != null && monitor != Owned.LOCAL) return false;
        Clock clock = new Clock(p.known, p.slot, p.releaseTime());
        Owned next = new Owned(me, siteOf(owned, site), monitor, clock);
        return Raw.UNSAFE.compareAndSetReference(o, offset, word, next);
    }

    /** False: no thread has ever released anything with the object. */
    static boolean wasReleased(Object o, long offset) {
        return isState(Raw.UNSAFE.getReferenceVolatile(o, offset));
    }

    private static boolean isState(Object word) {
        return word != null && !(word instanceof Thread) && word != State.FROZEN;
    }

    /**
     * After a volatile read: acquires what was written by the owner while it was the owner. Returns the record, or
     * null.
     */
    static Side volatileRead(PerThread p, Thread me, Object o, long offset) {
        Object word = Raw.UNSAFE.getReferenceVolatile(o, offset);
        if (!isState(word)) return null;
        State s = (State) word;
        if (s instanceof Shadow) {
            p.acquire(((Shadow) s).clock);
            return ((Shadow) s).monitor;
        }
        Owned owned = (Owned) s;
        if (owned.owner != me) p.acquire(owned.clock);
        return owned.monitor == Owned.LOCAL ? null : owned.monitor;
    }
}
