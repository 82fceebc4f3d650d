package snag.runtime;

import jdk.internal.vm.annotation.DontInline;

/** The border between the hooks for accesses and units and what they do; see Sync. */
final class Slow {
    private Slow() {}

    /** Loads and initialises the classes of the runtime now, not in the middle of a hook. */
    static void prepare() {
        Object probe = new Object();
        Side side = SideTable.of(probe);
        if (side != null) side.volatileOf(0);
        Threads.current(Thread.currentThread());
        Internals.syncOfCondition(probe);
        ClassInfo.of(Object.class);
        new Cell(0, null);
        PerThread p = Threads.current(Thread.currentThread());
        Access access = new Access(p, Site.NONE, false, null, false);
        new UnitCell(0, null);
        new Unit(0);
        new UnitStack();
        Conflict conflict = new Conflict(null, Check.RACE, 0, null, 0, access, 0);
        new Report(conflict, probe, new Shadow(p, Site.NONE, null), new ReportedAccess[] {
                ReportedAccess.of(access, 0, 0)});
        Reports.flush();
        Ordering.joins(Threads.current(Thread.currentThread()), null);
    }

    /**
     * The way into every slow path: the thread's record, marked until the caller takes the mark off; null if the thread
     * is inside Snag already, or has no record.
     */
    static PerThread enter(Thread me) {
        try {
            PerThread p = Threads.current(me);
            if (p == null || p.inside) return null;
            p.inside = true;
            return p;
        } catch (Throwable t) {
            caught(t);
            return null;
        }
    }

    /** {@code segment}: Hooks.FIELDS, or a part of an array, or the contents of a library object. */
    @DontInline
    static void access(Object o, Object s, Thread me, int site, boolean write, int segment) {
        if (Hooks.off || o == null || finished(s, site)) return;
        PerThread p = enter(me);
        if (p == null) return;
        try {
            long offset = -1;
            if (segment == Hooks.FIELDS) {
                Site at = Site.of(site);
                if (at.fields.length == 0) return;
                offset = at.infoOf(o).offset;
                if (s instanceof Shadow && offset >= 0) {
                    Races.shared((Shadow) s, o, offset, o, p, me, at, write, segment);
                    return;
                }
            }
            Side side = offset >= 0 ? null : p.checkedSide(o, site);
            if (offset >= 0) {
                Races.access(o, offset, o, p, me, site, write, segment);
            } else if (side != null) {
                Races.access(side, Side.STATE, o, p, me, site, write, segment);
            }
        } catch (Throwable t) {
            caught(t);
        } finally {
            p.inside = false;
        }
    }

    /** The object goes back to OWNED. Returns whether it did. */
    @DontInline
    static boolean regain(Object o, Shadow shadow, Thread me, int site) {
        try {
            long offset = ClassInfo.at(site, o).offset;
            PerThread p = Threads.find(me);
            Side side = offset < 0 || p == null || p.inside ? null : p.side(o, site);
            return side != null && regainAt(o, offset, side, shadow, me, site);
        } catch (Throwable t) {
            caught(t);
            return false;
        }
    }

    /** The same for an array, whose state is in its record. */
    @DontInline
    static boolean regainArray(Side side, Shadow shadow, Thread me, int site) {
        try {
            return regainAt(side, Side.STATE, side, shadow, me, site);
        } catch (Throwable t) {
            caught(t);
            return false;
        }
    }

    /**
     * The Shadow is kept for the next hand-over: it knows what others have done, and this thread until now. An access of
     * another thread that meets the old Shadow in this moment is lost.
     */
    private static boolean regainAt(Object base, long offset, Side side, Shadow shadow, Thread me, int site) {
        Site at = Site.of(site);  // before the lock: may ask the agent
        if (shadow.lockedBefore || !shadow.lock()) return false;
        try {
            if (shadow.alone != me) return false;
            shadow.alone = null;
            Side monitor = shadow.monitor;
            boolean plain = monitor == null && shadow.clock == null;
            Object word = plain ? me : new Owned(me, at, monitor, shadow.clock);
            side.past = shadow;
            return Raw.UNSAFE.compareAndSetReference(base, offset, shadow, word);
        } finally {
            shadow.unlock();
        }
    }

    /** Is everything at this site in conflict and reported? */
    private static boolean finished(Object s, int site) {
        return s instanceof Shadow && Seen.has((Shadow) s, Seen.key(0, site));
    }

    @DontInline
    static void accessStatic(Object s, Thread me, int site, boolean write) {
        if (Hooks.off || finished(s, site)) return;
        PerThread p = enter(me);
        if (p == null) return;
        try {
            Site at = Site.of(site);
            if (at.fields.length == 0) return;
            Class<?> holder = at.holder();
            // While it is being initialised only the initialising thread gets here, and all others come after it
            // (JLS 12.4.2).
            if (holder == null || at.holderInfo().initialising(holder)) return;
            long offset = at.staticOffset();
            if (offset >= 0) {
                Races.access(holder, offset, holder, p, me, site, write, Hooks.FIELDS);
            } else {
                Side side = p.side(holder, site);
                if (side != null) Races.access(side, Side.STATE, holder, p, me, site, write, Hooks.FIELDS);
            }
        } catch (Throwable t) {
            caught(t);
        } finally {
            p.inside = false;
        }
    }

    static void cloned(Object o) {
        try {
            ClassInfo info = ClassInfo.of(o.getClass());
            if (info.offset >= 0) Raw.UNSAFE.putReference(o, info.offset, null);
        } catch (Throwable t) {
            caught(t);
        }
    }

    /** A unit begins or ends. */
    @DontInline
    static void unit(boolean begins, Object o, State s, Thread me) {
        if (Hooks.off || o == null || s == null || s.owner == me) return;
        PerThread p = enter(me);
        if (p == null) return;
        try {
            if (begins) {
                Units.begin(p, o, s);
            } else {
                Units.end(p, o, s);
            }
        } catch (Throwable t) {
            caught(t);
        } finally {
            p.inside = false;
        }
    }

    /** The state of an object whose class was not rewritten by fields; null if there is none. */
    static State stateOf(Object o) {
        if (Hooks.off || o == null) return null;
        try {
            ClassInfo info = ClassInfo.of(o.getClass());
            if (info.offset >= 0) return State.of(Raw.UNSAFE.getReference(o, info.offset));
            Side side = SideTable.find(o);
            return side == null ? null : State.of(side.state);
        } catch (Throwable t) {
            caught(t);
            return null;
        }
    }

    /** At the border: nothing of ours reaches the program; what is the program's own passes. */
    static void caught(Throwable t) {
        Counters.droppedError++;
        if (t instanceof OutOfMemoryError || t instanceof StackOverflowError) return;
        // Thread.stop of the application (until JDK 19) can hit while we run.
        if (t.getClass().getName().equals("java.lang.ThreadDeath")) throw(Error) t;
        Hooks.fail("internal error", t);
    }
}
