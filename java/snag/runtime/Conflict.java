package snag.runtime;

/** Two accesses that a check found to be in conflict, on their way to a report. */
final class Conflict {
    static final int RACE = 0;
    static final int CONSISTENCY = 1;

    final Conflict next;
    final int check;
    final Access first;
    final Access second;

    Conflict(Conflict next, int check, Access first, Access second) {
        this.next = next;
        this.check = check;
        this.first = first;
        this.second = second;
    }

    int kind() {
        if (first.write) return second.write ? 0 : 2;
        return 1;
    }
}
