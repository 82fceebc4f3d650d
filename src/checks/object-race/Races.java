package snag.runtime;

/**
 * The slow path of every checked access: ownership (figure 7.1), hand-over, and the cells of shared objects.
 *
 * A shadow word is (base, offset): the field $snag of an object, a static one beside a static field
 * (Decisions::static_word), or the state in a Side record.
 *
 * Memory order. INIT to OWNED is a plain store: while it is on its way another thread may still see INIT and store its
 * own OWNED; one of the two is lost, and a Shadow that a third thread made in the same instant could be. All that
 * follows is that the object starts again as owned, so a conflict may be seen later or not: as in 7.1.4, "the effect of
 * stale values is equivalent to the scheduling dependence of the detection". A CAS would cost 5 ns for each new object;
 * only the step to a Shadow takes one, so that a Shadow, once seen by a thread that owns nothing, is not made twice.
 * Owned is immutable with final fields, so it is safe to see through a race.
 */
final class Races {
    private Races() {}

    /**
     * An access through the shadow word at (base, offset). {@code segment}: Hooks.FIELDS for the fields of the site.
     */
    static void access(
            Object base, long offset, Object o, PerThread p, Thread me, int number, boolean write, int segment) {
        Object word = Raw.UNSAFE.getReferenceVolatile(base, offset);
        if (word == me) return;
        if (word == null) {
            Raw.UNSAFE.putReference(base, offset, me);
            return;
        }
        State s = State.of(word);
        if (s.owner == me) return;
        if (s == State.FROZEN) {
            if (!write) return;
            s = thaw(base, offset, p, number);
        } else if (s instanceof Owned) {
            boolean writes = segment == Hooks.FIELDS ? Site.of(number).written : write;
            s = handover(base, offset, word, (Owned) s, p, number, writes);
        }
        if (s instanceof Shadow) shared((Shadow) s, base, offset, o, p, me, Site.of(number), write, segment);
    }

    static State thaw(Object base, long offset, PerThread p, int number) {
        if (!Memory.allowsShadow()) return null;
        Access now = p.access(number, true);
        Shadow made = new Shadow(p, now.site, now.stack);
        if (Raw.UNSAFE.compareAndSetReference(base, offset, State.FROZEN, made)) return made;
        return State.of(Raw.UNSAFE.getReferenceVolatile(base, offset));
    }

    /** OWNED to HANDOFF. Returns the object's state, whichever thread made it; null if there is no memory for it. */
    private static State handover(
            Object base, long offset, Object word, Owned before, PerThread p, int number, boolean write) {
        if (!Memory.allowsShadow()) return null;
        Side side = base instanceof Side ? (Side) base : SideTable.find(base);
        Shadow made = side == null || base instanceof Class ? null : side.past;
        // What the owner has published since would be lost with the older Shadow.
        boolean kept = made != null && made.clock == before.clock && made.monitor == before.monitor;
        if (!kept) {
            Access now = p.access(number, write);
            made = new Shadow(before, p, now.site, now.stack);
        }
        if (Raw.UNSAFE.compareAndSetReference(base, offset, word, made)) {
            Counters.handovers++;
            return made;
        }
        return State.of(Raw.UNSAFE.getReferenceVolatile(base, offset));
    }

    /** The same when the generated code has seen the Shadow already: the commonest slow access. */
    static void shared(Shadow shadow, Object base, long offset, Object o, PerThread p, Thread me, Site site,
            boolean write, int segment) {
        if (shadow.stuck() || p.lost) return;
        Counters.accessesSlow++;
        if (p.localLocks.size > 0) Locks.reveal(p, me);
        p.beforeAccess();
        boolean fields = segment == Hooks.FIELDS;
        boolean units = Hooks.consistency && fields && !(base instanceof Class);
        Unit unit = units && p.units != null ? p.units.unitOf(o) : null;
        // Before the lock: may take a stack.
        Access forWrite = (fields ? site.written : write) ? p.access(site.number, true) : null;
        Access forRead = (fields ? site.onlyReads : !write) ? p.access(site.number, false) : forWrite;
        if (!shadow.lock()) return;
        Conflict found = null;
        try {
            found = underLock(shadow, p, site, segment, forRead, forWrite, units, unit);
            if (Hooks.hybrid) {
                shadow.notice(p, forWrite != null);
                shadow.noticeWhoIsAlone(p, me);
                if (shadow.isOnlyRead()) {
                    Raw.UNSAFE.compareAndSetReference(base, offset, shadow, State.FROZEN);
                }
            }
            if (base instanceof Class && shadow.isInConflict()) {
                Raw.UNSAFE.compareAndSetReference(base, offset, shadow, State.DONE);
            }
        } finally {
            shadow.unlock();
        }
        if (found != null) Reports.report(found, o, shadow);
    }

    private static Conflict underLock(Shadow shadow, PerThread p, Site site, int segment, Access forRead,
            Access forWrite, boolean units, Unit unit) {
        boolean firstOwner = p.refersTo(shadow.firstOwner);
        boolean over = true;
        Conflict found = null;
        int count = segment == Hooks.FIELDS ? site.fields.length : 1;
        for (int i = 0; i < count; i++) {
            boolean write = segment == Hooks.FIELDS ? site.writes[i] : forWrite != null;
            Access a = write ? forWrite : forRead;
            int field = segment == Hooks.FIELDS ? site.fields[i] : segment;
            Cell c = shadow.cell(field);
            // What the first owner did to this field so far left no trace in the cell: it must come by again.
            if (Hooks.races && c.state == Cell.OWNED && !firstOwner) shadow.invalidate();
            UnitCell withUnits = units ? (UnitCell) c : null;
            boolean racy = false;
            if (Hooks.races) {
                int other = c.race(p, write, firstOwner);
                racy = c.found;
                if (racy) found = new Conflict(found, Check.RACE, field, c.at(other), c.timeAt(other), a, p.time);
            }
            boolean torn = units && Units.check(p, withUnits, unit);
            if (torn) found = new Conflict(found, Check.CONSISTENCY, field, c.lastWrite, c.writeTime, a, p.time);
            boolean done = (c.state == Cell.CONFLICT || !Hooks.races) && (!units || withUnits.inconsistent);
            over &= done;
            if (done && !racy && !torn) continue;
            int place = c.record(p, a, write);
            if (units) Units.recorded(p, shadow, withUnits, a, write, place, unit);
        }
        shadow.remember(Seen.key(over ? 0 : p.stamp, Seen.place(site.number, segment)));
        return found;
    }
}
