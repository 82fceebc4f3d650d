package snag.runtime;

/**
 * Accesses that a check has found to be in conflict, in the order of time, on their way to a report: at least two. Null:
 * not known any more (only with --lockset-only). The last one is known.
 */
record Conflict(Conflict next, Check check, int field, Access[] accesses, long[] times) {
    Conflict(Conflict next, Check check, int field, Access first, long firstTime, Access second, long secondTime) {
        this(next, check, Math.max(field, -1), new Access[] {first, second}, new long[] {firstTime, secondTime});
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
