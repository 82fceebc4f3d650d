package snag.runtime;

/**
 * Object consistency (von Praun 2004, section 7.2): no thread sees an object in the middle of another thread's method.
 *
 * Example: T1 { account.transfer() { a -= 10;  …  b += 10; } }   T2 reads account.a between the two: reported.
 *
 * Units are activations of methods on {@code this}, monitor sections on the object (units of their own: what happens
 * inside belongs to them and not to the method around them, 7.1.8; wait ends one and begins another, 7.2.3), and single
 * accesses from elsewhere. The paper's protocol (figure 7.7) stores the active thread in the object at every access,
 * reads included. Here only writers write: the Shadow counts writes (version), and the last write to each field knows
 * its thread and unit. A unit U of thread T is violated
 *  1. if T accesses a field that another thread has written since U began (its version is newer than U's),
 *  2. if another thread accesses a field that U has written while U is active,
 *  3. if another thread writes a field that U has read while U is active; the writer finds the recorded read and marks
 * it, and T reports it at the end of U. Volatile fields are exempt (they never come here).
 *
 * False alarms, and why not:
 *  - Ordered pairs (hybrid): if the write happens before the access by locks, start, join, …, the program arranged it.
 * A unit that starts a thread, joins it and then reads its result is not violated; nor is one whose accesses are each
 * under a lock of its own, though that may be a violation of atomicity (another check's business). With
 * --lockset-only this filter is off, as in the paper.
 *  - A unit that began while its thread owned the object has no entry: methods of the creator that still run when the
 * object is handed over (constructors that start threads, main) are not charged. Violations of such units are missed.
 *  - Re-entrance: a unit inside another one of the same thread on the same object is part of it; the paper's "t_before
 * = t".
 *  - wait: between wait and wake-up the unit is over, so what the notifier wrote came before the new unit.
 *  - {@code active} is read without order. Seen stale (true although the unit just ended) it could count a write that
 * is over by now; but then neither lock nor start nor join lies between, which is an overlap in any practical sense.
 *
 * A field that was reported once is not checked any more (one report for each object in the paper). The model
 * tests/models/version.pml checks with spin that an overlap that loses an update does not go unseen.
 */
final class Units {
    private Units() {}

    static void begin(PerThread p, Object o, State s) {
        UnitStack stack = p.units;
        if (stack == null) {
            stack = new UnitStack();
            p.units = stack;
        }
        int outer = stack.find(o);
        if (outer >= 0) {
            Unit unit = stack.unitAt(outer);
            if (unit != null) unit.depth++;
            stack.push(o, unit);
            return;
        }
        long version = s instanceof Shadow ? ((Shadow) s).version : 0;
        if (version == 0) {
            stack.push(o, null);
            return;
        }
        stack.push(o, new Unit(version));
        // The accesses of this unit must be recorded as such, although the thread has made the same ones before.
        p.stamp++;
    }

    static void end(PerThread p, Object o, State s) {
        if (p.units == null) return;
        Unit over = p.units.pop(o);
        if (over == null || !(s instanceof Shadow)) return;
        Shadow shadow = (Shadow) s;
        if (shadow.version != over.version) lateWrites(p, o, shadow, over);
    }

    /** The third case: reads of this unit that were overwritten before its end. */
    private static void lateWrites(PerThread p, Object o, Shadow shadow, Unit over) {
        Conflict found = null;
        if (!shadow.lock()) return;
        try {
            for (Cell each = shadow.cells(); each != null; each = each.next) {
                if (!(each instanceof UnitCell)) continue;
                UnitCell c = (UnitCell) each;
                int place = c.inconsistent ? Cell.NOWHERE : c.placeOf(p);
                Access write = c.overwritten(place, over);
                if (write == null) continue;
                c.inconsistent = true;
                int field = c.field == Hooks.WHOLE ? write.site.firstField() : c.field;
                found = new Conflict(found, Check.CONSISTENCY, field, c.at(place), c.timeAt(place), write,
                        c.overwrittenAt(place));
            }
        } finally {
            shadow.unlock();
        }
        if (found != null) Reports.report(found, o, shadow);
    }

    /** A monitor section on an object that other threads know. Returns whether a unit began. */
    static boolean entered(PerThread p, Object o, int site) {
        if (o instanceof Class) return false;
        ClassInfo info = ClassInfo.at(site, o);
        if (info.offset < 0) return false;
        State s = State.of(Raw.UNSAFE.getReference(o, info.offset));
        if (s == null || p.refersTo(s.owner)) return false;
        if (p.units == null) p.units = new UnitStack();
        long version = s instanceof Shadow ? ((Shadow) s).version : 0;
        p.units.push(o, new Unit(version));
        if (version != 0) p.stamp++;
        return true;
    }

    static void exiting(PerThread p, Object o) {
        if (o == null || p.units == null) return;
        ClassInfo info = ClassInfo.of(o.getClass());
        State s = info.offset < 0 ? null : State.of(Raw.UNSAFE.getReference(o, info.offset));
        end(p, o, s);
    }

    /**
     * Cases one and two, before the access is recorded. Under the Shadow's lock. Returns whether the last write
     * violates.
     */
    static boolean check(PerThread p, UnitCell c, Unit unit) {
        if (c.inconsistent) return false;
        Access w = c.lastWrite;
        if (w == null || w.who == p) return false;
        boolean since = unit != null && c.writeVersion > unit.version;
        boolean during = c.writeUnit != null && c.writeUnit.active;
        if (!since && !during) return false;
        if (Hooks.hybrid && p.knows(w.slot, c.writeTime)) return false;
        c.inconsistent = true;
        return true;
    }

    /** After the access was recorded (a read at a place). Under the Shadow's lock. */
    static void recorded(PerThread p, Shadow shadow, UnitCell c, Access a, boolean write, int place, Unit unit) {
        if (!write) {
            c.readIn(place, unit);
            return;
        }
        c.writeUnit = unit;
        c.writeVersion = ++shadow.version;
        shadow.invalidate();
        c.overwrite(p, a);
    }
}
