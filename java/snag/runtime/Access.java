package snag.runtime;

/**
 * One recorded access to a shared object: who, when (slot and time of its vector clock), where, with which locks. Changed in place
 * under the Shadow's lock while it stands in a Cell; once it has been taken out for a report it does not change any more.
 */
final class Access {
    PerThread who;
    int slot;
    long time;
    int field;
    int site;
    int line;
    boolean write;
    int stack;
    boolean exact;
    LockSet locks;

    /** Object consistency: the unit it was made in (null: a single access from elsewhere), and the object's version after it. */
    Unit unit;
    long version;
    /** A write of another thread, not ordered after this access, has come since (object consistency). */
    Access overwritten;

    /** Reads of a Cell form a list. */
    Access next;

    void set(PerThread p, Site at, int index, int fieldId, boolean isWrite) {
        who = p;
        slot = p.slot;
        time = p.time;
        field = fieldId;
        site = at.number;
        line = at.lineOf(index);
        write = isWrite;
        stack = p.stacks.stack;
        exact = p.stacks.exact;
        locks = p.locks;
        overwritten = null;
    }

    /** A copy that later changes of the recorded one do not touch. */
    Access copy() {
        Access a = new Access();
        a.who = who;
        a.slot = slot;
        a.time = time;
        a.field = field;
        a.site = site;
        a.line = line;
        a.write = write;
        a.stack = stack;
        a.exact = exact;
        a.locks = locks;
        a.unit = unit;
        a.version = version;
        return a;
    }

    /** As Native.report wants it. */
    int[] describe() {
        return new int[] {site, write ? 1 : 0, stack, exact ? 1 : 0, line};
    }
}
