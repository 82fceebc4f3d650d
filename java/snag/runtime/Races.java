package snag.runtime;

/**
 * The slow path of every checked access: ownership (figure 7.1), hand-over, and the cells of shared objects.
 *
 * A shadow word is (base, offset): the field $snag of an object, $snags of a class, or the state in a Side record.
 *
 * Memory order. INIT to OWNED is a plain store: while it is on its way another thread may still see INIT and store its own OWNED;
 * one of the two is lost, and a Shadow that a third thread made in the same instant could be. All that follows is that the
 * object starts again as owned, so a conflict may be seen later or not: as in 7.1.4, "the effect of stale values is equivalent
 * to the scheduling dependence of the detection". A CAS would cost 5 ns for each new object; only the step to a Shadow takes one,
 * so that a Shadow, once seen by a thread that owns nothing, is not made twice. Owned is immutable with final fields, so it is safe to
 * see through a race.
 */
final class Races {
    private Races() {}

    /** An access through the shadow word at (base, offset). {@code segment}: Hooks.FIELDS for the fields of the site. */
    static void access(Object base, long offset, Object o, PerThread p, Thread me, int number, boolean write, int segment) {
        Object word = Raw.UNSAFE.getReferenceVolatile(base, offset);
        if (word == me) return;
        if (word == null) {
            Raw.UNSAFE.putReference(base, offset, me);
            return;
        }
        State s = State.of(word);
        if (s.owner == me) return;
        if (s instanceof Owned) {
            s = handover(base, offset, word, (Owned) s, p, number);
            if (!(s instanceof Shadow)) return;
        }
        shared((Shadow) s, o, p, me, Site.of(number), write, segment);
    }

    /** OWNED to HANDOFF. Answers the object's state, whoever made it; null if there is no memory for another Shadow. */
    private static State handover(Object base, long offset, Object word, Owned before, PerThread p, int number) {
        if (!Memory.allowsShadow()) return null;
        p.stacks.at(number);
        Shadow made = new Shadow(before, p, number, p.stacks.stack);
        if (Raw.UNSAFE.compareAndSetReference(base, offset, word, made)) {
            Counters.handovers++;
            return made;
        }
        return State.of(Raw.UNSAFE.getReferenceVolatile(base, offset));
    }

    private static void shared(Shadow shadow, Object o, PerThread p, Thread me, Site site, boolean write, int segment) {
        if (shadow.stuck()) return;
        Counters.accessesSlow++;
        boolean fields = segment == Hooks.FIELDS;
        int count = fields ? site.fields.length : 1;
        boolean units = Hooks.consistency && fields;
        Unit unit = units && p.units != null ? p.units.unitOf(o) : null;
        if (p.localLocks.size > 0) Locks.reveal(p, me);
        boolean firstOwner = p.thread.refersTo(shadow.firstOwner);
        p.stacks.at(site.number);
        Conflict found = null;
        boolean over = true;
        if (!shadow.lock()) return;
        try {
            for (int i = 0; i < count; i++) {
                int field = fields ? site.fields[i] : segment;
                boolean writes = fields ? site.writes[i] : write;
                Cell c = shadow.cell(field);
                // What the first owner did to this field so far left no trace in the cell: it must come by again.
                if (c.state == Cell.OWNED && !firstOwner) shadow.invalidate();
                Access race = Hooks.races ? c.race(p, writes, firstOwner) : null;
                Access torn = units ? Units.check(p, c, unit) : null;
                if (units ? c.inconsistent && c.state == Cell.CONFLICT : c.state == Cell.CONFLICT) {
                    if (race == null && torn == null) continue;
                } else {
                    over = false;
                }
                Access a = c.record(p, site, i, field, writes);
                if (units) Units.recorded(p, shadow, c, a, unit);
                if (race != null) found = new Conflict(found, Conflict.RACE, race, a.copy());
                if (torn != null) found = new Conflict(found, Conflict.CONSISTENCY, torn, a.copy());
            }
            shadow.remember(Seen.key(over ? 0 : p.stamp, Seen.place(site.number, segment)));
        } finally {
            shadow.unlock();
        }
        if (found != null) Reports.report(found, o, shadow);
    }
}
