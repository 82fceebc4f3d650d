package snag.runtime;

/** Accesses that a check has found to be in conflict, in the order of time, on their way to a report. */
final class Conflict {
    final Conflict next;
    final Check check;
    final int field;
    /** At least two. Null: not known any more (only with --lockset-only). The last one is known. */
    final Access[] accesses;
    final long[] times;

    Conflict(Conflict next, Check check, int field, Access[] accesses, long[] times) {
        this.next = next;
        this.check = check;
        this.field = field < 0 ? -1 : field;
        this.accesses = accesses;
        this.times = times;
    }

    Conflict(Conflict next, Check check, int field, Access first, long firstTime, Access second, long secondTime) {
        this(next, check, field, new Access[] {first, second}, new long[] {firstTime, secondTime});
    }

    Access last() {
        return accesses[accesses.length - 1];
    }

    /** What the first access does, and what the last one does. */
    String kind() {
        boolean write = last().write;
        if (accesses[0] == null || accesses[0].write) return write ? "write-write" : "write-read";
        return "read-write";
    }
}
