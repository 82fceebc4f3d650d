package snag.runtime;

/** Two accesses that a check found to be in conflict, on their way to a report. */
final class Conflict {
    static final int RACE = 0;
    static final int CONSISTENCY = 1;

    final Conflict next;
    final int check;
    final int field;
    /** null: not known any more (only with ordering=lockset). */
    final Access first;
    final long firstTime;
    final Access second;
    final long secondTime;

    Conflict(Conflict next, int check, int field, Access first, long firstTime, Access second, long secondTime) {
        this.next = next;
        this.check = check;
        this.field = field < 0 ? -1 : field;
        this.first = first;
        this.firstTime = firstTime;
        this.second = second;
        this.secondTime = secondTime;
    }

    int kind() {
        if (first == null || first.write) return second.write ? 0 : 2;
        return 1;
    }
}
