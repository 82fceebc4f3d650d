package snag.runtime;

/** A Cell with what object consistency needs (see Units): in which units the recorded accesses were made. */
final class UnitCell extends Cell {
    /** Reported already. */
    boolean inconsistent;
    /** Of the last write: its unit (null: a single write from elsewhere) and the object's version after it. */
    Unit writeUnit;
    long writeVersion;
    /** Of the reads, by place; null until there is one in a unit. */
    private Unit[] readUnits;
    /** A write of another thread, not ordered after the read, has come since. */
    private Access[] overwrittenBy;
    private long[] overwrittenAt;

    UnitCell(int field, Cell next) {
        super(field, next);
    }

    /** The read at a place was made in this unit (or in none). */
    void readIn(int place, Unit unit) {
        if (readUnits == null) {
            if (unit == null) return;
            readUnits = new Unit[READERS];
            overwrittenBy = new Access[READERS];
            overwrittenAt = new long[READERS];
        }
        readUnits[place] = unit;
        overwrittenBy[place] = null;
    }

    /** p writes: marks reads of other threads in units that are still active. */
    void overwrite(PerThread p, Access write) {
        if (readUnits == null) return;
        for (int i = 0; i < READERS; i++) {
            Access r = at(i);
            Unit unit = readUnits[i];
            if (r == null || r.who == p || unit == null || !unit.active || overwrittenBy[i] != null) continue;
            if (Hooks.hybrid && !isUnordered(i, p)) continue;
            overwrittenBy[i] = write;
            overwrittenAt[i] = p.time;
        }
    }

    /** The write that overwrote what p read in a unit, or null. */
    Access overwritten(int place, Unit unit) {
        return place < 0 || place >= READERS || readUnits == null || readUnits[place] != unit ? null
                                                                                              : overwrittenBy[place];
    }

    long overwrittenAt(int place) {
        return overwrittenAt[place];
    }
}
