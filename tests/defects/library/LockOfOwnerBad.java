// mode: library
// A row locks itself where it should lock its table: rows of one table exclude neither each other nor the table.
public class LockOfOwnerBad {
    private int changes;

    public synchronized void clear() {
        changes++; // expect: data-race/unlocked
    }

    public synchronized int changes() {
        return changes;
    }

    public Row newRow() {
        return new Row(this);
    }

    public static final class Row {
        private final LockOfOwnerBad table;

        Row(LockOfOwnerBad table) {
            this.table = table;
        }

        public synchronized void change() {
            table.changes++;
        }
    }
}
